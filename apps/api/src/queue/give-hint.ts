/** Tells the workers that a load waits. Only a hint, and nobody waits for it: a worker's reconciler finds queued rows by itself. */
import type { Hint } from '@plimsoll/queue/hint';
import type { LoadQueue } from '@plimsoll/queue/load-queue';
import type { FastifyBaseLogger } from 'fastify';

/** `workers`: how many are to make the load. */
export function giveHint(queue: LoadQueue, log: FastifyBaseLogger, hint: Hint, workers = 1): void {
  void queue.enqueue(hint, workers).then((taken) => {
    if (!taken) log.warn({ hint }, 'the queue did not take the hint; a worker will find the load');
  });
}
