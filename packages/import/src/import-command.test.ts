import type { ImportedCommand } from '@plimsoll/contracts/imported-command';
import { describe, expect, it, test } from 'vitest';
import { importCommand } from './import-command.ts';
import { ImportError } from './import-error.ts';

const read = (text: string, url?: string): ImportedCommand => importCommand(url === undefined ? { text } : { text, url });
const flagsOf = ({ unmapped }: ImportedCommand) => unmapped.map(({ flag, value }) => (value === null ? flag : `${flag} ${value}`));

/** The code of a refusal, with its values. */
function refusalOf(text: string, url?: string) {
  try {
    read(text, url);
  } catch (error) {
    if (error instanceof ImportError) return error.refusal;
    throw error;
  }
  return null;
}

describe('curl', () => {
  it('becomes one request, with its credentials where a plan keeps secrets, and names no load', () => {
    const imported = read(`$ curl 'http://ada:p%40ss@127.0.0.1:8080/api?x=1&y=2' \\
      -H 'Content-Type: application/json' -b 'sid=1' -b theme=dark --compressed -sS -m 3 --data-raw '{"a": "it'"'"'s"}'`);
    expect(imported.plan.target).toMatchObject({
      url: 'http://127.0.0.1:8080/api?x=1&y=2',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: 'sid=1; theme=dark', 'Accept-Encoding': 'deflate, gzip, br, zstd' },
      auth: { basic: { username: 'ada', password: 'p@ss' } },
      body: `{"a": "it's"}`,
    });
    expect(imported.plan.timeout).toBe('3s');
    expect(imported.named).toMatchObject({ target: true, load: false });
    expect(flagsOf(imported)).toEqual(['-s', '-S']);
  });

  it('keeps a traceparent as it is: every request sends it', () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { plan } = read(`curl -H 'traceparent: ${traceparent}' http://127.0.0.1/`);
    expect([plan.target?.headers, plan.tracing]).toEqual([{ traceparent }, undefined]);
  });

  it('lists what has no place in a plan, with credentials masked, and what the shell does around it', () => {
    const imported = read('TOKEN=hush curl -L -x http://u:p@proxy -k -H "Host: a" --wat http://127.0.0.1/ -d @body.json | jq . > out');
    expect(imported.plan.target).toMatchObject({ method: 'POST', body: null });
    expect(flagsOf(imported)).toEqual(['-L', '-x •••', '--wat', '-d @body.json', '-k', 'TOKEN •••', 'jq . > out', 'Host a']);
    expect(imported.unmapped.every(({ why }) => /^"?[A-Z].*\.$/.test(why))).toBe(true);
    expect(JSON.stringify(imported.unmapped)).not.toContain('hush');
  });

  it('asks behind a Unix socket for what the URL names, and only without TLS', () => {
    expect(read('curl --unix-socket /run/app.sock http://ada:pass@app/v1?x=1 -G -d y=2').plan.target).toMatchObject({
      url: 'http+unix:///run/app.sock:/v1?x=1&y=2',
      auth: { basic: { username: 'ada', password: 'pass' } },
    });
    expect(read('curl --unix-socket /run/app.sock localhost').plan.target?.url).toBe('http+unix:///run/app.sock:/');
    const secure = read('curl --unix-socket /run/app.sock https://app/');
    expect([secure.plan.target?.url, flagsOf(secure)]).toEqual(['https://app/', ['--unix-socket /run/app.sock']]);
  });

  it('sends forms, queries and JSON as curl does', () => {
    expect(read('curl -G -d a=1 --data-urlencode "b=x y" 127.0.0.1:1/q').plan.target).toMatchObject({
      url: 'http://127.0.0.1:1/q?a=1&b=x+y',
      method: 'GET',
    });
    expect(read(`curl --json '{"a":1}' 127.0.0.1:1`).plan.target).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    });
    expect(read('curl -d a=1 --data-raw @b --data-urlencode "c=(x y)" -H "X-Empty;" 127.0.0.1:1').plan.target).toMatchObject({
      headers: { 'X-Empty': '' },
      body: 'a=1&@b&c=%28x+y%29',
    });
    const form = read('curl -F name=ada -F file=@x.png 127.0.0.1:1');
    expect(form.plan.target?.body).toContain('Content-Disposition: form-data; name="name"\r\n\r\nada\r\n');
    expect(flagsOf(form)).toEqual(['-F file=@x.png']);
  });

  it('takes braces as they are, not as a template', () => {
    expect(read(`curl -d '{{x}}' 127.0.0.1:1`).plan.target?.body).toBe('{{"{{"}}x}}');
  });

  it('takes text as bash quotes it, as browsers copy it', () => {
    expect(read(`curl 127.0.0.1:1 -d '{"pattern":"^"}'`).plan.target?.body).toBe('{"pattern":"^"}');
    expect(read(`curl 127.0.0.1:1 --data-raw $'{"a":"it\\'s\\n"}'`).plan.target?.body).toBe(`{"a":"it's\n"}`);
  });
});

/** Command, load, what else the plan has, and what is listed. */
const loads: readonly [string, Partial<ImportedCommand['plan']['load']>, Partial<ImportedCommand['plan']['connection']>, string[]][] = [
  [
    'ab -c 200 -n 1000000 -t 600 -p body -T text/plain http://127.0.0.1:80/',
    { model: 'closed', connections: 200, requests: 1_000_000, duration: '10m' },
    { keepAlive: false },
    ['-p body'],
  ],
  ['ab -kc10 -n100 -q http://127.0.0.1/', { model: 'closed', connections: 10, requests: 100 }, { keepAlive: true }, ['-q']],
  [
    'wrk -t12 -c400 -d1m30s --latency -s a.lua http://127.0.0.1/',
    { model: 'closed', connections: 400, duration: '90s' },
    {},
    ['-t 12', '--latency', '-s a.lua'],
  ],
  ['wrk2 -R 2k -c 10 http://127.0.0.1/', { model: 'open', rate: 2000, duration: '10s', maxConnections: 10 }, {}, []],
  [
    'hey -z 10s -n 7 -c 20 -q 5 -disable-keepalive http://127.0.0.1/',
    { model: 'open', rate: 100, duration: '10s', maxConnections: 20 },
    { keepAlive: false },
    ['-n 7'],
  ],
  ['hey http://127.0.0.1/', { model: 'closed', connections: 50, requests: 200 }, {}, []],
  [
    'oha -n 10k -q 1000 --no-tui --latency-correction http://127.0.0.1/',
    { model: 'open', rate: 1000, duration: '10s', maxConnections: 50 },
    { dns: 'once' },
    ['--no-tui', '--latency-correction'],
  ],
  [
    'oha -z 1m -c 5 -p 10 --http2 --insecure https://127.0.0.1/',
    { model: 'closed', connections: 5, duration: '1m' },
    { protocol: 'http2', streams: 10 },
    [],
  ],
  [
    'npx autocannon -c 100 -d 40 -p 10 --warmup [ -c 1 -d 3 ] localhost:3000',
    { model: 'closed', connections: 100, duration: '40s' },
    { pipelining: 10 },
    ['--warmup [ -c 1 -d 3 ]', 'npx'],
  ],
  ['autocannon -r 5 -c 4 -a 100 http://127.0.0.1/', { model: 'open', rate: 20, duration: '5s', maxConnections: 4 }, {}, []],
  [
    'nighthawk_client http://127.0.0.1:80 --duration 600 --open-loop --no-default-failure-predicates --protocol http1 --request-body-size 5000 --concurrency 16 --rps 500 --connections 200',
    { model: 'open', rate: 8000, duration: '10m', maxConnections: 3200, maxQueued: 10_000 },
    { protocol: 'http1' },
    [],
  ],
  [
    'nighthawk_client --protocol http2 --max-active-requests 200 --max-concurrent-streams 1 http://127.0.0.1:80',
    { model: 'open', rate: 5, duration: '5s', maxConnections: 100, maxQueued: 0 },
    { protocol: 'http2', streams: 1, maxActiveRequests: 200 },
    [],
  ],
  [
    'nighthawk_client --h2 --concurrency 4 --connections 10 http://127.0.0.1:80',
    { model: 'open', rate: 20, maxConnections: 4 },
    { protocol: 'http2', streams: 100, maxActiveRequests: 400 },
    [],
  ],
  [
    'nighthawk_client --protocol http2 --concurrency 2 --connections 200 --max-active-requests 50 --max-concurrent-streams 20 http://127.0.0.1:80',
    { model: 'open', maxConnections: 6 },
    { protocol: 'http2', streams: 20, maxActiveRequests: 100 },
    [],
  ],
  [
    'nighthawk_client --h2 --experimental-h2-use-multiple-connections --connections 30 http://127.0.0.1:80',
    { model: 'open', maxConnections: 30 },
    { protocol: 'http2', streams: 1, maxActiveRequests: 100 },
    [],
  ],
  [
    'nighthawk_client --max-active-requests 200 http://127.0.0.1:80',
    { model: 'open', maxConnections: 100 },
    { protocol: 'http1', maxActiveRequests: null },
    ['--max-active-requests 200'],
  ],
  [
    'echo "GET http://127.0.0.1/" | vegeta attack -duration=5s -rate 3000/1m -keepalive=false | vegeta report',
    { model: 'open', rate: 50, duration: '5s', maxConnections: 10_000 },
    { keepAlive: false },
    ['vegeta report'],
  ],
  [
    'echo "GET http://127.0.0.1/" | vegeta attack -duration=5s -max-workers=20 -max-connections=50',
    { model: 'open', rate: 50, maxConnections: 50 },
    { maxActiveRequests: 20 },
    [],
  ],
  [
    'fortio load -qps 100 -c 8 -t 30s -json - http://127.0.0.1/',
    { model: 'open', rate: 100, duration: '30s', maxConnections: 8 },
    {},
    ['-json -'],
  ],
  ['fortio load -qps 0 -n 1000 -c 8 127.0.0.1:80', { model: 'closed', connections: 8, requests: 1000 }, {}, []],
];
test.each(loads)('%s', (text, load, connection, unmapped) => {
  const imported = read(text);
  expect(imported.plan.load).toMatchObject(load);
  expect(imported.plan.connection).toMatchObject(connection);
  expect(flagsOf(imported)).toEqual(unmapped);
  expect(imported.named).toMatchObject({ target: true, load: true });
});

test('the sums that were made are told', () => {
  const { notes } = read('nighthawk_client --concurrency 16 --rps 500 --connections 200 http://127.0.0.1/');
  expect(notes).toContain('Each event loop sends its own rate: 500/s × 16 loops = 8000/s.');
  expect(notes).toContain('Each event loop has its own connections: 200 × 16 loops = 3200.');
  expect(read('nighthawk_client --h2 --concurrency 4 --connections 10 http://127.0.0.1/').notes).toContain(
    'HTTP/2 takes another connection only when --max-concurrent-streams is reached, so --connections is HTTP/1 alone otherwise: 1 × 4 loops = 4.',
  );
  expect(read('ab -n 20 -t 1 http://127.0.0.1/').notes.join(' ')).toContain('-t after -n ends it at 50 000 requests');
});

test("vegeta's targets are taken by turns, also from a here-document", () => {
  const { plan, unmapped } = read('vegeta attack -duration=5s <<EOF\nGET http://127.0.0.1/\nX-A: b\n\nPOST http://127.0.0.1/b\nEOF\n');
  expect(plan.requests).toMatchObject([
    { method: 'GET', headers: { 'X-A': 'b', 'Accept-Encoding': 'gzip' } },
    { method: 'POST', url: 'http://127.0.0.1/b' },
  ]);
  expect(plan.requestOrder).toBe('mix');
  expect(unmapped).toEqual([]);
});

test.each([
  'autocannon -t 0 http://127.0.0.1/',
  'curl -m 0 http://127.0.0.1/',
  'fortio load -timeout 0 http://127.0.0.1/',
  'hey -t 0 http://127.0.0.1/',
  'wrk --timeout 0 http://127.0.0.1/',
  "echo 'GET http://127.0.0.1/' | vegeta attack -rate 9 -timeout 0",
])('%s has no timeout, and its plan the usual one, which is told', (text) => {
  const { tool, plan, notes } = read(text);
  expect(plan.timeout).toBe('30s');
  expect(notes).toContain(`${tool} waits for an answer as long as it takes. The plan gives up after 30s.`);
});

test('a timeout that is longer than the load is cut, and that is told', () => {
  const { plan, notes } = read('wrk -d 10s --timeout 1m http://127.0.0.1/');
  expect(plan.timeout).toBe('30s');
  expect(notes).toEqual(['A timeout of 1m is longer than the load: the plan gives up after 30s.']);
});

describe('k6', () => {
  const script = `import http from 'k6/http';
import { check } from 'k6';
const step = 50;
export const options = {
  scenarios: { climb: { executor: 'ramping-arrival-rate', startRate: 0, timeUnit: '1s', preAllocatedVUs: 10000, gracefulStop: '5s', exec: 'f',
    stages: [{ target: step, duration: '5s' }, { target: step, duration: '5s' }, { target: 2 * step, duration: '1m30s' }] } },
  thresholds: { http_req_duration: ['p(95)<500', 'med<10', 'avg<20'], http_req_failed: [{ threshold: 'rate<0.01', abortOnFail: true }], checks: ['rate>0.9'] },
};
export function f() {
  const r = http.post(\`\${__ENV.HOST || 'http://127.0.0.1:8080'}/x\`, JSON.stringify({ a: 1 }), { headers: { 'Content-Type': 'application/json' } });
  check(r, { 'is 200': (r) => r.status === 200 });
}`;

  it('becomes a plan with its stages, its request, its check and its thresholds', () => {
    const imported = read(script);
    expect(imported.plan.load).toMatchObject({
      model: 'open',
      startRate: 0,
      stages: [
        { to: 50, over: '5s' },
        { to: 50, over: '5s' },
        { to: 100, over: '90s' },
      ],
      maxConnections: 10_000,
      maxQueued: 0,
    });
    expect(imported.plan.target).toMatchObject({ url: 'http://127.0.0.1:8080/x', method: 'POST', body: '{"a":1}' });
    expect(imported.plan.checks).toEqual([{ status: 200 }]);
    expect(imported.plan.thresholds).toEqual(['p(95) < 500ms', 'p(50) < 10ms', 'mean < 20ms', 'error_rate < 0.01']);
    expect(flagsOf(imported)).toEqual([
      'scenarios.climb.gracefulStop "5s"',
      'scenarios.climb.exec "f"',
      'thresholds.http_req_failed {"abortOnFail":true}',
      'thresholds.checks rate>0.9',
    ]);
  });

  it.each([
    [`{ "scenarios": { "a": { "executor": "constant-vus", "vus": 10, "duration": "30s" } } }`, { connections: 10, duration: '30s' }],
    [`scenarios: { a: { executor: 'per-vu-iterations', vus: 4, iterations: 25 } }`, { connections: 4, requests: 100, duration: '10m' }],
    [
      `{ executor: 'constant-arrival-rate', rate: 600, timeUnit: '1m', duration: '30s', preAllocatedVUs: 5, maxVUs: 9 }`,
      { rate: 10, maxConnections: 9 },
    ],
    [
      `export let options = { stages: [{ duration: '10s', target: 20 }], vus: 2 };`,
      { startConnections: 2, stages: [{ to: 20, over: '10s' }] },
    ],
    [`const options = { vus: 3, iterations: 60 }`, { connections: 3, requests: 60 }],
  ])('%s', (text, load) => {
    const imported = read(text, 'http://127.0.0.1:9/');
    expect(imported.plan.load).toMatchObject(load);
    expect(imported.plan.target?.url).toBe('http://127.0.0.1:9/');
    expect(imported.named).toMatchObject({ target: false, load: true });
  });

  it.each([
    ['k6 run --vus 10 --duration 30s script.js', { model: 'closed', connections: 10, duration: '30s' }],
    ['k6 run -u 5 -i 100 script.js', { model: 'closed', connections: 5, requests: 100, duration: '10m' }],
    [
      'docker run -i grafana/k6 run -u2 -s 30s:10,1m:20 --stage 5s:0 - < script.js',
      {
        startConnections: 2,
        stages: [
          { to: 10, over: '30s' },
          { to: 20, over: '1m' },
          { to: 0, over: '5s' },
        ],
      },
    ],
  ])('has its load from the flags of its command: %s', (text, load) => {
    const imported = read(text, 'https://127.0.0.1:9/');
    expect(imported.plan.load).toMatchObject(load);
    expect(imported.named).toMatchObject({ target: false, load: true });
    expect(flagsOf(imported).some((flag) => /^(script\.js|-)$/.test(flag))).toBe(true);
  });

  it('lists flags of its command that have no place, and takes those that have', () => {
    const text =
      'k6 run --vus 1 -d 5s --rps 20 --out json=x.json -e HOST=h --insecure-skip-tls-verify --no-connection-reuse --tag team=shop s.js';
    const imported = read(text, 'https://127.0.0.1:9/');
    expect(flagsOf(imported)).toEqual(['--rps 20', '--out json=x.json', '-e HOST=h', 's.js']);
    expect(imported.plan).toMatchObject({ tags: { team: 'shop' }, connection: { keepAlive: false, tls: { verify: false } } });
  });

  it('is read without options: its load is in the flags of its command', () => {
    const { plan, named } = read("import http from 'k6/http';\nexport default () => http.get('http://127.0.0.1:8080/shop');");
    expect(plan.target?.url).toBe('http://127.0.0.1:8080/shop');
    expect(named).toMatchObject({ target: true, load: false });
  });

  it('is never run: what would have to be computed is refused at its place', () => {
    expect(refusalOf(`const options = {\n  vus: 1, duration: secret() }`, 'http://127.0.0.1/')).toEqual({
      code: 'script_not_written_out',
      values: { line: 2, column: 21, code: 'secret()' },
    });
    expect(refusalOf(`{ scenarios: { a: {} `)).toMatchObject({ code: 'script_unreadable', values: { line: 2 } });
  });

  it('does not follow names without end', () => {
    const doubling = Array.from({ length: 40 }, (_, i) => `const a${i + 1} = a${i} + a${i};`).join('');
    expect(refusalOf(`const a0 = '1';${doubling}const options = { vus: 1, duration: a40 }`, 'http://127.0.0.1/')?.code).toBe(
      'script_too_long',
    );
    expect(refusalOf('const options = { vus: a, duration: a }; const a = a;', 'http://127.0.0.1/')?.code).toBe('script_not_written_out');
  });
});

test.each([
  ['', 'command_missing'],
  ['foo bar', 'command_unknown'],
  ["curl 'http://127.0.0.1/", 'command_quote'],
  ['curl "http://127.0.0.1/" ^\n -H ^"A: b^"', 'command_cmd_quotes'],
  ['wrk -c 3', 'command_no_url'],
  ['wrk http://127.0.0.1/ -c', 'flag_needs_value'],
  ['wrk -c many http://127.0.0.1/', 'flag_needs_number'],
  ['wrk -d soon http://127.0.0.1/', 'flag_needs_time'],
  ['hey -d x http://127.0.0.1/', 'command_plan'],
  ['vegeta attack -targets=t.txt', 'command_targets'],
  ['vegeta report', 'command_no_run'],
  ['fortio load -grpc localhost:8079', 'command_not_http'],
  ['ghz --call hoge.Foo/Hello -c 10', 'command_no_url'],
  ['ghz -c 10 localhost:50051', 'command_plan'],
  ['ghz --config=./config.json localhost:50051', 'command_config'],
  ['ghz --insecure --config config.toml', 'command_config'],
  ['ghz --call hoge.Foo/Hello unix:/tmp/x.sock', 'command_plan'],
  ["ghz --call hoge.Foo/Hello -d '{' localhost:50051", 'flag_needs_json'],
  ["ghz --call hoge.Foo/Hello -d '[1]' localhost:50051", 'flag_needs_json'],
  ['ghz --call hoge.Foo/Hello --load-schedule step --load-start 5 --load-step 5 localhost:50051', 'flag_needs_time'],
  ['{"proto": "x.proto", "call": "hoge.Foo/Hello", "total": 100, "rps": 10}', 'command_no_target'],
  ['call = "hoge.Foo/Hello"\nhost = ', 'script_unreadable'],
  ['k6 run script.js', 'command_script'],
  ['k6 archive script.js', 'command_no_run'],
  ['k6 run --vus 10 -d 5s script.js', 'command_no_target'],
  ['k6 run --vus many script.js', 'flag_needs_number'],
  ["{ vus: 1, duration: '1s' }", 'command_no_target'],
  ['export default function () {}', 'script_no_load'],
  ["{ scenarios: { a: { executor: 'constant-vus' }, b: {} } }", 'script_several'],
  ["{ scenarios: { a: { executor: 'externally-controlled' } } }", 'script_executor'],
  ["{ scenarios: { a: { executor: 'constant-vus', vus: 2 } } }", 'script_field'],
])('%s is refused: %s', (text, code) => {
  expect(
    refusalOf(
      text,
      code === 'command_no_target' || text === '' ? undefined : text.startsWith('{ scenarios') ? 'http://127.0.0.1/' : undefined,
    )?.code,
  ).toBe(code);
});

test('requests of GraphQL are called by their operations', () => {
  const ask = (query: string, url = 'http://h.test/graphql') => `${url} --json '${JSON.stringify({ query })}'`;
  expect(read(`curl ${ask('query GetUser { me { name } }')}`).plan.name).toBe('POST GetUser h.test/graphql (curl)');
  const post = (query: string) => `http.post('http://h.test/graphql', '${JSON.stringify({ query })}');`;
  const several = [post('query A { a }'), post('mutation B { b }'), post('query A { c }'), `http.get('http://h.test/health');`];
  const { plan } = read(
    `import http from 'k6/http';\nexport const options = { vus: 1, duration: '10s' };\nexport default function () {\n${several.join('\n')}\n}`,
  );
  expect(plan.requests?.map(({ name }) => name)).toEqual(['A', 'B', 'request 3', 'request 4']);
});

describe('a stream', () => {
  const streamOf = (text: string) => read(text).plan.target?.stream;
  const chat = '{"model":"m","messages":[],"stream":true}';

  it('is what a curl asks for: events, lines, pieces, tokens in the shape of their server', () => {
    expect(streamOf('curl -N -H "Accept: text/event-stream" 127.0.0.1:1/events')).toBe('sse');
    expect(streamOf('curl -H "accept: application/x-ndjson" 127.0.0.1:1/rows')).toBe('ndjson');
    expect(streamOf('curl --no-buffer 127.0.0.1:1/')).toBe('chunks');
    expect(streamOf(`curl 127.0.0.1:1/v1/chat/completions -d '${chat}'`)).toEqual({ as: 'sse', tokens: 'openai' });
    expect(streamOf(`curl 127.0.0.1:1/v1/messages?beta=1 -d '${chat}'`)).toEqual({ as: 'sse', tokens: 'anthropic' });
    expect(streamOf(`curl -N 127.0.0.1:1/ -d '${chat.replace('true', 'false')}'`)).toBe('chunks');
    expect(streamOf('curl 127.0.0.1:1/')).toBeNull();
  });

  it('is what a script of xk6-sse opens', () => {
    const imported = read(`import sse from "k6/x/sse"
      export const options = { vus: 3, duration: '10s' }
      export default function () {
        const params = { method: 'POST', headers: { Authorization: 'Bearer x' }, body: '${chat}' }
        sse.open('http://127.0.0.1:1/v1/chat/completions', params, (client) => client.on('event', (e) => { if (e.id === '4') client.close() }))
      }`);
    expect(imported.plan.target).toMatchObject({
      method: 'POST',
      body: chat,
      headers: { Authorization: 'Bearer x', Accept: 'text/event-stream' },
      stream: { as: 'sse', tokens: 'openai' },
    });
    expect(flagsOf(imported)).toEqual(['client.close()']);
    const events = read(`options = { vus: 1, duration: '1s' }; sse.open('http://127.0.0.1:1/', {}, function () {})`);
    expect([events.plan.target?.method, events.plan.target?.stream, flagsOf(events)]).toEqual(['GET', 'sse', []]);
  });
});

describe('aiperf and genai-perf', () => {
  const bodyOf = ({ plan }: ImportedCommand) => JSON.parse(plan.target?.body ?? '');

  it('become streams at once, with their tokens counted and their goodput limits', () => {
    const imported = read(
      `aiperf profile -m tiny,other --endpoint-type chat --streaming --url 127.0.0.1:8000 --url other:8000 --concurrency 16 --request-count 200 --isl 30
        --osl 100 --api-key hush --extra-inputs temperature:0.7 ignore_eos:true --goodput "time_to_first_token:500 inter_token_latency:80 request_latency:900" --tokenizer gpt2 --num-profile-runs 3 -H X-A:b`.replaceAll(
        '\n',
        ' ',
      ),
    );
    expect(imported.plan.load).toMatchObject({ model: 'closed', connections: 16, requests: 200 });
    expect(imported.plan.target).toMatchObject({
      url: 'http://127.0.0.1:8000/v1/chat/completions',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-A': 'b' },
      auth: { bearer: 'hush' },
      stream: { as: 'sse', tokens: { shape: 'openai', ttft: '500ms', itl: '80ms' } },
    });
    const { messages, ...body } = bodyOf(imported);
    expect(body).toEqual({
      model: 'tiny',
      max_completion_tokens: 100,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.7,
      ignore_eos: true,
    });
    expect(messages[0].content.split(' ')).toHaveLength(30);
    expect(messages[0].content).toMatch(/^\{\{seq\}\} /);
    expect(flagsOf(imported)).toEqual([
      '--tokenizer gpt2',
      '--num-profile-runs 3',
      '--url other:8000',
      '-m other',
      '--goodput request_latency:900',
    ]);
  });

  it('of the Responses API ask in its own fields', () => {
    const imported = read('aiperf profile -m m -u http://h:1 --endpoint-type responses --streaming --isl 5 --osl 9');
    expect(imported.plan.target).toMatchObject({ url: 'http://h:1/v1/responses', stream: { tokens: { shape: 'openai' } } });
    expect(bodyOf(imported)).toEqual({
      model: 'm',
      input: [{ role: 'user', content: expect.any(String) }],
      max_output_tokens: 9,
      stream: true,
    });
  });

  it('with a rate arrive at random, as theirs do, and end by time', () => {
    const { plan } = read('aiperf profile -m m -u http://h:1 --streaming --request-rate 4 --benchmark-duration 60 --random-seed 7');
    expect(plan.load).toMatchObject({ model: 'open', rate: 4, duration: '1m', arrivals: 'poisson', seed: 7, maxConnections: 120 });
    const even = read('aiperf profile -m m --request-rate 2 --concurrency 5 --arrival-pattern constant --request-count 20');
    expect(even.plan.load).toMatchObject({ rate: 2, duration: '10s', arrivals: 'constant', maxConnections: 5 });
    expect(even.plan.target).toMatchObject({ url: 'http://localhost:8000/v1/chat/completions', stream: null });
    const window = read(
      'genai-perf profile -m m --endpoint-type completions --endpoint v2/c --measurement-interval 4000 --osl 5 -- -v --max-threads=9',
    );
    expect([window.plan.load, window.plan.target?.url, flagsOf(window)]).toMatchObject([
      { connections: 1, duration: '12s' },
      'http://localhost:8000/v2/c',
      ['-v', '--max-threads=9'],
    ]);
    expect(bodyOf(window)).toMatchObject({ model: 'm', max_tokens: 5, prompt: expect.stringMatching(/^\{\{seq\}\} the load/) });
  });

  it('are refused where they ask no text, or make no load', () => {
    expect(refusalOf('aiperf profile -m m --endpoint-type embeddings')?.code).toBe('command_endpoint');
    expect(refusalOf('genai-perf profile -m m')?.code).toBe('command_endpoint');
    expect(refusalOf('aiperf plot')?.code).toBe('command_no_run');
  });
});

it.each([
  ['curl http://127.0.0.1/', false, false],
  ["curl -m 5 -H 'Connection: close' http://127.0.0.1/", true, true],
  ['ab -n 9 http://127.0.0.1/', false, false],
  ['ab -k -s 5 -n 9 http://127.0.0.1/', true, true],
  ['wrk http://127.0.0.1/', false, false],
  ['wrk --timeout 30s http://127.0.0.1/', true, false],
  ['hey http://127.0.0.1/', false, false],
  ['hey -t 0 -disable-keepalive http://127.0.0.1/', true, true],
  ['oha http://127.0.0.1/', false, false],
  ['oha -t 5s --disable-keepalive http://127.0.0.1/', true, true],
  ['autocannon http://127.0.0.1/', false, false],
  ['autocannon -t 5 http://127.0.0.1/', true, false],
  ['fortio load http://127.0.0.1/', false, false],
  ['fortio load -timeout 5s -keepalive=true http://127.0.0.1/', true, true],
  ["echo 'GET http://127.0.0.1/' | vegeta attack -rate 9", false, false],
  ["echo 'GET http://127.0.0.1/' | vegeta attack -rate 9 -timeout 5s -keepalive=false", true, true],
])('%s: names a timeout %s, keep-alive %s', (text, timeout, keepAlive) => {
  expect(importCommand({ text }).named).toMatchObject({ timeout, keepAlive });
});
