/** Who may make load now: a worker makes at most so many runs at once, whoever hands them to it. First come, first served. */
export interface Slots {
  /** Waits for a slot and holds it while `work` goes on. Rejects with the signal's reason if it aborts while waiting. */
  use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function openSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  async function take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(signal.reason);
    };
    waiting.push(resolve);
    signal.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }
  function give(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
  return {
    async use(signal, work) {
      await take(signal);
      try {
        return await work();
      } finally {
        give();
      }
    },
  };
}
