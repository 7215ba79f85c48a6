/** Waiting in tests: looks again and again until what is seen is what is wanted. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Long waits look less often: where some wait side by side, looking is most of what they cost. */
const pauseMs = { first: 50, later: 200, laterFromMs: 2000 } as const;

/** Answers the first answer of `look` for which `met` holds. After `ms` it throws, naming what it waited for and the last answer. */
export async function until<T>(what: string, ms: number, look: () => Promise<T> | T, met: (value: T) => boolean): Promise<T> {
  const begin = performance.now();
  for (;;) {
    const value = await look();
    if (met(value)) return value;
    const waitedMs = performance.now() - begin;
    if (waitedMs > ms) throw new Error(`${what}: not within ${ms} ms; the last answer was ${JSON.stringify(value)?.slice(0, 500)}`);
    await sleep(waitedMs < pauseMs.laterFromMs ? pauseMs.first : pauseMs.later);
  }
}
