/** Waiting in tests: looks again and again until what is seen is what is wanted. */
import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 50;

/** Answers the first answer of `look` for which `met` holds. After `ms` it throws, naming what it waited for and the last answer. */
export async function until<T>(what: string, ms: number, look: () => Promise<T> | T, met: (value: T) => boolean): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const value = await look();
    if (met(value)) return value;
    if (performance.now() > end)
      throw new Error(`${what}: not within ${ms} ms; the last answer was ${JSON.stringify(value)?.slice(0, 500)}`);
    await sleep(pauseMs);
  }
}
