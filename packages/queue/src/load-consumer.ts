/** The consumer: hands each hint to the worker, which asks Postgres what is true. */
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { openBackend, type QueueConfig, queueName } from './backend.ts';
import { type Hint, parseHint } from './hint.ts';
import { backOff } from './load-queue.ts';
import { evictionWarning } from './redis-policy.ts';

export interface LoadConsumer {
  /** Takes no more; waits for the handlers under way. */
  close(): Promise<void>;
}

/**
 * Calls `handler` for each hint, at most `concurrency` at once. `signal` aborts when the consumer is closed. A handler that
 * throws is reported and not called again: nothing is retried. A hint whose worker died is dropped, never handed on.
 */
export function consumeLoads(
  config: QueueConfig,
  handler: (hint: Hint, signal: AbortSignal) => Promise<void>,
  options: { readonly concurrency: number },
): LoadConsumer {
  const onError = config.onError ?? (() => undefined);
  const closing = new AbortController();
  const backend = openBackend(config, (url) => {
    const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: backOff });
    if (config.onWarning) {
      const warn = config.onWarning;
      evictionWarning(redis).then((sentence) => sentence && warn(sentence), onError);
    }
    return redis;
  });
  const worker = new Worker<Hint>(
    queueName,
    async (job) => {
      await handler(parseHint(job.data), closing.signal);
    },
    {
      connection: backend.connection as never,
      concurrency: options.concurrency,
      maxStalledCount: 0,
      // A worker that died before it claimed holds its hint no longer than this.
      lockDuration: 10_000,
      stalledInterval: 5000,
      // The most a worker waits before it looks by itself, should a wake-up be lost.
      drainDelay: 5,
      runRetryDelay: 1000,
      skipVersionCheck: true,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
    backend.factory as never,
  );
  worker.on('error', onError);
  worker.on('failed', (_job, error) => onError(error));
  return {
    async close() {
      closing.abort();
      await worker.close().catch(onError);
      await backend.close().catch(onError);
    },
  };
}
