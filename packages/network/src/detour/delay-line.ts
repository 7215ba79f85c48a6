/** Holds what passes for a fixed time, and lets it go in the order in which it came. */
import { Worker } from 'node:worker_threads';

export interface DelayLine {
  /** Does it when its time has come; at once where nothing is held. */
  pass(deed: () => void): void;
  close(): void;
}

interface Held {
  readonly dueNs: bigint;
  readonly deed: () => void;
  next: Held | null;
}

/** Every deed waits as long, so the first that came is the first that is due: one alarm serves all connections. */
export function openDelayLine(delayMs: number): DelayLine {
  if (delayMs === 0) return { pass: (deed) => deed(), close: () => undefined };
  const delayNs = BigInt(Math.round(delayMs * 1e6));
  const shared = new SharedArrayBuffer(16);
  const changes = new Int32Array(shared, 0, 1);
  const moment = new BigInt64Array(shared, 8, 1);
  const thread = new Worker(new URL('./alarm-thread.ts', import.meta.url), { workerData: { shared } });
  let first: Held | null = null;
  let last: Held | null = null;

  const wake = ({ dueNs }: Held) => {
    Atomics.store(moment, 0, dueNs);
    Atomics.add(changes, 0, 1);
    Atomics.notify(changes, 0);
  };
  thread.on('message', () => {
    for (let held = first; held && held.dueNs <= process.hrtime.bigint(); held = first) {
      first = held.next;
      held.deed();
    }
    if (first) wake(first);
    else last = null;
  });
  return {
    pass(deed) {
      const held: Held = { dueNs: process.hrtime.bigint() + delayNs, deed, next: null };
      if (first && last) last.next = held;
      else {
        first = held;
        wake(held);
      }
      last = held;
    },
    close: () => void thread.terminate(),
  };
}
