/** The time in which a thread was runnable and had no core: the second figure of Linux's schedstat, ns. */
import { openProcFile } from './proc-file.ts';

/** Shares of a shorter time say nothing: the scheduler hands out slices of a few ms. */
export const leastShareMs = 100;

export interface CoreWait {
  /** Share of the time since it was last asked; null where it is not known, or the time was too short. */
  take(): number | null;
  close(): void;
}

/** Opens the figure of the calling thread. */
export function openCoreWait(): CoreWait {
  const file = openProcFile('/proc/thread-self/schedstat');
  let before = readWaitedMs(file.read());
  let atMs = performance.now();
  return {
    take() {
      const waitedMs = readWaitedMs(file.read());
      const nowMs = performance.now();
      const lengthMs = nowMs - atMs;
      const grownMs = waitedMs === null || before === null ? null : waitedMs - before;
      before = waitedMs;
      atMs = nowMs;
      return grownMs === null || lengthMs < leastShareMs ? null : Math.min(1, Math.max(0, grownMs / lengthMs));
    },
    close: file.close,
  };
}

/** `1088234819 515944400 180`: ns on a core, ns waited for one, and how often it got one; all 0 where the kernel does not count. */
function readWaitedMs(text: string | null): number | null {
  const [, waitedNs = Number.NaN, turns = 0] = (text ?? '').trim().split(' ').map(Number);
  return turns > 0 && Number.isFinite(waitedNs) ? waitedNs / 1e6 : null;
}
