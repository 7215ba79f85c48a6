/** The command against a real server: every exit code, each with the full output. All but the last wait beside each other. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@plimsoll/testbed/free-port';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { Listener } from '@plimsoll/testbed/listen';
import { until } from '@plimsoll/testbed/until';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAlive } from './alive.ts';
import { startAssistant } from './assistant.ts';
import { command, emptyFolder, main, startCommand } from './command.ts';
import { startServer, type TestServer } from './server.ts';

const fixture = fileURLToPath(new URL('fixtures/tiny-service.mjs', import.meta.url));
let server: TestServer;
let target: Listener;
let asked = 0;
let url: string;
let token: string;
let env: Record<string, string>;
/** Of the owner in a browser. */
let browser: TestServer['browser'];

beforeAll(async () => {
  [server, target] = await Promise.all([
    startServer(),
    startHttpTarget((_, answer) => {
      asked += 1;
      setTimeout(() => answer.end('ok'), 2);
    }),
  ]);
  ({ url, token, browser } = server);
  env = { PLIMSOLL_URL: url, PLIMSOLL_TOKEN: token };
}, 120_000);

afterAll(async () => {
  await target?.close();
  await server?.close();
});

const ask = (...args: readonly string[]) => command(args, { cwd: emptyFolder(), env });
const lastOf = (out: string) => JSON.parse(out.trim().split('\n').at(-1) ?? '') as Record<string, never>;

describe.concurrent('a server that is there', () => {
  test('a run that is fine is 0, with its figures, its page and its files; no file and no line has the token', async () => {
    const cwd = emptyFolder();
    const names = ['run.json', 'run.csv', 'report.html', 'run.hlog', 'junit.xml', 'comment.md'];
    const args = ['run', `${target.url}/`, '--duration', '2s', '--tag', 'branch=main', ...names.flatMap((name) => ['--out', name])];
    const tokenFile = join(emptyFolder(), 'token');
    writeFileSync(tokenFile, `${token}\n`);
    const { code, out, err } = await command(args, { cwd, env: { PLIMSOLL_URL: url, PLIMSOLL_TOKEN_FILE: tokenFile } });
    expect(code, out + err).toBe(0);
    expect(out).toContain('200 requests');
    expect(out).toMatch(new RegExp(`${url}/runs/\\d+`));
    for (const name of names) expect(statSync(join(cwd, name)).size, name).toBeGreaterThan(200);
    expect(JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8'))).toMatchObject({ run: { tags: { branch: 'main' } } });
    expect(out + err + names.map((name) => readFileSync(join(cwd, name), 'utf8')).join('')).not.toContain(token);
    const [, number = ''] = /\/runs\/(\d+)/.exec(out) ?? [];
    const exported = await Promise.all([ask('export', number, '--format', 'csv'), ask('export', `#${number}`, '--format', 'csv')]);
    expect(exported.map((one) => [one.code, one.out])).toEqual([0, 0].map((fine) => [fine, readFileSync(join(cwd, 'run.csv'), 'utf8')]));
  });

  test('thresholds that fail are 99, a target that nobody serves is 93', async () => {
    const failed = await ask('run', `${target.url}/`, '--duration', '2s', '--threshold', 'p(99) < 1us');
    expect(failed.code, failed.out + failed.err).toBe(99);
    expect(failed.out).toContain('200 requests');
    const silent = await ask('run', `http://127.0.0.1:${await freePort()}/`, '--duration', '2s');
    expect(silent.code, silent.out + silent.err).toBe(93);
    expect(silent.out).toContain('Nothing answered');
  });

  test('Ctrl-C stops the run on the server and is 130', async () => {
    const { child, ended, printed } = startCommand(['run', `${target.url}/`, '--duration', '60s', '--json'], { cwd: emptyFolder(), env });
    await until('a second is told', 100_000, printed, (text) => text.includes('"event":"second"'));
    child.kill('SIGINT');
    const { code, out } = await ended;
    expect(code).toBe(130);
    expect(lastOf(out)).toMatchObject({ event: 'end', exit: { code: 130 }, run: { state: 'stopped' } });
  });

  test('Ctrl-C stops a search for the capacity on the server and is 130', async () => {
    const args = ['capacity', `${target.url}/`, '--duration', '60s', '--start', '20', '--json'];
    const { child, ended, printed } = startCommand(args, { cwd: emptyFolder(), env });
    await until('a try is told', 100_000, printed, (text) => text.includes('try 1'));
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    expect(code, out + err).toBe(130);
    expect(lastOf(out)).toMatchObject({ event: 'end', exit: { code: 130, reason: 'stopped' } });
  }, 280_000);

  test('a plan that the server refuses, a token that it does not know and a target that is not allowed are 104', async () => {
    expect((await ask('run', 'http://192.0.2.1/', '--duration', '1s')).code).toBe(104);
    expect((await ask('compare', '999999', '999998')).code).toBe(104);
    const absent = await ask('export', '999999');
    expect([absent.code, absent.err]).toEqual([104, expect.stringContaining('There is no such run.')]);
    const file = await ask('compare', 'run.json', '1');
    expect([file.code, file.err]).toEqual([104, expect.stringContaining('A file becomes a run by "plimsoll import"')]);
    const stranger = await command(['run', `${target.url}/`], { cwd: emptyFolder(), env: { ...env, PLIMSOLL_TOKEN: 'plm_wrong' } });
    expect(stranger.code).toBe(104);
    expect(stranger.out + stranger.err).not.toContain('plm_wrong');
    const cwd = emptyFolder();
    const unreadable = await command(['run', `${target.url}/`], {
      cwd,
      env: { PLIMSOLL_URL: url, PLIMSOLL_TOKEN_FILE: join(cwd, 'none') },
    });
    expect([unreadable.code, unreadable.err]).toEqual([104, expect.stringContaining('PLIMSOLL_TOKEN_FILE names cannot be read (ENOENT)')]);
    const nobody = await command(['run', `${target.url}/`], { cwd: emptyFolder() });
    expect(nobody.code).toBe(104);
    expect(nobody.err).toContain('plimsoll login');
  });

  test('login tries the token, and stores it so that only its owner reads it', async () => {
    const cwd = emptyFolder();
    expect((await command(['login', url, '--token-stdin'], { cwd, input: 'plm_wrong\n' })).code).toBe(104);
    const { code, out, err } = await command(['login', `${url}/`, '--token-stdin'], { cwd, input: `${token}\n` });
    expect(code, err).toBe(0);
    expect(out + err).not.toContain(token);
    expect(statSync(join(cwd, '.config/plimsoll/login.json')).mode & 0o777).toBe(0o600);
    const run = await command(['run', `${target.url}/`, '--duration', '1s'], { cwd });
    expect(run.code, run.out + run.err).toBe(0);
    // Another server never sees it.
    const other = await command(['run', `${target.url}/`, '--server', target.url], { cwd });
    expect(other.code).toBe(104);
  });

  test('a run that was made without a server is imported with the same counts', async () => {
    const cwd = emptyFolder();
    await command(['run', `${target.url}/`, '--local', '--duration', '2s', '--out', 'run.json'], { cwd });
    const { code, out, err } = await command(['import', 'run.json', '--json'], { cwd, env });
    expect(code, out + err).toBe(0);
    expect(lastOf(out)).toMatchObject({ run: { source: { tool: 'plimsoll' }, summary: { requests: 200, failed: 0 } } });
    writeFileSync(join(cwd, 'ab.txt'), 'Time taken for tests:   1.860 seconds\nComplete requests:      1500\n');
    const nowhere = await command(['import', 'ab.txt'], { cwd, env });
    expect([nowhere.code, nowhere.err]).toEqual([104, expect.stringContaining('--url')]);
    writeFileSync(join(cwd, 'nothing.txt'), 'no result');
    expect((await command(['import', 'nothing.txt'], { cwd, env })).code).toBe(104);
  });

  test('an experiment is followed to its end, worse is 90; of its runs undecided is 91 where asked to be strict, invalid 92', async () => {
    const slow = await startHttpTarget((_, answer) => void setTimeout(() => answer.end('ok'), 250));
    const args = ['ab', '--base', `${target.url}/`, '--head', `${slow.url}/`, '--rate', '50', '--max', '34s'];
    const [experiment, single] = await Promise.all([
      ask(...args, '--json', '--out', 'ab.html'),
      ask('run', `${slow.url}/`, '--duration', '3s', '--rate', '50', '--json'),
    ]);
    await slow.close();
    expect(experiment.code, experiment.out + experiment.err).toBe(90);
    const { link, runs } = lastOf(experiment.out) as unknown as {
      link: string;
      runs: { id: string; number: number; plan: { target: { url: string } } }[];
    };
    const { run: short } = lastOf(single.out) as unknown as { run: { id: string } };
    expect(link).toContain(`${url}/experiments/`);
    const ofTarget = (at: string) => runs.filter(({ plan }) => plan.target.url === `${at}/`);
    const [base, head] = [ofTarget(target.url), ofTarget(slow.url)].map((side) => side.map(({ id }) => id).join(',')) as [string, string];
    const [first = ''] = base.split(',');
    const numbers = ofTarget(target.url).map(({ number }) => `#${number}`);
    const [worse, better, undecided, strict, opened] = await Promise.all([
      ask('compare', numbers.join(','), head),
      ask('compare', head, base),
      ask('compare', first, short.id),
      ask('compare', first, short.id, '--strict'),
      ask('open', link.split('/').at(-1) ?? ''),
    ]);
    expect(worse.code, worse.out + worse.err).toBe(90);
    expect(worse.out).toMatch(/p50 .*Worse/);
    expect([better.code, undecided.code, strict.code]).toEqual([0, 0, 91]);
    expect(opened.out.trim()).toBe(link);
    const db = new pg.Client(server.databaseUrl);
    await db.connect();
    await db.query(`UPDATE runs SET validity = jsonb_set(validity, '{stamp}', '"invalid"') WHERE id = $1`, [first]);
    await db.end();
    const invalid = await ask('compare', base, head);
    expect(invalid.code, invalid.out + invalid.err).toBe(92);
  }, 280_000);

  // It waits for the experiment above: a person's experiments are driven one after the other.
  test('services that the command starts are restarted for the server by a URL of the command, and stopped', async () => {
    const [base, head] = [await freePort(), await freePort()];
    const cwd = emptyFolder();
    const start = (notes: string) => `"${process.execPath}" "${fixture}" ${notes} 2`;
    const { code, out, err } = await command(
      [
        ...[
          'ab',
          '--base',
          `http://127.0.0.1:${base}/`,
          '--base-cmd',
          start('base'),
          '--head',
          `http://127.0.0.1:${head}/`,
          '--head-cmd',
          start('head'),
        ],
        ...['--restarts', '1', '--duration', '1s', '--max', '5s', '--json'],
      ],
      { cwd, env },
    );
    expect(code, out + err).toBe(0);
    const { runs } = lastOf(out) as unknown as { runs: { state: string }[] };
    const started = ['base', 'head'].map((side) => readFileSync(join(cwd, side), 'utf8').trim().split('\n'));
    expect(started.map(({ length }) => length)).toEqual([runs.length / 2, runs.length / 2]);
    expect(runs.length).toBeGreaterThanOrEqual(4);
    expect(runs.map(({ state }) => state)).toEqual(runs.map(() => 'completed'));
    expect(started.flat().filter((line) => isAlive(Number(line.split(' ')[1])))).toEqual([]);
  }, 280_000);

  test('an agent of the target tells its figures with a token that may do that alone, until Ctrl-C; a token that may not is 104', async () => {
    const post = (path: string, body: object) => fetch(`${url}${path}`, { method: 'POST', headers: browser, body: JSON.stringify(body) });
    const made = await post('/api/v1/tokens', { name: 'agent', scopes: ['resources:write'] });
    const own = { PLIMSOLL_URL: url, PLIMSOLL_TOKEN: ((await made.json()) as { token: string }).token };
    const agent = startCommand(['agent', '--pid', String(server.pid), '--name', 'shop'], { cwd: emptyFolder(), env: own });
    const { out } = await ask('run', `${target.url}/`, '--duration', '4s', '--rate', '20', '--json');
    const { run } = lastOf(out) as unknown as { run: { id: string } };
    const told = async () => (await fetch(`${url}/api/v1/runs/${run.id}/resources`, { headers: browser })).text();
    await until('the run has figures of the agent', 30_000, told, (text) => text.includes('"shop"'));
    agent.child.kill('SIGINT');
    const { code, err } = await agent.ended;
    expect([code, err]).toEqual([0, expect.stringContaining('Watching as "shop"')]);
    const other = await post('/api/v1/tokens', { name: 'reader', scopes: ['read'] });
    const refused = await command(['agent'], {
      cwd: emptyFolder(),
      env: { ...own, PLIMSOLL_TOKEN: ((await other.json()) as { token: string }).token },
    });
    expect(refused.code, refused.err).toBe(104);
    // Linux gives lower numbers alone.
    const absent = await command(['agent', '--pid', '4194304'], { cwd: emptyFolder(), env: own });
    expect([absent.code, absent.err]).toEqual([104, expect.stringContaining('There is no process 4194304.')]);
    expect(absent.err).not.toContain('Watching');
  });

  test('login by the browser waits for a person, and keeps a token that runs; one that is denied is 104', async () => {
    const begin = async (decision: boolean) => {
      const cwd = emptyFolder();
      const { ended, printed } = startCommand(['login', url, '--browser'], { cwd });
      const codeIn = (text: string) => /code ([A-Z]{4}-[A-Z]{4})/.exec(text)?.[1] ?? '';
      const userCode = codeIn(await until('a code is shown', 40_000, printed, (text) => codeIn(text) !== ''));
      const post = (path: string, body: object) => fetch(`${url}${path}`, { method: 'POST', headers: browser, body: JSON.stringify(body) });
      const waiting = (await (await post('/api/v1/device/waiting', { userCode })).json()) as { machine: string };
      expect(waiting.machine).toContain(hostname());
      expect((await post('/api/v1/device/decide', { userCode, approve: decision })).status).toBe(204);
      return { cwd, ended: await ended };
    };
    const [approved, denied] = await Promise.all([begin(true), begin(false)]);
    expect(approved.ended.code, approved.ended.err).toBe(0);
    expect(denied.ended.code, denied.ended.err).toBe(104);
    const { token: kept } = JSON.parse(readFileSync(join(approved.cwd, '.config/plimsoll/login.json'), 'utf8')) as { token: string };
    expect(approved.ended.out + approved.ended.err).not.toContain(kept);
    const run = await command(['run', `${target.url}/`, '--duration', '1s'], { cwd: approved.cwd });
    expect(run.code, run.out + run.err).toBe(0);
  });
});

test('an assistant lists, launches within its budget, waits and reads; beyond it nothing is sent', async () => {
  const made = await fetch(`${url}/api/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      name: 'assistant',
      scopes: ['run'],
      budget: { hosts: ['127.0.0.1'], ratePerSecond: 100, minutesPerDay: 0.5 },
    }),
  });
  const { token: budgeted } = (await made.json()) as { token: string };
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const cwd = emptyFolder();
  const own = { PATH, NODE_COMPILE_CACHE, HOME: cwd, PLIMSOLL_URL: url, PLIMSOLL_TOKEN: budgeted };
  const { client, call, printed } = await startAssistant(process.execPath, [main, 'mcp'], own, cwd);
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  const load = { url: `${target.url}/`, ratePerSecond: 50, duration: '3s', thresholds: ['p(99) < 1us'] };
  const launched = await call('launch_run', load);
  expect(launched.refused, launched.text).toBe(false);
  const { text, data } = await call('wait_for_run', { run: launched.data.id });
  expect(data, text).toMatchObject({ over: true, state: 'completed', requests: 150, thresholdsPassed: false, failed: 0 });
  expect(text).toContain(`${url}/runs/`);
  expect((await call('list_runs', { limit: 1 })).data).toMatchObject({ runs: [{ id: data.id }] });
  expect((await call('read_budget')).text).toMatch(/0\.45 of 0\.5 minutes are left/);
  const before = asked;
  expect((await call('launch_run', { ...load, duration: '1m' })).text).toContain('min of load a day');
  expect((await call('launch_run', { ...load, ratePerSecond: 101 })).refused).toBe(true);
  expect(asked).toBe(before);
  expect(printed()).not.toContain(budgeted);
});

test('a server that is lost is 97', async () => {
  const closed = { PLIMSOLL_URL: `http://127.0.0.1:${await freePort()}`, PLIMSOLL_TOKEN: 'plm_any' };
  const nobody = command(['run', `${target.url}/`, '--duration', '1s'], { cwd: emptyFolder(), env: closed });
  const { ended, printed } = startCommand(['run', `${target.url}/`, '--duration', '60s', '--json'], { cwd: emptyFolder(), env });
  await until('a second is told', 100_000, printed, (text) => text.includes('"event":"second"'));
  server.kill();
  const { code, err } = await nobody;
  expect(code, err).toBe(97);
  expect((await ended).code).toBe(97);
}, 150_000);
