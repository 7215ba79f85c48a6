/** `plimsoll ab` with commands: services are started, restarted and stopped, whatever happens. No server. Most of it is waiting: side by side. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@plimsoll/testbed/free-port';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { until } from '@plimsoll/testbed/until';
import { parse } from 'junit2json';
import { expect, test as plainTest } from 'vitest';
import { isAlive } from './alive.ts';
import { command, emptyFolder, startCommand } from './command.ts';

const test = plainTest.concurrent;

const fixture = fileURLToPath(new URL('fixtures/tiny-service.mjs', import.meta.url));

interface Sides {
  readonly cwd: string;
  readonly urls: readonly [string, string];
  readonly args: readonly string[];
  /** Of both services, by kind: `service`, `child`, `token`. */
  pids(kind: string): number[];
  alive(): number[];
}

/** Both sides on ports of their own, with these flags of the service. */
async function sides(base: string, head: string): Promise<Sides> {
  const cwd = emptyFolder();
  const urls = [`http://127.0.0.1:${await freePort()}/`, `http://127.0.0.1:${await freePort()}/`] as const;
  const start = (notes: string, flags: string) => `"${process.execPath}" "${fixture}" ${notes} ${flags}`;
  const pids = (kind: string) =>
    ['base', 'head'].flatMap((side) => {
      const file = join(cwd, `${side}.notes`);
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
      return lines.flatMap((line) => (line.startsWith(`${kind} `) ? [Number(line.split(' ')[1])] : []));
    });
  return {
    cwd,
    urls,
    args: [
      ...['ab', '--local', '--base', urls[0], '--head', urls[1]],
      ...['--base-cmd', start('base.notes', base), '--head-cmd', start('head.notes', head)],
    ],
    pids,
    alive: () => [...pids('service'), ...pids('child')].filter(isAlive),
  };
}

test('both sides are started anew before each round but the first, the verdict is on the builds, and no process is left', async () => {
  const { cwd, args, pids, alive } = await sides('2 children', '30');
  const env = { PLIMSOLL_TOKEN: 'plm_not_theirs', PLIMSOLL_TOKEN_FILE: '/run/secrets/not-theirs' };
  const short = ['--duration', '1s', '--max', '8s', '--restarts', '2', '--logs', 'logs', '--json'];
  const { code, out, err } = await command([...args, ...short], { cwd, env });
  expect(code, out + err).toBe(0);
  expect(alive()).toEqual([]);
  expect(pids('service')).toHaveLength(6);
  expect(pids('token')).toEqual([]);
  expect(readFileSync(join(cwd, 'logs/head.log'), 'utf8')).toBe('');
  const { runs } = JSON.parse(out.trim().split('\n').at(-1) ?? '') as { runs: { summary: { errorRate: number } }[] };
  expect(runs.map(({ summary }) => summary.errorRate)).toEqual(Array(6).fill(0));
});

test('Ctrl-C stops a service that ignores SIGTERM, its children, and a child that left its group', async () => {
  const { cwd, args, pids, alive } = await sides('2 stubborn children', '2 children');
  const { child, ended, printed } = startCommand([...args, '--duration', '60s', '--json'], { cwd });
  await until('the load is under way', 40_000, printed, (text) => text.includes('"event":"second"'));
  expect(alive()).toHaveLength(6);
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  expect(alive()).toEqual([]);
  expect(pids('service')).toHaveLength(2);
});

test('a command that is killed takes its services with it', async () => {
  const { cwd, args, alive } = await sides('2', '2 stubborn');
  const { child, printed } = startCommand([...args, '--duration', '60s', '--json'], { cwd });
  await until('the load is under way', 40_000, printed, (text) => text.includes('"event":"second"'));
  child.kill('SIGKILL');
  await until('no service is left', 15_000, alive, (left) => left.length === 0);
});

test('a side that does not become ready, or ends, is 93 with what it printed; no file is a pass, and the other side is stopped', async () => {
  const silent = await sides('2 children', '2 silent');
  const within = ['--ready', '/health', '--ready-within', '2s', '--out', 'junit.xml', '--out', 'comment.md'];
  const late = await command([...silent.args, ...within], { cwd: silent.cwd });
  expect(late.code, late.out + late.err).toBe(93);
  expect(late.err).toContain('head | cannot reach the database');
  expect(silent.alive()).toEqual([]);
  const read = (name: string) => readFileSync(join(silent.cwd, name), 'utf8');
  expect(await parse(read('junit.xml'))).toMatchObject({ tests: 1, failures: 1 });
  expect(read('comment.md')).toMatch(/^<!-- plimsoll -->\n[\s\S]*Nothing was measured[\s\S]*not ready within 2 s/);
  expect(read('comment.md')).not.toContain('database');
  const short = await sides('2', '2 short');
  const ended = await command(short.args, { cwd: short.cwd });
  expect(ended.code, ended.out + ended.err).toBe(93);
  expect(ended.err).toContain('head | nothing to do');
  expect(short.alive()).toEqual([]);
});

test('a port that another service holds, and options that belong to commands, are 104; nothing is started', async () => {
  const other = await startHttpTarget((_, answer) => void answer.end('other'));
  const { cwd, args, urls, pids } = await sides('2', '2');
  const taken = await command(
    args.map((one) => (one === urls[1] ? `${other.url}/` : one)),
    { cwd },
  );
  await other.close();
  expect(taken.code, taken.out + taken.err).toBe(104);
  expect(taken.err).toContain('answers at');
  const urlsAlone = ['ab', '--local', '--base', urls[0], '--head', urls[1]];
  for (const wrong of [
    [...urlsAlone, '--restarts', '3'],
    [...urlsAlone, '--ready', '/health'],
    [...args, '--restarts', 'many'],
    [...args.map((one) => (one === urls[1] ? urls[0] : one))],
    ['ab', '--local', '--base', 'a.yml', '--head', 'b.yml', '--head-cmd', 'true'],
  ])
    expect((await command(wrong, { cwd })).code, wrong.join(' ')).toBe(104);
  expect(pids('service').filter(isAlive)).toEqual([]);
});
