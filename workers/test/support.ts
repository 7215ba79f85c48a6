/** A database with a team, workers as processes of their own, and runs to give them. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defaultCaps } from '@plimsoll/contracts/caps';
import { api } from '@plimsoll/contracts/paths';
import { loadDurationMs, type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { type LoadQueue, openLoadQueue } from '@plimsoll/queue/load-queue';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { openPool } from '@plimsoll/store/database';
import { migrate } from '@plimsoll/store/migrate';
import { findRun, insertRun, requestStop } from '@plimsoll/store/runs';
import { type ApiProcess, startApiProcess } from '@plimsoll/testbed/api-process';
import { putTeam, putToken, putUser } from '@plimsoll/testbed/people';
import { migratedDatabase } from '@plimsoll/testbed/postgres';
import { startRedis } from '@plimsoll/testbed/redis';
import { chaosForm, forms, noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { until } from '@plimsoll/testbed/until';
import { workerSettings } from '@plimsoll/testbed/worker-settings';
import type { Pool } from 'pg';
import { afterAll, beforeAll, test } from 'vitest';

export const secretKey = 'a secret key of the tests, 32 characters or more';
export const teamId = 'team-1';
/**
 * Of loads whose counts matter and whose times do not: the code of the wire client is compiled in half the time, which is most of what a short load takes
 * of the processor. At full length the promises are held with the client that most plans have.
 */
export const quickClient: NonNullable<PlanInput['connection']> = rounds(1, 0) === 1 ? {} : { client: 'wire' };

export interface Stack {
  readonly db: Pool;
  readonly databaseUrl: string;
  readonly queue: LoadQueue;
  /** Queues a run of this plan and tells the queue. */
  launch(
    plan: PlanInput,
    options?: { hint?: boolean; team?: string; user?: string; plantedDelayMs?: number; traceParent?: string },
  ): Promise<Run>;
  find(id: string): Promise<Run>;
  /** Waits until the run is over, or throws. */
  finished(id: string, ms: number): Promise<Run>;
  /** Waits until the run has as many samples, or throws. */
  sampled(id: string, samples: number, ms?: number): Promise<void>;
  worker(environment?: Record<string, string>): Promise<ChildProcess>;
  /** Starts workers until there are as many as the form of the product has, or one beside the first where no form is asked for. */
  staff(): Promise<void>;
  /** The worker that makes this run. */
  workerOf(id: string): Promise<ChildProcess>;
  /** SIGKILL for every worker; answers how many were alive. */
  killWorkers(): Promise<number>;
  /** Runs that are not over so long after their hard deadline. */
  openAfterDeadline(ms: number): Promise<string[]>;
  /** Asks for the run to stop, as a person does; what the API or the store answered. */
  stop(id: string): Promise<'asked' | 'finished'>;
  /** API processes beside the workers: those of the form, or none. */
  readonly apis: readonly ApiProcess[];
  /** Processes of API and workers that have ended. */
  ended(): string[];
  close(): Promise<void>;
}

/** Under `npm run chaos -- --form …` with that form's API processes, which take the runs and the stops; else as small as it can be. */
export async function openStack(options: { redisUrl?: string; databaseUrl?: string; form?: 'none' } = {}): Promise<Stack> {
  const form = options.form === 'none' ? null : chaosForm();
  const redis = form === 'scaled' && !options.redisUrl ? await startRedis() : null;
  const redisUrl = redis?.url ?? options.redisUrl;
  const own = options.databaseUrl ? null : await migratedDatabase();
  const databaseUrl = options.databaseUrl ?? own?.url ?? '';
  if (!own) {
    await migrate(databaseUrl);
    await migrateQueue(databaseUrl);
  }
  const db = openPool(databaseUrl);
  await putUser(db, 'user-1', 'Ann');
  await putTeam(db, teamId, 'Team');
  const queue = openLoadQueue({ databaseUrl, redisUrl });
  const workers: ChildProcess[] = [];
  const running = () => workers.filter((worker) => !hasEnded(worker));
  const redisEnvironment = redisUrl ? { REDIS_URL: redisUrl } : {};
  const token = form ? await putToken(db, { teamId, userId: 'owner-1', role: 'owner', scope: 'write' }) : '';
  const apis = await Promise.all(
    Array.from({ length: form ? forms[form].apis : 0 }, () =>
      startApiProcess({
        DATABASE_URL: databaseUrl,
        ...redisEnvironment,
        PLIMSOLL_SECRET_KEY: secretKey,
        PLIMSOLL_LOG: 'error',
        PLIMSOLL_MAX_CONCURRENT_RUNS: '50',
        PLIMSOLL_MAX_RUNS_OF_PERSON: '50',
      }),
    ),
  );
  let asked = 0;
  const post = async (path: string, body: unknown): Promise<Response> => {
    const { origin } = apis[asked++ % apis.length] as ApiProcess;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status >= 400 && answer.status !== 409) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  let closed = false;
  const start = async (environment: Record<string, string> = {}) => {
    const worker = startWorkerProcess(databaseUrl, { ...redisEnvironment, ...environment });
    workers.push(worker);
    await new Promise<void>((up, fail) => {
      worker.once('message', () => up());
      worker.once('exit', (code) => fail(new Error(`the worker ended at once (${code})`)));
    });
    return worker;
  };
  const find = async (id: string) => {
    const run = await findRun(db, teamId, id);
    if (!run) throw new Error(`no run ${id}`);
    return run;
  };
  return {
    db,
    databaseUrl,
    queue,
    apis,
    find,
    async launch(input, { hint = true, team = teamId, user = 'user-1', plantedDelayMs, traceParent } = {}) {
      if (form && hint && team === teamId && plantedDelayMs === undefined)
        return (await (await post(api.runs, { plan: input })).json()) as Run;
      const plan: Plan = planSchema.parse(input);
      const run = await insertRun(db, {
        teamId: team,
        userId: user,
        plan,
        planId: null,
        expectedDurationMs: loadDurationMs(plan.load),
        caps: null,
        secretKey,
        plantedDelayMs,
        traceParent,
      });
      if (hint) await queue.enqueue({ kind: 'run', runId: run.id, attempt: run.attempt });
      return run;
    },
    finished: (id, ms) =>
      until(
        `run ${id} is over`,
        ms,
        () => find(id),
        (run) => isTerminal(run.state),
      ),
    async sampled(id, samples, ms = 40_000) {
      const count = async () =>
        (await db.query<{ n: number }>('SELECT count(*)::int AS n FROM samples WHERE run_id = $1', [id])).rows[0]?.n ?? 0;
      await until(`run ${id} has ${samples} samples`, ms, count, (n) => n >= samples);
    },
    worker: start,
    ended: () => [
      ...apis.filter(({ child }) => hasEnded(child)).map(({ origin }) => `API at ${origin}`),
      ...workers.filter(hasEnded).map(({ pid }) => `worker ${pid}`),
    ],
    async staff() {
      const wanted = form ? forms[form].workers : 2;
      await Promise.all(Array.from({ length: Math.max(0, wanted - running().length) }, () => start()));
    },
    async workerOf(id) {
      const { rows } = await db.query<{ pid: number }>(
        'SELECT pid FROM workers_online w JOIN run_shards s ON s.worker_id = w.id WHERE s.run_id = $1',
        [id],
      );
      const worker = workers.find(({ pid }) => pid === rows[0]?.pid);
      if (!worker) throw new Error(`no worker has run ${id}`);
      return worker;
    },
    async killWorkers() {
      const alive = running();
      const gone = Promise.all(alive.map((worker) => new Promise((done) => worker.once('exit', done))));
      for (const worker of alive) worker.kill('SIGKILL');
      await gone;
      return alive.length;
    },
    async openAfterDeadline(ms) {
      const { rows } = await db.query<{ id: string }>(
        `SELECT id FROM runs WHERE coalesce(ended_at, now()) > hard_deadline_at + $1 * interval '1 ms'`,
        [ms],
      );
      return rows.map(({ id }) => id);
    },
    async stop(id) {
      if (form) return (await post(api.stopRun(id), {})).status === 202 ? 'asked' : 'finished';
      return (await requestStop(db, teamId, id))?.outcome === 'asked' ? 'asked' : 'finished';
    },
    async close() {
      if (closed) return;
      closed = true;
      const late = form ? await judgeDeadlines(db) : null;
      for (const { child } of apis) child.kill('SIGKILL');
      for (const worker of workers) {
        worker.kill('SIGCONT');
        worker.kill('SIGKILL');
      }
      await queue.close();
      await db.end();
      await own?.drop();
      await redis?.stop();
      if (late !== null) throw new Error(`run ${late} was open 30 s after its hard deadline`);
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** R11, of every run that ever began: notes how long after its hard deadline it was over (below 0: before), and answers one that was too late. */
async function judgeDeadlines(db: Pool): Promise<string | null> {
  const { rows } = await db.query<{ id: string; afterMs: number }>(
    `SELECT id, (extract(epoch FROM coalesce(ended_at, now()) - hard_deadline_at) * 1000)::float8 AS "afterMs"
     FROM runs WHERE hard_deadline_at IS NOT NULL`,
  );
  for (const { afterMs } of rows) noteFigure('R11', 'over after the hard deadline of any run, ms', afterMs);
  return rows.find(({ afterMs }) => afterMs > 30_000)?.id ?? null;
}

/** The stack of one file's tests: opened before them, closed after them. It may be passed on at once, and used as soon as the hooks have run. */
export function useStack(): Stack {
  const stack = {} as Stack;
  beforeAll(async () => {
    Object.assign(stack, await openStack());
  });
  afterAll(() => stack.close?.());
  return stack;
}

/** A test that asks for `stack` has one of its own, so that it can wait beside others of its file (`.concurrent`). */
export const testOnStack = test.extend<{ stack: Stack }>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  stack: async ({}, use) => {
    const stack = await openStack();
    await use(stack);
    await stack.close();
  },
});

/** Forked, and not waited for. */
export function startWorkerProcess(databaseUrl: string, environment: Record<string, string> = {}): ChildProcess {
  return fork(fileURLToPath(new URL('../src/main.ts', import.meta.url)), [], {
    execArgv: [],
    stdio: ['ignore', process.env.WORKER_LOG ? 'inherit' : 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      // The next test's worker does not compile again.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      DATABASE_URL: databaseUrl,
      PLIMSOLL_SECRET_KEY: secretKey,
      PLIMSOLL_THREADS: '1',
      PLIMSOLL_LOG: process.env.WORKER_LOG ?? 'warn',
      ...workerSettings,
      PLIMSOLL_MAX_CONNECTIONS: String(defaultCaps.maxConnections),
      ...environment,
    },
  });
}

/** Process ids of the children of a process, by /proc. */
export async function listChildren(pid: number): Promise<number[]> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Is this process there and no zombie? */
export async function isAlive(pid: number): Promise<boolean> {
  const { readFile } = await import('node:fs/promises');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return stat !== null && !/\) [ZX] /.test(stat);
}
