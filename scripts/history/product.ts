/** The product beside a given database, in its scaled form: one API, workers, Redis, and a target that keeps a line for each request. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from '@plimsoll/programs/build-programs';
import { startApiProcess } from '@plimsoll/testbed/api-process';
import { startRedis } from '@plimsoll/testbed/redis';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';

const secretKey = 'a secret key of the proof, 32 characters or more';

export interface Product {
  readonly target: Witness;
  /** Process ids. */
  readonly pids: { readonly api: number; readonly redis: number; readonly workers: readonly number[] };
  /** Throws with what the API says where it refuses. */
  ask<T>(path: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Variables of each worker beside the ones of all; one worker without any unless given. */
  readonly workers?: readonly Readonly<Record<string, string>>[];
  /** Variables beside the ones that join its parts. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The database is migrated by the API. `tokenOf` writes a token once its tables are there. */
export async function startProduct(
  databaseUrl: string,
  tokenOf: () => Promise<string>,
  { workers: wanted = [{}], settings = {} }: ProductOptions = {},
): Promise<Product> {
  await buildPrograms();
  const redis = await startRedis();
  const environment = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    PLIMSOLL_SECRET_KEY: secretKey,
    PLIMSOLL_LOG: 'warn',
    ...settings,
  };
  const api = await startApiProcess(environment);
  const token = await tokenOf();
  const workers = await Promise.all(wanted.map((own) => startWorker({ ...environment, ...own })));
  const target = await startWitness({ log: true });
  return {
    target,
    pids: { api: api.child.pid ?? 0, redis: redis.pid(), workers: workers.map(({ pid = 0 }) => pid) },
    async ask<T>(path: string, body?: unknown) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(
        api.origin + path,
        body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) },
      );
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
    async stop() {
      await Promise.all([...workers.map(end), end(api.child)]);
      await target.close();
      await redis.stop();
    },
  };
}

async function startWorker(environment: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const { PATH = '' } = process.env;
  const worker = fork(fileURLToPath(new URL('../../workers/src/main.ts', import.meta.url)), [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH, ...environment, PLIMSOLL_THREADS: '1' },
  });
  await once(worker, 'message');
  return worker;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
