import { durationMs } from '@plimsoll/contracts/duration';
import type { ImportedCommand } from '@plimsoll/contracts/imported-command';
import { loadDurationMs } from '@plimsoll/contracts/plan';
import { countRequests, rateLine } from '@plimsoll/contracts/rate-line';
import { describe, expect, it, test } from 'vitest';
import { importCommand } from '../import-command.ts';

const read = (text: string): ImportedCommand => importCommand({ text });
const flagsOf = ({ unmapped }: ImportedCommand) => unmapped.map(({ flag, value }) => (value === null ? flag : `${flag} ${value}`));
const command = (flags: string) => read(`ghz --insecure --call hoge.Foo/Hello ${flags} localhost:50051`);

/** Requests that an open load is to send. */
function countPlanned({ plan: { load } }: ImportedCommand): number {
  if (load.model !== 'open') throw new Error('The load is closed.');
  const stages = (load.stages ?? []).map(({ to, over }) => ({ to, overSeconds: durationMs(over) / 1000 }));
  const constant = [{ to: load.rate ?? 0, overSeconds: (loadDurationMs(load) ?? 0) / 1000 }];
  return countRequests(load.stages ? rateLine(load.startRate ?? 0, stages) : rateLine(load.rate ?? 0, constant));
}

const config = {
  proto: 'hoge.proto',
  call: 'hoge.Foo/Hello',
  metadata: { Authorization: 'Bearer hush' },
  total: 100,
  concurrency: 10,
  rps: 10,
  'stream-call-count': 50,
  'max-duration': '30s',
  connections: 3,
  'stream-interval': '20ms',
  'stream-call-duration': '5s',
  data: [{ name: 'a', n: 1 }, { name: '{{.RequestNumber}}' }],
  host: '127.0.0.1:50051',
  insecure: true,
  'reflect-metadata': { token: 'hush' },
  concurreny: 5,
};

test('a config may have comments and trailing commas, which are taken for none inside of texts', () => {
  const commented = `// The study of streams.
{
  "call": "hoge.Foo/Hello", // one stream
  /* 10 a second,
     for 10 s */
  "total": 100, "rps": 10, "insecure": true,
  "metadata": { "link": "http://127.0.0.1/*no*/,}", },
  "data": [{ "name": "a, // b ]" }, ],
  "host": "127.0.0.1:50051",
}
// The end.
`;
  const { plan, unmapped } = read(commented);
  expect(plan.target).toMatchObject({
    url: 'grpc://127.0.0.1:50051',
    grpc: { metadata: { link: 'http://127.0.0.1/*no*/,}' }, message: { name: 'a, // b ]' } },
  });
  expect(plan.load).toMatchObject({ rate: 10, duration: '10s' });
  expect(unmapped).toEqual([]);
});

test('a config becomes calls by the rate of its streams, with its messages inside each', () => {
  const imported = read(JSON.stringify(config));
  const { plan, named, unmapped, notes } = imported;
  expect(plan).toMatchObject({
    name: 'hoge.Foo/Hello 127.0.0.1:50051 (ghz)',
    target: {
      url: 'grpc://127.0.0.1:50051',
      grpc: {
        call: 'hoge.Foo/Hello',
        reflection: true,
        metadata: { authorization: 'Bearer hush' },
        messages: [{ name: 'a', n: 1 }, { name: '{{seq}}' }],
        messagesPerStream: 50,
        messageInterval: '20ms',
        streamDuration: '5s',
        deadline: '20s',
      },
    },
    connection: { protocol: 'grpc', streams: 4, maxActiveRequests: 10 },
    load: { model: 'open', rate: 10, duration: '10s', maxConnections: 3 },
    timeout: '20s',
  });
  expect(named).toEqual({ target: true, load: true, timeout: false, keepAlive: false });
  expect(flagsOf(imported)).toEqual(['concurreny 5', 'proto hoge.proto', 'reflect-metadata •••']);
  expect(JSON.stringify(unmapped)).not.toContain('hush');
  expect(notes.join(' ')).toContain('100 requests at 10/s take 10s');
  expect(notes.join(' ')).toContain('a stream is one, however many messages are in it');
});

test('the same config as TOML, or as an object of JavaScript, is the same plan', () => {
  const { plan } = read('{ call: "a.B.C", host: "h:1", total: 7, data: { x: "y" }, async: false }');
  const toml = read('call = "a.B.C"\nhost = "h:1"\ntotal = 7\n\n[data]\nx = "y"\n');
  expect(toml.plan).toEqual(plan);
  expect(plan).toMatchObject({
    target: { url: 'grpcs://h:1', grpc: { call: 'a.B/C', message: { x: 'y' } } },
    load: { model: 'closed', connections: 1, requests: 7 },
    connection: { streams: 50 },
  });
});

test('a config without a host takes the target that is given beside it', () => {
  const imported = importCommand({ text: '{"call":"a.B/C"}', url: 'grpc://127.0.0.1:9' });
  expect(imported.plan.target?.url).toBe('grpc://127.0.0.1:9');
});

/** Flags, load, what else the connection has, and what is listed. */
const loads: readonly [string, object, object, string[]][] = [
  ['', { model: 'closed', connections: 1, requests: 200 }, { streams: 50, maxActiveRequests: null }, []],
  ['-c 10 -n 100 --connections 4', { connections: 4, requests: 100 }, { streams: 3, maxActiveRequests: 10 }, []],
  ['-z 10s -n 5', { model: 'closed', duration: '10s' }, { streams: 50 }, ['-n 5']],
  ['-x 30s -z 10s -n 100', { requests: 100, duration: '30s' }, {}, ['-z 10s']],
  ['-c 5000 -z 1m', { connections: 1 }, { streams: 1000 }, []],
  ['--rps 5 -x 10s', { model: 'open', rate: 5, duration: '10s', maxConnections: 1 }, { streams: 50 }, []],
  ['-r 3 -n 100', { rate: 3, duration: '33333ms' }, {}, []],
  ['-r 50 --async -c 9', { rate: 50, duration: '4s' }, { streams: 1000, maxActiveRequests: null }, ['-c 9']],
  ['--async', { model: 'closed' }, { streams: 50 }, ['--async']],
  [
    '--load-schedule step --load-start 50 --load-step 10 --load-end 70 --load-step-duration 5s -z 20s -r 7 -c 10',
    {
      startRate: 50,
      stages: [
        { to: 50, over: '5s' },
        { to: 60, over: '0s' },
        { to: 60, over: '5s' },
        { to: 70, over: '0s' },
        { to: 70, over: '5s' },
        { to: 70, over: '5s' },
      ],
    },
    { streams: 10 },
    ['-r 7'],
  ],
  [
    '--load-schedule line --load-start 200 --load-step=-2 --load-end 100 -x 60s -n 100000 --load-step-duration 1s',
    {
      startRate: 200,
      stages: [
        { to: 100, over: '50s' },
        { to: 100, over: '10s' },
      ],
    },
    {},
    ['--load-step-duration 1s'],
  ],
  ['--load-step 5 --load-end 9', { model: 'closed' }, {}, ['--load-step 5', '--load-end 9']],
  [
    '--concurrency-schedule step --concurrency-start 5 --concurrency-step 5 --concurrency-end 10 --concurrency-step-duration 5s -n 9 --connections 2',
    {
      model: 'closed',
      startConnections: 5,
      stages: [
        { to: 5, over: '5s' },
        { to: 10, over: '0s' },
        { to: 10, over: '5s' },
        { to: 10, over: '5s' },
      ],
    },
    { streams: 1 },
    ['-n 9', '--connections 2'],
  ],
  [
    '--concurrency-schedule line --concurrency-start 20 --concurrency-step 2 --concurrency-max-duration 30s -r 10',
    { model: 'open', rate: 10 },
    { maxActiveRequests: null },
    ['--concurrency-schedule line', '--concurrency-start 20', '--concurrency-step 2', '--concurrency-max-duration 30s'],
  ],
];
test.each(loads)('ghz %s', (flags, load, connection, unmapped) => {
  const imported = command(flags);
  expect(imported.plan.load).toMatchObject(load);
  expect(imported.plan.connection).toMatchObject({ protocol: 'grpc', ...connection });
  expect(flagsOf(imported)).toEqual(unmapped);
});

test.each([
  '-r 3 -n 100',
  '-r 7000 -n 12345',
  '--load-schedule step --load-start 7 --load-step 3 --load-step-duration 2s -n 123',
  '--load-schedule step --load-start 50 --load-step=-10 --load-end 20 --load-step-duration 1s -n 777',
  '--load-schedule line --load-start 5 --load-step 5 --load-max-duration 3s -n 321',
  '--load-schedule line --load-start 5 --load-step 5 --load-end 50 -n 123',
])('an open load sends as many calls as %s asks for', (flags) => {
  expect(countPlanned(command(flags))).toBe(Number(/-n (\d+)/.exec(flags)?.[1]));
});

describe('the end of a run', () => {
  const notesOf = (flags: string) => command(flags).notes.join(' ');
  it('is told where a number and a time are both given', () => {
    expect(notesOf('-n 100 -x 30s')).toContain('after 100 requests or 30s, whichever comes first');
    expect(notesOf('-n 1000 -x 30s -r 10')).toContain('The run ends after 30s: 1000 requests would take longer');
  });

  it('makes no errors of calls under way, whatever ghz would do', () => {
    expect(notesOf('-z 30s')).toContain('a call that is then cut off is not an error');
    expect(command('-z 30s --duration-stop close').unmapped).toMatchObject([{ flag: '--duration-stop', value: 'close' }]);
    expect(command('-z 30s --duration-stop wait').unmapped).toMatchObject([{ why: 'Plimsoll does this anyway.' }]);
  });
});

test('TLS, metadata and templates are those of ghz; what a plan has no counterpart for is listed', () => {
  const imported = read(
    `ghz --protoset b.protoset -i a,b --cacert ca.pem --cert c.pem --key k.pem --cname api.test --skipTLS --authority me:1 -e
    --call .a.B.C -m '{"X-Bin-bin":"ü","grpc-timeout":"1S","t":"{{newUUID}} {{.MethodName}}"}' --lb-strategy=round_robin
    -d '{"id":"{{randomInt 1 9}}","s":["{{randomString 3}}","{{randomString 3}}","{{ .UUID }}"]}' --stream-dynamic-messages --keepalive 10s --connect-timeout 5s
    --skipFirst 5 --count-errors --cpus 4 -O json -o out.json --name nightly --tags '{"env x":"lab"}' -t 0 host.test`.replaceAll('\n', ' '),
  );
  expect(imported.plan).toMatchObject({
    target: {
      url: 'grpcs://host.test:443',
      grpc: {
        call: 'a.B/C',
        metadata: { 'x-bin-bin': 'w7w=', t: '{{uuid}} C' },
        message: { id: '{{randomInt 1 8}}', s: ['{{"{{"}}randomString 3}}', '{{"{{"}}randomString 3}}', '{{uuid}}'] },
        authority: 'me:1',
        gzip: true,
        deadline: null,
      },
    },
    connection: { tls: { verify: false, serverName: 'api.test' } },
    tags: { env_x: 'lab', name: 'nightly' },
    timeout: '30s',
  });
  expect(flagsOf(imported)).toEqual([
    '-i a,b',
    '--cacert ca.pem',
    '--cert c.pem',
    '--key k.pem',
    '--lb-strategy round_robin',
    '--keepalive 10s',
    '--connect-timeout 5s',
    '--skipFirst 5',
    '--count-errors',
    '--cpus 4',
    '-O json',
    '-o out.json',
    '--protoset b.protoset',
    '-d {{randomString 3}}',
    '-m grpc-timeout 1S',
    '--stream-dynamic-messages',
  ]);
  expect(imported.unmapped.every(({ why }) => /^[A-Z"].*\.$/.test(why))).toBe(true);
});

test('files of messages are named, and what is piped in is read', () => {
  expect(flagsOf(command('-D data.json -M md.json --skipTLS --cname x'))).toEqual(['-D data.json', '-M md.json', '--skipTLS', '--cname x']);
  expect(flagsOf(command('-B data.bin'))).toEqual(['-B data.bin']);
  expect(flagsOf(command('-d @'))).toEqual(['-d']);
  const piped = read(`echo '{"a":1}' | ghz --insecure --call a.B/C -d @ localhost:1`);
  expect(piped.plan.target?.grpc?.message).toEqual({ a: 1 });
});
