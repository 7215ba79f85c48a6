/** The packed command: one tarball, started by npx in an empty folder, with nothing else of ours at hand. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { Listener } from '@plimsoll/testbed/listen';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from './assistant.ts';
import { command, emptyFolder } from './command.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-packed-'));
let target: Listener;
let answered = 0;

beforeAll(async () => {
  target = await startHttpTarget((_, answer) => {
    answered += 1;
    answer.end('ok');
  });
  await run('npm', ['pack', '-w', 'apps/cli', '--pack-destination', folder], { cwd: root });
});
afterAll(async () => {
  await target?.close();
  rmSync(folder, { recursive: true, force: true });
});

const packed = () => join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');

test('npx runs it in an empty folder, in one thread and in two, and writes the report', async () => {
  const cwd = emptyFolder();
  answered = 0;
  const load = ['run', `${target.url}/`, '--local', '--duration', '2s', '--rate', '200'];
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: cwd, npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true' };
  const npx = ['--yes', '--package', packed(), 'plimsoll', ...load];
  await run('npx', [...npx, '--out', 'report.html'], { cwd, env });
  expect(answered).toBe(400);
  expect(existsSync(join(cwd, 'report.html'))).toBe(true);
  await run('npx', npx, { cwd, env: { ...env, PLIMSOLL_THREADS: '2' } });
  expect(answered).toBe(800);
});

test('npx starts it for an assistant, which is told its tools', async () => {
  const cwd = emptyFolder();
  const { PATH = '' } = process.env;
  const offline = { PATH, HOME: cwd, npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true' };
  const env = { ...offline, PLIMSOLL_URL: 'http://127.0.0.1:1', PLIMSOLL_TOKEN: 'plm_any' };
  const { client, call } = await startAssistant('npx', ['--yes', '--package', packed(), 'plimsoll', 'mcp'], env, cwd);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('compare_runs');
  expect((await call('list_runs')).refused).toBe(true);
});

/** A Node 22 of one's own, where there is one: `PLIMSOLL_NODE_22=/path/to/node`. */
const old = process.env.PLIMSOLL_NODE_22;
test.skipIf(!old)('it runs on Node 22, too', async () => {
  await run('tar', ['-xzf', packed(), '-C', folder]);
  answered = 0;
  const file = join(folder, 'package/dist/plimsoll.mjs');
  const args = ['run', `${target.url}/`, '--local', '--duration', '2s', '--rate', '200', '--out', 'report.html'];
  const { code, out, err } = await command(args, { cwd: emptyFolder(), file, node: old as string, env: { PLIMSOLL_THREADS: '2' } });
  expect({ code, answered }, out + err).toEqual({ code: 0, answered: 400 });
});
