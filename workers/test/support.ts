/** A database with a team, workers as processes of their own, and runs to give them. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defaultCaps } from '@plimsoll/contracts/caps';
import { loadDurationMs, type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { type LoadQueue, openLoadQueue } from '@plimsoll/queue/load-queue';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { openPool } from '@plimsoll/store/database';
import { migrate } from '@plimsoll/store/migrate';
import { findRun, insertRun } from '@plimsoll/store/runs';
import { putTeam, putUser } from '@plimsoll/testbed/people';
import { migratedDatabase } from '@plimsoll/testbed/postgres';
import { until } from '@plimsoll/testbed/until';
import type { Pool } from 'pg';
import { afterAll, beforeAll } from 'vitest';

export const secretKey = 'a secret key of the tests, 32 characters or more';
export const teamId = 'team-1';

export interface Stack {
  readonly db: Pool;
  readonly databaseUrl: string;
  readonly queue: LoadQueue;
  /** Queues a run of this plan and tells the queue. */
  launch(plan: PlanInput, options?: { hint?: boolean; team?: string; user?: string }): Promise<Run>;
  find(id: string): Promise<Run>;
  /** Waits until the run is over, or throws. */
  finished(id: string, ms: number): Promise<Run>;
  /** Waits until the run has as many samples, or throws. */
  sampled(id: string, samples: number, ms?: number): Promise<void>;
  worker(environment?: Record<string, string>): Promise<ChildProcess>;
  close(): Promise<void>;
}

export async function openStack(options: { redisUrl?: string; databaseUrl?: string } = {}): Promise<Stack> {
  const own = options.databaseUrl ? null : await migratedDatabase();
  const databaseUrl = options.databaseUrl ?? own?.url ?? '';
  if (!own) {
    await migrate(databaseUrl);
    await migrateQueue(databaseUrl);
  }
  const db = openPool(databaseUrl);
  await putUser(db, 'user-1', 'Ann');
  await putTeam(db, teamId, 'Team');
  const queue = openLoadQueue({ databaseUrl, redisUrl: options.redisUrl });
  const workers: ChildProcess[] = [];
  let closed = false;
  const find = async (id: string) => {
    const run = await findRun(db, teamId, id);
    if (!run) throw new Error(`no run ${id}`);
    return run;
  };
  return {
    db,
    databaseUrl,
    queue,
    find,
    async launch(input, { hint = true, team = teamId, user = 'user-1' } = {}) {
      const plan: Plan = planSchema.parse(input);
      const run = await insertRun(db, {
        teamId: team,
        userId: user,
        plan,
        planId: null,
        expectedDurationMs: loadDurationMs(plan.load),
        caps: null,
        secretKey,
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
    async worker(environment = {}) {
      const worker = startWorkerProcess(databaseUrl, { ...(options.redisUrl ? { REDIS_URL: options.redisUrl } : {}), ...environment });
      workers.push(worker);
      await new Promise<void>((up, fail) => {
        worker.once('message', () => up());
        worker.once('exit', (code) => fail(new Error(`the worker ended at once (${code})`)));
      });
      return worker;
    },
    async close() {
      if (closed) return;
      closed = true;
      for (const worker of workers) {
        worker.kill('SIGCONT');
        worker.kill('SIGKILL');
      }
      await queue.close();
      await db.end();
      await own?.drop();
    },
  };
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

/** Forked, and not waited for. */
export function startWorkerProcess(databaseUrl: string, environment: Record<string, string> = {}): ChildProcess {
  return fork(fileURLToPath(new URL('../src/main.ts', import.meta.url)), [], {
    execArgv: [],
    stdio: ['ignore', process.env.WORKER_LOG ? 'inherit' : 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      // What one test's worker compiled is not compiled again by the next.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      DATABASE_URL: databaseUrl,
      PLIMSOLL_SECRET_KEY: secretKey,
      PLIMSOLL_THREADS: '1',
      PLIMSOLL_LOG: process.env.WORKER_LOG ?? 'warn',
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
