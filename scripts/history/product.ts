/** The product beside a given database, in its scaled form: one API, one worker, Redis, and a target that keeps a line for each request. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startApiProcess } from '@plimsoll/testbed/api-process';
import { startRedis } from '@plimsoll/testbed/redis';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';

const secretKey = 'a secret key of the proof, 32 characters or more';

export interface Product {
  readonly target: Witness;
  /** Throws with what the API says where it refuses. */
  ask<T>(path: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
}

/** The database is migrated by the API. `tokenOf` writes a token once its tables are there. */
export async function startProduct(databaseUrl: string, tokenOf: () => Promise<string>): Promise<Product> {
  const redis = await startRedis();
  const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, PLIMSOLL_SECRET_KEY: secretKey, PLIMSOLL_LOG: 'warn' };
  const api = await startApiProcess(environment);
  const token = await tokenOf();
  const worker = await startWorker(environment);
  const target = await startWitness({ log: true });
  return {
    target,
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
      await Promise.all([end(worker), end(api.child)]);
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
