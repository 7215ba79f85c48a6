/** The machine's work beside this process, from Linux's /proc, and the time in which the process's own CPU quota held it. */
import type { GeneratorHealth } from '@plimsoll/contracts/sample';
import { leastShareMs } from '../pace/core-wait.ts';
import { openProcFile } from '../pace/proc-file.ts';
import { listCpuGroups, readThrottled, type SystemFiles, systemFiles, type Throttled } from './cpu-groups.ts';

export interface MachineMeter {
  /** Forgets all that was before. */
  begin(): void;
  /** The figures since it was last asked. */
  take(): Pick<GeneratorHealth, 'otherWork' | 'throttled'>;
  close(): void;
}

export function openMachineMeter(files: SystemFiles = systemFiles): MachineMeter {
  const stat = openProcFile(`${files.proc}/stat`);
  const groups = listCpuGroups('self', files).map(({ periodMs, statFile }) => ({ periodMs, file: openProcFile(statFile) }));
  const look = () => {
    const { user, system } = process.cpuUsage();
    return {
      atMs: performance.now(),
      ownSeconds: (user + system) / 1e6,
      ticks: readTicks(stat.read()),
      throttled: groups.map(({ file }) => readThrottled(file.read())),
    };
  };
  let before = look();
  return {
    begin() {
      before = look();
    },
    take() {
      // The very last second may be short: what it has too little time for is not known.
      if (performance.now() - before.atMs < leastShareMs) return { otherWork: null, throttled: null };
      const last = before;
      before = look();
      const lengthMs = before.atMs - last.atMs;
      const held = groups.flatMap(({ periodMs }, at) => heldMs(last.throttled[at], before.throttled[at], periodMs) ?? []);
      return {
        otherWork: shareOfOthers(last, before),
        throttled: held.length > 0 ? Math.min(1, Math.max(...held) / lengthMs) : null,
      };
    },
    close() {
      stat.close();
      for (const { file } of groups) file.close();
    },
  };
}

interface Ticks {
  readonly all: number;
  readonly busy: number;
}

/** proc_stat(5), all cores: user, nice, system, idle, iowait, irq, softirq, steal. A guest's time is part of user's, and not counted twice. */
function readTicks(text: string | null): Ticks | null {
  const ticks = (text?.split('\n')[0] ?? '').trim().split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, one) => sum + one, 0);
  return ticks.length === 8 && Number.isFinite(all) ? { all, busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0) } : null;
}

/** USER_HZ, in which Linux tells processor time to programs: 100 on every architecture Node runs on. */
const ticksPerSecond = 100;

interface Look {
  readonly ownSeconds: number;
  readonly ticks: Ticks | null;
}

function shareOfOthers(last: Look, now: Look): number | null {
  if (!last.ticks || !now.ticks || now.ticks.all <= last.ticks.all) return null;
  const busySeconds = (now.ticks.busy - last.ticks.busy) / ticksPerSecond;
  const allSeconds = (now.ticks.all - last.ticks.all) / ticksPerSecond;
  return Math.min(1, Math.max(0, (busySeconds - (now.ownSeconds - last.ownSeconds)) / allSeconds));
}

/** The time is added over cores, so several threads held at once would count several times: a period in which they were held counts once. */
function heldMs(last: Throttled | null | undefined, now: Throttled | null | undefined, periodMs: number): number | null {
  return last && now ? Math.max(0, Math.min(now.timeMs - last.timeMs, (now.periods - last.periods + 1) * periodMs)) : null;
}
