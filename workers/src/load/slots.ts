/** Turns of making load: a worker makes at most so many runs at once, whoever hands them to it. First come, first served. */
import pLimit from 'p-limit';

export interface Slots {
  /** Waits for a slot and holds it while `work` goes on. Rejects with the signal's reason if it aborts while waiting. */
  use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function openSlots(count: number): Slots {
  const limit = pLimit(count);
  return {
    async use(signal, work) {
      signal.throwIfAborted();
      const left = Promise.withResolvers<never>();
      const leave = () => left.reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      const used = limit(() => {
        signal.removeEventListener('abort', leave);
        // A caller that left before gives the slot back at once.
        signal.throwIfAborted();
        return work();
      });
      return Promise.race([used, left.promise]);
    },
  };
}
