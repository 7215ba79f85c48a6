/** `--local`: loads, verdicts, files and exit codes without any server. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parsePlanYaml } from '@plimsoll/contracts/plan-yaml';
import { readResult } from '@plimsoll/import/read-result';
import { freePort } from '@plimsoll/testbed/free-port';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { Listener } from '@plimsoll/testbed/listen';
import { startEventSource } from '@plimsoll/testbed/targets/event-source';
import { until } from '@plimsoll/testbed/until';
import { parse } from 'junit2json';
import { expect, test as plainTest } from 'vitest';
import { command, emptyFolder, main, startCommand } from './command.ts';

interface Counted extends Listener {
  /** Requests so far. */
  answered(): number;
}

/** Commands start and wait: the tests wait side by side, each with targets of its own. */
const test = plainTest.extend<{ fast: Counted; slow: Listener }>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  fast: async ({}, use) => {
    let answered = 0;
    const target = await startHttpTarget((_, answer) => {
      answered += 1;
      setTimeout(() => answer.end('ok'), 2);
    });
    await use({ ...target, answered: () => answered });
    await target.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  slow: async ({}, use) => {
    const target = await startHttpTarget((_, answer) => void setTimeout(() => answer.end('ok'), 40));
    await use(target);
    await target.close();
  },
}).concurrent;

const files = ['run.json', 'junit.xml', 'comment.md', 'run.csv', 'report.html', 'run.hlog', 'load-performance.json'];
const outs = (names: readonly string[]) => names.flatMap((name) => ['--out', name]);

// Nothing beside it: its times are looked at.
plainTest('a language model has its tokens and their times in the terminal', async () => {
  const target = await startEventSource();
  const cwd = emptyFolder();
  const plan = {
    version: 1,
    name: 'model',
    target: { url: target.url({ form: 'openai', events: 5, first: 30, gap: 20, usage: true }), stream: { as: 'sse', tokens: 'openai' } },
    load: { model: 'closed', connections: 2, requests: 100 },
    thresholds: ['ttft p(50) > 29ms', 'ttft p(50) < 90ms', 'itl p(50) > 19ms', 'itl p(50) < 60ms', 'tokens_per_second > 1'],
  };
  writeFileSync(join(cwd, 'plan.json'), JSON.stringify(plan));
  const { code, out, err } = await command(['run', 'plan.json', '--local', ...outs(['load-performance.json'])], { cwd });
  const { written } = await target.log();
  await target.close();
  expect(code, out).toBe(0);
  expect(out).toMatch(new RegExp(`Messages +0 sent, ${written} received`));
  expect(out).toMatch(/TTFT +[\d.]+\sm?s/);
  expect(out).toMatch(/ITL +[\d.]+\sm?s/);
  // The target waits 30 ms before the first token, and four times 20 ms more until the answer is whole.
  const [, p50, p95] = /p50 TTFT ([\d.]+)\sms {2}p95 TTFT ([\d.]+)\sms/.exec(err) ?? expect.fail(err);
  for (const shown of [p50, p95]) expect(Number(shown)).toBeGreaterThan(29);
  expect(Number(p50)).toBeLessThan(90);
  const { metrics } = JSON.parse(readFileSync(join(cwd, 'load-performance.json'), 'utf8'));
  expect(metrics.ttft.min).toBeGreaterThan(29);
  expect(metrics.ttft.med).toBeLessThan(90);
  expect(metrics.http_req_duration.min).toBeGreaterThan(108);
  expect(metrics.http_reqs.count).toBe(100);
});

test('a run from an empty folder counts what the target counted, and writes every file', async ({ fast }) => {
  const cwd = emptyFolder();
  const { code, out } = await command(['run', `${fast.url}/?token=s3cret-of-mine`, '--local', '--duration', '2s', ...outs(files)], { cwd });
  expect(out).toContain('200 requests');
  expect(code, out).toBe(0);
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
  const { run } = JSON.parse(read('run.json')) as { run: { summary: { requests: number }; state: string } };
  expect(run).toMatchObject({ state: 'completed', summary: { requests: fast.answered() } });
  expect(fast.answered()).toBe(200);
  expect(read('run.csv').trim().split('\r\n').length).toBeGreaterThanOrEqual(3);
  expect(read('run.hlog')).toContain('#[Histogram log format version 1.3]');
  expect(read('report.html')).toContain('<title>127.0.0.1');
  const { metrics } = JSON.parse(read('load-performance.json'));
  expect(metrics).toMatchObject({ http_reqs: { count: 200 }, http_req_failed: { value: 0 } });
  expect(Object.keys(metrics)).toEqual(['http_req_duration', 'http_reqs', 'http_req_failed', 'checks']);
  expect(read('comment.md')).toContain('200 requests');
  const suites = await parse(read('junit.xml'));
  expect(suites).toMatchObject({ tests: 3, failures: 0 });
  for (const name of files) expect(read(name), name).not.toContain('s3cret-of-mine');
  expect(out).not.toContain('s3cret-of-mine');
  const imported = readResult(read('run.json'));
  if (imported.data !== 'requests') throw new Error(imported.data);
  expect(imported.tool).toBe('plimsoll');
  expect(imported.seconds.reduce((sum, { done }) => sum + done, 0)).toBe(fast.answered());
});

test('a URL gets the headers, the method and the body of the command line; a secret among them stands in no file', async () => {
  const cwd = emptyFolder();
  const seen = new Set<string>();
  const target = await startHttpTarget(async (asked, answer) => {
    const body = await text(asked);
    seen.add(`${asked.method} ${asked.headers.authorization} ${asked.headers['x-trace']} ${body}`);
    answer.end('ok');
  });
  const headers = ['-H', 'Authorization: Bearer s3cret-of-mine', '--header', 'X-Trace: a: b'];
  const load = ['--duration', '1s', '--rate', '20'];
  const args = ['run', `${target.url}/`, '--local', ...headers, '--method', 'put', '--body', '{"a":1}', ...load, ...outs(['run.json'])];
  const { code, out } = await command(args, { cwd });
  await target.close();
  expect(code, out).toBe(0);
  expect([...seen]).toEqual(['PUT Bearer s3cret-of-mine a: b {"a":1}']);
  expect(out + readFileSync(join(cwd, 'run.json'), 'utf8')).not.toContain('s3cret-of-mine');
});

test('several load threads make the run together', async ({ fast }) => {
  const { code, out } = await command(['run', `${fast.url}/`, '--local', '--duration', '2s', '--rate', '200'], {
    cwd: emptyFolder(),
    env: { PLIMSOLL_THREADS: '2' },
  });
  expect({ code, answered: fast.answered() }, out).toEqual({ code: 0, answered: 400 });
});

test('a threshold that fails is 99, and JUnit has it as a failure', async ({ fast }) => {
  const cwd = emptyFolder();
  const args = [
    'run',
    `${fast.url}/`,
    '--local',
    '--duration',
    '2s',
    '--threshold',
    'p(99) < 1us',
    '--out',
    'junit.xml',
    '--out',
    'github',
  ];
  const { code, out, err } = await command(args, { cwd });
  expect(code).toBe(99);
  expect(out).toContain('✗');
  expect(err).toMatch(/::error title=127\.0\.0\.1%3A\d+%3A p\(99\) < 1us::/);
  const suites = await parse(readFileSync(join(cwd, 'junit.xml'), 'utf8'));
  expect(suites).toMatchObject({ tests: 4, failures: 1 });
});

test('a target that nobody serves is 93, in full, and no pass in any file', async () => {
  const cwd = emptyFolder();
  const url = `http://127.0.0.1:${await freePort()}/`;
  const { code, out } = await command(
    ['run', url, '--local', '--duration', '2s', '--threshold', 'error_rate < 100%', ...outs(['junit.xml'])],
    { cwd },
  );
  expect(code).toBe(93);
  expect(out).toContain('Nothing answered');
  // Said once, and without a table of times that nobody took.
  expect(out.replace(/\s+/g, ' ').split('Check that the target runs').length).toBe(2);
  expect(out).not.toContain('p99.9');
  const suites = await parse(readFileSync(join(cwd, 'junit.xml'), 'utf8'));
  expect(suites).toMatchObject({ failures: expect.any(Number) });
  expect((suites as { failures: number }).failures).toBeGreaterThan(0);
});

test('a run of answers that are all refused is 93 though its threshold passes, with an example of what was wrong', async () => {
  const cwd = emptyFolder();
  const closed = await startHttpTarget((_, answer) => void answer.writeHead(403).end('no'));
  const { code, out } = await command(
    ['run', `${closed.url}/`, '--local', '--duration', '1s', '--threshold', 'throughput > 1', ...outs(['junit.xml'])],
    { cwd },
  );
  await closed.close();
  expect(code, out).toBe(93);
  expect(out).toContain('All failed: HTTP 403.');
  expect(out).toMatch(/100 × HTTP 403\n +\S.*\./);
  const suites = await parse(readFileSync(join(cwd, 'junit.xml'), 'utf8'));
  expect(suites).toMatchObject({ failures: 1 });
});

test('a target beyond this machine is refused with 104 unless it is allowed by name, and so are plans and arguments that are wrong', async ({
  fast,
  slow,
}) => {
  const cwd = emptyFolder();
  const [plan, whole] = [join(cwd, 'plan.yml'), join(cwd, 'whole.yml')];
  writeFileSync(
    whole,
    JSON.stringify({ version: 1, name: 'whole', target: { url: fast.url }, load: { model: 'open', rate: 10, duration: '1s' } }),
  );
  writeFileSync(plan, 'version: 1\nname: bad\ntarget:\n  url: ftp://example.com/\nload:\n  model: open\n');
  const wrong: readonly (readonly string[])[] = [
    ['run', 'http://192.0.2.1/', '--local', '--duration', '1s'],
    ['plan', 'check', plan],
    ['run', plan, '--local'],
    ['run', 'missing.yml', '--local'],
    ['run', whole, '--local', '--rate', '500'],
    ['capacity', whole, '--local', '--duration', '1s'],
    ['ab', '--local', '--base', fast.url, '--head', slow.url, '--plan', whole, '--duration', '1s'],
    ['run', randomUUID(), '--duration', '1s'],
    ['run', randomUUID(), '--threshold', 'p(99) < 1s'],
    ['run', randomUUID(), '-H', 'Accept: text/plain'],
    ['run', whole, '--local', '--header', 'Accept: text/plain', '--method', 'PUT'],
    ['run', `${fast.url}/`, '--local', '-H', 'Accept text/plain'],
    ['run', `${fast.url}/`, '--allow', 'staging.example.com'],
    ['run', `${fast.url}/`, '--local', '--rate', 'many'],
    ['run', `${fast.url}/`, '--local', '--out', 'run.exe'],
    ['run', `${fast.url}/`, '--local', '--out', 'missing/run.json'],
    ['import'],
    ['import', '.'],
    ['agent', '--pid', '1', '--port', '80'],
    ['agent', '--pid', 'abc'],
    ['open', 'nonsense'],
    ['run'],
    ['fly'],
    ['ab', '--local', '--base', fast.url, '--head', plan],
    ['ab', '--local', '--base', fast.url, '--head', slow.url, '--detect', 'little'],
    ['ab', '--local', '--base', fast.url, '--head', slow.url, '--max', '5'],
  ];
  const before = fast.answered();
  for (const args of wrong) {
    const { code, out, err } = await command(args, { cwd });
    expect(code, `${args.join(' ')}\n${out}${err}`).toBe(104);
    expect((out + err).length).toBeGreaterThan(20);
  }
  expect(fast.answered()).toBe(before);
  expect((await command(['plan', 'check', plan], { cwd })).err).toContain('plan.yml:4:');
  expect(existsSync(join(cwd, 'run.exe'))).toBe(false);
  const closed = await command(['run', 'http://192.0.2.1/', '--local', '--duration', '1s'], { cwd });
  expect(closed.out).toContain('192.0.2.1: Target refused. Load to 192.0.2.1 is not allowed');
  expect(closed.out).toContain('add --allow 192.0.2.1.');
  expect(closed.out).not.toContain('PLIMSOLL_TARGETS');
  expect((await command(['agent', '--port', '70000'], { cwd })).err).toContain('--port: 70000 is no number from 1 to 65535.');
  const bare = await command(['run', '127.0.0.1:8080/shop', '--local', '--rate', '5'], { cwd });
  const unknown = await command(['run', `${fast.url}/`, '--locl', '--json'], { cwd });
  expect(JSON.parse(unknown.out)).toMatchObject({ event: 'error', exit: { code: 104 }, message: expect.stringContaining('--locl') });
  const { err } = await command(['run', `${fast.url}/`, '--locl'], { cwd });
  expect(err.trim().split('\n')).toEqual([
    "unknown option '--locl' (Did you mean --local?)",
    '"plimsoll run --help" lists the options.',
    'Exit code 104: the plan, the arguments or the target are refused.',
  ]);
  expect([bare.code, bare.err]).toEqual([104, expect.stringContaining('A target begins with its scheme: http://127.0.0.1:8080/shop.')]);
});

test('a command line of another tool becomes a plan, with all that is told beside it on standard error', async () => {
  const cwd = emptyFolder();
  const ask = (text: string, ...more: readonly string[]) => command(['import', '--command', text, ...more], { cwd });
  const wrk = await ask('wrk -t 2 -c 50 -d 10s https://127.0.0.1:8443/');
  expect(wrk.err).toContain('-t 2: Plimsoll chooses its load threads.');
  expect(wrk.err).toContain('wrk takes any certificate.');
  expect(parsePlanYaml(wrk.out, String)).toMatchObject({ plan: { load: { model: 'closed', connections: 50 } } });
  const curl = await ask('curl http://127.0.0.1:8080/');
  expect(curl.err).toMatch(/^The command names no load: the plan has 10\/s, 10\ss\.\n$/);
  // Options of k6 name no target: it is given beside them.
  const k6 = 'export const options = { vus: 3, duration: "5s" }';
  expect((await ask(k6)).code).toBe(104);
  const aimed = await ask(k6, '--url', 'http://127.0.0.1:8080/shop', '--name', 'shop', '--json');
  expect(aimed.code, aimed.err).toBe(0);
  expect(JSON.parse(aimed.out)).toMatchObject({
    plan: { name: 'shop', target: { url: 'http://127.0.0.1:8080/shop' } },
    named: { target: false, load: true },
    notes: [expect.stringContaining('3 virtual users')],
  });
});

test('Ctrl-C ends the load and is 130, with what was measured', async ({ fast }) => {
  const { child, ended, printed } = startCommand(['run', `${fast.url}/`, '--local', '--duration', '60s', '--json'], { cwd: emptyFolder() });
  await until(
    'two seconds are told',
    40_000,
    () => printed().split('"event":"second"').length,
    (parts) => parts > 2,
  );
  child.kill('SIGINT');
  const { code, out } = await ended;
  expect(code).toBe(130);
  const last = JSON.parse(out.trim().split('\n').at(-1) ?? '') as object;
  expect(last).toMatchObject({ event: 'end', exit: { code: 130, reason: 'stopped' }, run: { state: 'stopped' } });
  const before = fast.answered();
  await new Promise((waited) => setTimeout(waited, 1200));
  expect(fast.answered()).toBe(before);
});

test('many failures that no threshold looks at are 0, and the last lines say so, with what makes it fail', async () => {
  let asked = 0;
  const target = await startHttpTarget((_, answer) => {
    asked += 1;
    answer.writeHead(asked % 8 < 3 ? 500 : 200).end('ok');
  });
  const ask = (...more: readonly string[]) =>
    command(['run', `${target.url}/`, '--local', '--duration', '1s', ...more], { cwd: emptyFolder() });
  const silent = await ask();
  const beside = await ask('--threshold', 'p(99) < 10s');
  const looked = await ask('--threshold', 'error_rate < 50%');
  const json = await ask('--json');
  await target.close();
  for (const { code, err } of [silent, beside]) {
    expect(code, err).toBe(0);
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(
      /Exit code 0, though 3[78](?:\.\d)? % failed: .*--threshold "error_rate < 1%".* it is 99\. $/,
    );
  }
  expect([looked.code, looked.err]).toEqual([0, expect.not.stringContaining('Exit code')]);
  expect([json.code, json.err]).toEqual([0, '']);
});

test('a server that is away is told at once, while it is asked again', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { child, ended, printed } = startCommand(['export', '1'], {
    cwd: emptyFolder(),
    env: { PLIMSOLL_URL: url, PLIMSOLL_TOKEN: 'plm_any' },
  });
  await until('it is told', 20_000, printed, (text) => text.includes(`${url} does not answer.`));
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  const { code, err } = await ended;
  expect([code, err.match(/does not answer/g)?.length, err]).toEqual([130, 1, expect.stringContaining('Asking again for 30 s.')]);
});

test('Ctrl-C ends what asks a server that says nothing', async () => {
  let asked = 0;
  const silent = await startHttpTarget(() => {
    asked += 1;
  });
  const env = { PLIMSOLL_URL: silent.url, PLIMSOLL_TOKEN: 'plm_any' };
  const { child, ended } = startCommand(['compare', '1', '2'], { cwd: emptyFolder(), env });
  await until(
    'the server is asked',
    30_000,
    () => asked,
    (count) => count > 0,
  );
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 130, err: 'Exit code 130: stopped.\n' });
  await silent.close();
});

test('tools for an assistant end with their input, also with that of no pipe', async () => {
  const env = { PLIMSOLL_URL: 'http://127.0.0.1:1', PLIMSOLL_TOKEN: 'plm_any' };
  const line = `cat; exec "${process.execPath}" "${main}" mcp < /dev/null`;
  expect(await command([line], { cwd: emptyFolder(), env, node: 'sh', file: '-c' })).toEqual({ code: 0, out: '', err: '' });
});

test('a command tells the options of all commands beside its own', async () => {
  const { code, out } = await command(['run', '--help'], { cwd: emptyFolder() });
  expect(code).toBe(0);
  expect(out).toMatch(/--server <url>[\s\S]*--json/);
});

test('a reader that leaves before the end ends the load, as Ctrl-C does; where only progress goes unread, the verdict stands', async ({
  fast,
  slow,
}) => {
  const started = startCommand(['run', `${fast.url}/`, '--local', '--duration', '60s', '--json'], { cwd: emptyFolder() });
  await until('a second is told', 30_000, started.printed, (text) => text.includes('"event":"second"'));
  started.child.stdout?.destroy();
  const { code, err } = await started.ended;
  expect(code, err).toBe(130);
  expect(err).not.toContain('EPIPE');
  expect(fast.answered()).toBeLessThan(6000);
  const unread = startCommand(['run', `${slow.url}/`, '--local', '--duration', '7s', '--rate', '10'], { cwd: emptyFolder() });
  unread.child.stderr?.destroy();
  expect(await unread.ended).toMatchObject({ code: 0, out: expect.stringContaining('70 requests') });
});

test('two sides with too few seconds are undecided: 0, and 91 where asked to be strict; a threshold that fails is 99', async ({
  fast,
  slow,
}) => {
  const args = ['ab', '--local', '--base', `${fast.url}/`, '--head', `${slow.url}/`, '--rate', '50', '--duration', '1s', '--max', '4s'];
  for (const [code, more] of [
    [0, []],
    [91, ['--strict']],
    [99, ['--strict', '--threshold', 'p(99) < 1us']],
  ] as const) {
    const cwd = emptyFolder();
    const ended = await command([...args, ...more, ...outs(['ab.csv'])], { cwd });
    expect(ended.code, ended.out + ended.err).toBe(code);
    expect(ended.out).toMatch(/^Metric +base +candidate +change/m);
    const [, ...rows] = readFileSync(join(cwd, 'ab.csv'), 'utf8').trim().split('\n');
    expect(new Set(rows.map((row) => row.split(',')[0]))).toEqual(new Set([new URL(slow.url).host]));
  }
});
