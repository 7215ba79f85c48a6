/** The busiest single thread of a group of processes: one that fills a core bounds its program, however many cores are free. */
import type { ResourceFigures } from '@plimsoll/contracts/resources';
import { listThreads, readThread, type ThreadTimes } from './proc.ts';

/** Looked at in each second, so that a program with ten thousand threads costs a few ms and no more: those of the busiest processes. */
const mostThreads = 200;

type BusiestThread = Pick<ResourceFigures, 'busiestThread' | 'waitedForCore'>;

export interface ThreadMeter {
  /** Over the time since the last call, of these processes, the busiest first. A thread that was not seen then counts from now on. */
  take(pids: readonly number[], elapsedSeconds: number): BusiestThread;
}

export function openBusiestThread(): ThreadMeter {
  let before = new Map<number, ThreadTimes>();
  return {
    take(pids, elapsedSeconds) {
      const now = new Map<number, ThreadTimes>();
      let busiest: BusiestThread = { busiestThread: null, waitedForCore: null };
      const shareOf = (seconds: number) => Math.min(1, Math.max(0, seconds / elapsedSeconds));
      for (const pid of pids) {
        if (now.size >= mostThreads) break;
        for (const thread of listThreads(pid).slice(0, mostThreads - now.size)) {
          const times = readThread(pid, thread);
          if (!times) continue;
          now.set(thread, times);
          const last = before.get(thread);
          const share = last ? shareOf(times.cpuSeconds - last.cpuSeconds) : null;
          if (share === null || share <= (busiest.busiestThread ?? -1)) continue;
          const waited =
            last && times.waitedSeconds !== null && last.waitedSeconds !== null ? times.waitedSeconds - last.waitedSeconds : null;
          busiest = { busiestThread: share, waitedForCore: waited === null ? null : shareOf(waited) };
        }
      }
      before = now;
      return busiest;
    },
  };
}
