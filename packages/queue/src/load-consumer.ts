/** The consumer: hands each hint to the worker, which asks Postgres what is true. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import { openBackend, type QueueConfig, queueName } from './backend.ts';
import { type Hint, parseHint } from './hint.ts';

export interface LoadConsumer {
  /** Takes no more; waits for the handlers under way. */
  close(): Promise<void>;
}

const retryMs = 1000;

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
  const backend = openBackend(config, { maxRetriesPerRequest: null });
  const make = () => {
    const made = new Worker<Hint>(
      queueName,
      async (job) => {
        await handler(parseHint(job.data), closing.signal);
      },
      {
        connection: backend.connection as never,
        autorun: false,
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
    made.on('error', onError);
    made.on('failed', (_job, error) => onError(error));
    return made;
  };
  let worker = make();
  /**
   * BullMQ on Postgres remembers a first connection that failed for ever, and then asks again without a pause: the event loop stands
   * still. So a consumer begins when its connection is ready, and one whose connection was not is replaced.
   */
  const begin = async () => {
    while (!closing.signal.aborted) {
      try {
        await worker.waitUntilReady();
        return await worker.run();
      } catch (error) {
        if (closing.signal.aborted) return;
        onError(error as Error);
        await worker.close(true).catch(onError);
        await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
        if (!closing.signal.aborted) worker = make();
      }
    }
  };
  void begin();
  return {
    async close() {
      closing.abort();
      await worker.close().catch(onError);
      await backend.close().catch(onError);
    },
  };
}
