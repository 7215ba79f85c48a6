/** The one place where Redis and Postgres differ: how BullMQ is connected. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, type QueueBaseOptions } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { evictionWarning } from './redis-policy.ts';

export interface QueueConfig {
  /** Absent: the queue lives in Postgres. */
  readonly redisUrl?: string | undefined;
  readonly databaseUrl: string;
  /** Told of every lost connection; the queue comes back by itself. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Told when Redis can be used, again or for the first time. */
  readonly onReady?: (() => void) | undefined;
  /** Does this say that what is set is wrong? It is then asked again every 15 s only. */
  readonly isRefused?: ((error: Error) => boolean) | undefined;
  /** Told once of a setting that will hurt, in a sentence. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
}

/** One queue for every load, whoever asked for it. */
export const queueName = 'plimsoll-loads';

/** The first statement of a connection of the queue: where BullMQ's tables and functions are. */
export const sessionOptions = '-c search_path=bullmq';

type Factory = typeof createPostgresBackend;

export interface Backend {
  readonly connection: QueueBaseOptions['connection'];
  /** Undefined = BullMQ's own: Redis. */
  readonly factory: Factory | undefined;
  /** Throws why the connection is away, in the words of the server or the network. */
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

/** Reconnect soon: a Redis that is back is used again within 2 s. */
function backOff(times: number): number {
  return Math.min(200 * times, 2000);
}

/** A password or a certificate is mended by a person. */
const refusedPauseMs = 15_000;

/** How long a command waits for a Redis that is away. */
interface RedisPatience {
  readonly maxRetriesPerRequest: number | null;
  readonly connectTimeout?: number;
}

/** Connects; a Postgres that lacks BullMQ's tables is refused when used (see migrate-queue). */
export function openBackend(config: QueueConfig, options: RedisPatience): Backend {
  const onError = config.onError ?? (() => undefined);
  if (config.redisUrl) {
    let lost: Error | null = null;
    const refusedMs = () => (lost !== null && config.isRefused?.(lost) ? refusedPauseMs : 0);
    const client = new Redis(config.redisUrl, {
      ...options,
      retryStrategy: (times: number) => Math.max(backOff(times), refusedMs()),
    });
    client.on('error', (error) => {
      lost = error;
      onError(error);
    });
    client.on('ready', () => {
      lost = null;
      config.onReady?.();
    });
    if (config.onWarning) {
      const warn = config.onWarning;
      evictionWarning(client).then((sentence) => sentence && warn(sentence), onError);
    }
    return {
      connection: client as unknown as QueueBaseOptions['connection'],
      factory: undefined,
      ping: async () => {
        if (lost !== null && client.status !== 'ready') throw lost;
        try {
          await client.ping();
        } catch (error) {
          throw lost ?? error;
        }
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
      const client = await pool.connect();
      let readOnly = false;
      try {
        const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
        readOnly = rows[0]?.transaction_read_only === 'on';
      } finally {
        // Another server may be there that writes.
        client.release(readOnly);
      }
      if (readOnly) throw Object.assign(new Error('the server of the queue only reads'), { code: '25006' });
    },
    close: async () => pool.end(),
  };
}
