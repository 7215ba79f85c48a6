/** Processor time of this process and of all that came from it, however they ended. */
import { readdirSync } from 'node:fs';
import { type ProcessNow, readProcess } from './history/process-cpu.ts';

interface Member extends ProcessNow {
  readonly key: string;
  readonly parentKey: string | null;
  /** The number of the last look that saw it. */
  readonly seenAt: number;
}

/**
 * The kernel adds the time of a process to that of its parent when the parent waits for its end. Nobody waits for what a killed parent leaves
 * behind: that is counted as far as the last look saw it.
 */
export class FamilyTime {
  readonly #root: number;
  readonly #members = new Map<string, Member>();
  #looks = 0;

  constructor(root = process.pid) {
    this.#root = root;
  }

  /** Reads all processes of the machine: some milliseconds. Throws where there is no /proc. */
  look(): void {
    this.#looks += 1;
    const found = new Map<number, ProcessNow>();
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) addProcess(found, Number(name));
    const keyOf = (pid: number) => `${pid} ${found.get(pid)?.startedAt}`;
    const isOfFamily = (pid: number): boolean => {
      const one = found.get(pid);
      return pid === this.#root || (one !== undefined && (this.#members.has(keyOf(pid)) || isOfFamily(one.parent)));
    };
    for (const [pid, now] of found) {
      if (!isOfFamily(pid)) continue;
      const key = keyOf(pid);
      // Whoever has it now, its first parent left it behind.
      const parentKey = this.#members.get(key)?.parentKey ?? (pid === this.#root ? null : keyOf(now.parent));
      this.#members.set(key, { ...now, key, parentKey, seenAt: this.#looks });
    }
  }

  /** As of the last look, s. */
  get seconds(): number {
    const childrenOf = Map.groupBy(this.#members.values(), ({ parentKey }) => parentKey);
    let sum = 0;
    for (const [key, { ownCpu, endedCpu, seenAt }] of this.#members) {
      const waitedFor = (childrenOf.get(key) ?? []).filter((child) => child.seenAt < seenAt);
      // Those that were seen count by themselves; the rest of what ended came and went between two looks.
      const counted = waitedFor.reduce((total, child) => total + wholeOf(child, childrenOf), 0);
      sum += ownCpu + Math.max(0, endedCpu - counted);
    }
    return sum;
  }
}

/** What a process that ended gave to its parent: its own time, that of those it had waited for, and of those that it took along since it was last seen. */
function wholeOf({ key, ownCpu, endedCpu, seenAt }: Member, childrenOf: ReadonlyMap<string | null, readonly Member[]>): number {
  const takenAlong = (childrenOf.get(key) ?? []).filter((child) => child.seenAt === seenAt);
  return ownCpu + endedCpu + takenAlong.reduce((total, child) => total + wholeOf(child, childrenOf), 0);
}

/** It may have ended since it was listed. */
function addProcess(found: Map<number, ProcessNow>, pid: number): void {
  try {
    found.set(pid, readProcess(pid));
  } catch {
    found.delete(pid);
  }
}
