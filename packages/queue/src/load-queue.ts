/** The producer: tells the workers that a load is waiting. */
import { Queue } from 'bullmq';
import { openBackend, type QueueConfig, queueName } from './backend.ts';
import { type Hint, hintId } from './hint.ts';

export interface LoadQueue {
  /** Else it lives in Postgres, and is away when that is. */
  readonly onRedis: boolean;
  /**
   * Adds a hint for each of the workers that are to make the load; the same hint twice is one. False: the queue could not be
   * reached within 2 s; the load is not lost, a worker's reconciler finds it within 8 s or so.
   */
  enqueue(hint: Hint, workers?: number): Promise<boolean>;
  /** Throws why the queue cannot be reached within 2 s: `ETIMEDOUT` where it is silent. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const patienceMs = 2000;

export function openLoadQueue(config: QueueConfig): LoadQueue {
  const onError = config.onError ?? (() => undefined);
  // A producer answers people: with Redis down it fails at once rather than wait for it.
  const backend = openBackend(config, { maxRetriesPerRequest: 1, connectTimeout: 2000 });
  const make = () => {
    const made = new Queue<Hint>(
      queueName,
      { connection: backend.connection as never, skipVersionCheck: true, defaultJobOptions: hintOptions },
      backend.factory as never,
    );
    made.on('error', onError);
    return made;
  };
  let queue: Queue<Hint> | null = make();
  /** BullMQ on Postgres remembers a first connection that failed for ever: the next one who asks gets another queue. */
  const ready = async () => {
    queue ??= make();
    const asked = queue;
    if (!backend.factory) return asked;
    try {
      await asked.waitUntilReady();
      return asked;
    } catch (error) {
      if (queue === asked) queue = null;
      asked.close().catch(onError);
      throw error;
    }
  };
  return {
    onRedis: backend.factory === undefined,
    async enqueue(hint, workers = 1) {
      const hints = Array.from({ length: workers }, (_, nth) => ({ name: hint.kind, data: hint, opts: { jobId: hintId(hint, nth) } }));
      try {
        await within(
          patienceMs,
          ready().then((one) => one.addBulk(hints)),
        );
        return true;
      } catch (error) {
        onError(error as Error);
        return false;
      }
    },
    ping: () => within(patienceMs, backend.ping()),
    async close() {
      await within(patienceMs, Promise.resolve(queue?.close())).catch(onError);
      await backend.close().catch(onError);
    },
  };
}

/** Never retried, never kept: what became of a run is written in Postgres. */
const hintOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(Object.assign(new Error(`the queue did not answer within ${ms} ms`), { code: 'ETIMEDOUT' })), ms);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
