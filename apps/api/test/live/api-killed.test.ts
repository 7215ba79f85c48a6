/** The API as a process of its own, killed while a worker makes a run and somebody watches it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { freePort } from '@plimsoll/testbed/free-port';
import { migratedDatabase } from '@plimsoll/testbed/postgres';
import { inRounds, noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { until } from '@plimsoll/testbed/until';
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, it } from 'vitest';
import { secretKey } from '../support/test-api.ts';
import { Listener } from './live-scene.ts';

const apiMain = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const workerMain = fileURLToPath(new URL('../../../../workers/src/main.ts', import.meta.url));

function start(file: string, environment: Record<string, string>): ChildProcess {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PLIMSOLL_SECRET_KEY: secretKey, PLIMSOLL_LOG: 'warn', ...environment };
  return fork(file, [], { execArgv: [], env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

async function killedInMidRun(seconds: number): Promise<void> {
  const [database, witness, port] = [await migratedDatabase(), await startWitness(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const environment = { DATABASE_URL: database.url, PORT: String(port), PLIMSOLL_THREADS: '1' };
  const processes: ChildProcess[] = [];
  const up = async (file: string) => {
    const child = start(file, environment);
    processes.push(child);
    if (file === apiMain)
      await until(
        'the API answers',
        30_000,
        () =>
          fetch(origin + api.health).then(
            ({ ok }) => ok,
            () => false,
          ),
        Boolean,
      );
    return child;
  };
  try {
    const first = await up(apiMain);
    await up(workerMain);
    const post = (path: string, body: unknown, cookie = '') =>
      fetch(origin + path, { method: 'POST', headers: { 'content-type': 'application/json', origin, cookie }, body: JSON.stringify(body) });
    const person = { name: 'Ann', email: 'ann@example.com', password: 'a long enough password', team: 'Team' };
    const cookie = (await post(api.setup, person)).headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const load = { model: 'open', rate: 50, duration: `${seconds}s`, maxConnections: 5 };
    const { id } = (await (
      await post(api.runs, { plan: { version: 1, name: 'watched', target: { url: witness.url }, load } }, cookie)
    ).json()) as Run;
    const before = new Listener(origin + api.live(id), { cookie });
    await before.until(({ seconds: seen }) => seen.length >= 2, 40_000);
    first.kill('SIGKILL');
    await before.done;
    await up(apiMain);
    const backAt = Date.now();
    const last = before.events.findLast(({ id: at }) => Number.isFinite(at))?.id;
    const after = new Listener(origin + api.live(id), { cookie, 'last-event-id': String(last) });
    await after.until(({ events }) => events.length > 0, 5000);
    noteFigure('R7', 'chart whole after the restart, ms', Date.now() - backAt);
    await after.until(({ events }) => events.some(({ event }) => event === 'end'), seconds * 1000 + 20_000);
    const seen = [...before.seconds, ...after.seconds];
    // One more, a short one, may hold what was due in the last second and ended after it.
    expect(seen.slice(0, seconds)).toEqual(Array.from({ length: seconds }, (_, second) => second));
    expect(new Set(seen).size).toBe(seen.length);
    const run = (await (await fetch(origin + api.run(id), { headers: { cookie } })).json()) as Run;
    expect(run).toMatchObject({ state: 'completed', attempt: 1, summary: { sent: seconds * 50 } });
    expect((await witness.counts()).byRun[id]).toBe(seconds * 50);
    noteFigure('R7', 'requests missing', seconds * 50 - (run.summary?.sent ?? 0));
    after.leave();
  } finally {
    for (const child of processes) child.kill('SIGKILL');
    await witness.close();
    await database.drop();
  }
}

it('a run does not notice that the API is killed, and who watches it misses no second and sees none twice', () =>
  inRounds(rounds(10, 1), 2, () => killedInMidRun(10)));
