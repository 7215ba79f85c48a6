/** The use of a whole machine since it was last asked, from /proc. */
import { readFileSync } from 'node:fs';
import { noResourceFigures, type ResourceFigures } from '@plimsoll/contracts/resources';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Ticks of all cores: proc_stat(5). Time of guests is part of user's, and not counted twice. */
function readCpu(): { readonly all: number; readonly idle: number } {
  const ticks = (read('/proc/stat').split('\n')[0] ?? '').trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, one) => sum + one, 0), idle: (ticks[3] ?? 0) + (ticks[4] ?? 0) };
}

/** Whole disks by name: a partition's bytes are its disk's, too. */
const wholeDisk = /^(sd[a-z]+|vd[a-z]+|xvd[a-z]+|hd[a-z]+|nvme\d+n\d+|mmcblk\d+)$/;
const sectorBytes = 512;

/** proc_diskstats(5): sectors read and written, and ms in which something was under way. */
function readDisks(): { readonly bytes: number; readonly busyMs: number } | null {
  const disks = read('/proc/diskstats')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , name = '']) => wholeDisk.test(name));
  if (disks.length === 0) return null;
  const bytes = disks.reduce((sum, disk) => sum + (Number(disk[5]) + Number(disk[9])) * sectorBytes, 0);
  return { bytes, busyMs: Math.max(...disks.map((disk) => Number(disk[12]))) };
}

function readMemoryBytes(): number | null {
  const text = read('/proc/meminfo');
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN);
  const used = kibibytes('MemTotal') - kibibytes('MemAvailable');
  return Number.isFinite(used) ? used * 1024 : null;
}

const numberIn = (path: string, pattern: RegExp): number | null => {
  const found = pattern.exec(read(path))?.[1];
  return found === undefined ? null : Number(found);
};

export interface HostUsage {
  /** Figures since the last call; the first call knows none of what grows. */
  take(elapsedSeconds: number): ResourceFigures;
}

export function openHostUsage(): HostUsage {
  let before: { readonly cpu: ReturnType<typeof readCpu>; readonly disks: ReturnType<typeof readDisks> } | null = null;
  return {
    take(elapsedSeconds) {
      const now = { cpu: readCpu(), disks: readDisks() };
      const last = before;
      before = now;
      const all = last ? now.cpu.all - last.cpu.all : 0;
      const idle = last ? now.cpu.idle - last.cpu.idle : 0;
      const disks = now.disks && last?.disks ? { now: now.disks, last: last.disks } : null;
      return {
        ...noResourceFigures,
        cpu: all > 0 ? Math.min(1, Math.max(0, 1 - idle / all)) : null,
        memoryBytes: readMemoryBytes(),
        diskBytesPerSecond: disks ? Math.max(0, (disks.now.bytes - disks.last.bytes) / elapsedSeconds) : null,
        diskShare: disks ? Math.min(1, Math.max(0, (disks.now.busyMs - disks.last.busyMs) / 1000 / elapsedSeconds)) : null,
        openSockets: numberIn('/proc/net/sockstat', /^TCP: inuse (\d+)/m),
        threads: numberIn('/proc/loadavg', /\d+\/(\d+)/),
      };
    },
  };
}
