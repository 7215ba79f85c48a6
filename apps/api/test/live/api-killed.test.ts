/** The API as a process of its own, killed while a worker makes a run and somebody watches it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { startApiProcess } from '@plimsoll/testbed/api-process';
import { freePort } from '@plimsoll/testbed/free-port';
import { migratedDatabase } from '@plimsoll/testbed/postgres';
import { startRedis } from '@plimsoll/testbed/redis';
import { chaosForm, forms, inRounds, noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { startWitness } from '@plimsoll/testbed/witness';
import { workerSettings } from '@plimsoll/testbed/worker-settings';
import { expect, it } from 'vitest';
import { secretKey } from '../support/test-api.ts';
import { Listener } from './live-scene.ts';

const workerMain = fileURLToPath(new URL('../../../../workers/src/main.ts', import.meta.url));

function startWorker(environment: Record<string, string>): ChildProcess {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...workerSettings, PLIMSOLL_LOG: 'warn', ...environment };
  return fork(workerMain, [], { execArgv: [], env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

async function killedInMidRun(seconds: number): Promise<void> {
  const form = chaosForm() ?? 'standalone';
  const redis = form === 'scaled' ? await startRedis() : null;
  const [database, witness] = [await migratedDatabase(), await startWitness()];
  const environment = {
    DATABASE_URL: database.url,
    PLIMSOLL_SECRET_KEY: secretKey,
    PLIMSOLL_THREADS: '1',
    ...(redis ? { REDIS_URL: redis.url } : {}),
  };
  const processes: ChildProcess[] = [];
  const startApi = async (port: number) => {
    const { child, origin } = await startApiProcess(environment, port);
    processes.push(child);
    return { child, origin };
  };
  try {
    const port = await freePort();
    const first = await startApi(port);
    const { origin } = first;
    // A viewer comes back to the API that was started again, and where there is another one, to that as well.
    const others = await Promise.all(Array.from({ length: forms[form].apis - 1 }, async () => startApi(await freePort())));
    for (let at = 0; at < forms[form].workers; at++) processes.push(startWorker(environment));
    const post = (path: string, body: unknown, cookie = '') =>
      fetch(origin + path, { method: 'POST', headers: { 'content-type': 'application/json', origin, cookie }, body: JSON.stringify(body) });
    const person = { name: 'Ann', email: 'ann@example.com', password: 'a long enough password', team: 'Team' };
    const cookie = (await post(api.setup, person)).headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    // Not the cookie: it is named after the port of the API.
    const made = await post(api.tokens, { name: 'viewer', scopes: ['read'] }, cookie);
    const authorization = `Bearer ${((await made.json()) as { token: string }).token}`;
    const load = { model: 'open', rate: 50, duration: `${seconds}s`, maxConnections: 5 };
    const { id } = (await (
      await post(api.runs, { plan: { version: 1, name: 'watched', target: { url: witness.url }, load } }, cookie)
    ).json()) as Run;
    const before = new Listener(origin + api.live(id), { authorization });
    await before.until(({ seconds: seen }) => seen.length >= 2, 40_000);
    first.child.kill('SIGKILL');
    await before.done;
    const last = before.events.findLast(({ id: at }) => Number.isFinite(at))?.id;
    const resume = (at: string) => new Listener(at + api.live(id), { authorization, 'last-event-id': String(last) });
    const elsewhere = others.map((other) => resume(other.origin));
    await startApi(port);
    const backAt = Date.now();
    const back = resume(origin);
    await back.until(({ events }) => events.length > 0, 5000);
    noteFigure('R7', 'chart whole after the restart, ms', Date.now() - backAt);
    for (const after of [back, ...elsewhere]) {
      await after.until(({ events }) => events.some(({ event }) => event === 'end'), seconds * 1000 + 20_000);
      const seen = [...before.seconds, ...after.seconds];
      // One more, a short one, may hold what was due in the last second and ended after it.
      expect(seen.slice(0, seconds)).toEqual(Array.from({ length: seconds }, (_, second) => second));
      expect(new Set(seen).size).toBe(seen.length);
      after.leave();
    }
    const run = (await (await fetch(origin + api.run(id), { headers: { cookie } })).json()) as Run;
    expect(run).toMatchObject({ state: 'completed', attempt: 1, summary: { sent: seconds * 50 } });
    expect((await witness.counts()).byRun[id]).toBe(seconds * 50);
    noteFigure('R7', 'requests missing', seconds * 50 - (run.summary?.sent ?? 0));
  } finally {
    for (const child of processes) child.kill('SIGKILL');
    await witness.close();
    await database.drop();
    await redis?.stop();
  }
}

it('a run does not notice that the API is killed, and who watches it misses no second and sees none twice', () =>
  inRounds(rounds(10, 1), 2, () => killedInMidRun(10)));
