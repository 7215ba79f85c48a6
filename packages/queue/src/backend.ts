/** The one place where Redis and Postgres differ: how BullMQ is connected. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, type QueueBaseOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import pg from 'pg';

export interface QueueConfig {
  /** Absent: the queue lives in Postgres. */
  readonly redisUrl?: string | undefined;
  readonly databaseUrl: string;
  /** Told of every lost connection; the queue comes back by itself. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Told once of a setting that will hurt, in a sentence. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
}

/** One queue for every load, whoever asked for it. */
export const queueName = 'plimsoll-loads';

/** What a connection of the queue is told when it begins: where BullMQ's tables and functions are. */
export const sessionOptions = '-c search_path=bullmq';

type Factory = typeof createPostgresBackend;

export interface Backend {
  readonly connection: QueueBaseOptions['connection'];
  /** Undefined = BullMQ's own: Redis. */
  readonly factory: Factory | undefined;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** BullMQ repeats what failed at once, unless nothing listens at all: a database that is starting, or full, would be asked without a pause. */
const pauseMs = 1000;
class SlowlyFailingPool extends pg.Pool {
  override query(...asked: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, asked);
    if (!(answer instanceof Promise)) return answer as never;
    return answer.catch(async (error: unknown) => {
      if (!this.ending) await sleep(pauseMs);
      throw error;
    }) as never;
  }
}

/** Connects; a Postgres that lacks BullMQ's tables is refused when used (see migrate-queue). */
export function openBackend(config: QueueConfig, redis: (url: string) => Redis): Backend {
  const onError = config.onError ?? (() => undefined);
  if (config.redisUrl) {
    const client = redis(config.redisUrl);
    client.on('error', onError);
    return {
      connection: client as unknown as QueueBaseOptions['connection'],
      factory: undefined,
      ping: async () => {
        await client.ping();
      },
      close: async () => client.disconnect(),
    };
  }
  const pool = new SlowlyFailingPool({
    connectionString: config.databaseUrl,
    max: 6,
    options: sessionOptions,
    application_name: 'plimsoll queue',
    connectionTimeoutMillis: 3000,
    keepAlive: true,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return {
    connection: pool as unknown as QueueBaseOptions['connection'],
    factory: createPostgresBackend,
    ping: async () => {
      await pool.query('SELECT 1');
    },
    close: async () => pool.end(),
  };
}
