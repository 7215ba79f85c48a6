/** The use of a group of processes since it was last asked. */
import { cpus } from 'node:os';
import { noResourceFigures, type ResourceFigures } from '@plimsoll/contracts/resources';
import { openBusiestThread } from './busiest-thread.ts';
import { listDescriptors, readDiskBytes, readMemoryBytes, readStat, socketInode } from './proc.ts';

export const machineCores = cpus().length;

interface Used {
  readonly cpuSeconds: number;
  readonly diskBytes: number | null;
}

export interface ProcessUsage {
  /** From now on of these; what one that is new used before does not count. */
  follow(pids: readonly number[]): void;
  /** Figures since the last call, over this many seconds; null when none of the processes is there any more. */
  take(elapsedSeconds: number): ResourceFigures | null;
}

export function openProcessUsage(): ProcessUsage {
  const before = new Map<number, Used>();
  /** Descriptors by process, and whether each is a socket: a link is read once, since a busy target has ten thousand. */
  const known = new Map<number, Map<string, boolean>>();
  let followed: readonly number[] = [];
  const busiest = openBusiestThread();

  function countSockets(pid: number): number | null {
    const descriptors = listDescriptors(pid);
    if (descriptors === null) return null;
    const kinds = known.get(pid) ?? new Map<string, boolean>();
    known.set(pid, kinds);
    let sockets = 0;
    for (const one of descriptors) {
      let isSocket = kinds.get(one);
      if (isSocket === undefined) {
        isSocket = socketInode(pid, one) !== null;
        kinds.set(one, isSocket);
      }
      if (isSocket) sockets += 1;
    }
    return sockets;
  }

  return {
    follow(pids) {
      followed = pids;
      for (const pid of known.keys()) if (!pids.includes(pid)) known.delete(pid);
    },
    take(elapsedSeconds) {
      const now = new Map<number, Used>();
      const figures: { -readonly [Name in keyof ResourceFigures]: ResourceFigures[Name] } = { ...noResourceFigures };
      const add = (name: 'memoryBytes' | 'threads' | 'openSockets', value: number | null) => {
        if (value !== null) figures[name] = (figures[name] ?? 0) + value;
      };
      // A child that ended hands its time to its parent: sums over all of them miss nothing and count nothing twice.
      let cpuSeconds = 0;
      let diskBytes: number | null = null;
      for (const pid of followed) {
        const stat = readStat(pid);
        if (!stat) continue;
        const used = { cpuSeconds: stat.cpuSeconds, diskBytes: readDiskBytes(pid) };
        now.set(pid, used);
        const last = before.get(pid) ?? used;
        cpuSeconds += used.cpuSeconds - last.cpuSeconds;
        if (used.diskBytes !== null && last.diskBytes !== null) diskBytes = (diskBytes ?? 0) + used.diskBytes - last.diskBytes;
        add('threads', stat.threads);
        add('memoryBytes', readMemoryBytes(pid));
        add('openSockets', countSockets(pid));
      }
      const usedBy = (pid: number) => (now.get(pid)?.cpuSeconds ?? 0) - (before.get(pid)?.cpuSeconds ?? 0);
      const thread = busiest.take(
        [...now.keys()].sort((a, b) => usedBy(b) - usedBy(a)),
        elapsedSeconds,
      );
      for (const [pid, used] of before) if (!now.has(pid)) cpuSeconds -= used.cpuSeconds;
      before.clear();
      for (const [pid, used] of now) before.set(pid, used);
      if (now.size === 0) return null;
      return {
        ...figures,
        ...thread,
        cpu: Math.min(1, Math.max(0, cpuSeconds / elapsedSeconds / machineCores)),
        diskBytesPerSecond: diskBytes === null ? null : Math.max(0, diskBytes / elapsedSeconds),
      };
    },
  };
}
