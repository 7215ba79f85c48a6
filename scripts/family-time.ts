/** Processor time of this process and of all that came from it, however they ended. */
import { readdirSync } from 'node:fs';
import { type ProcessNow, readProcess } from './history/process-cpu.ts';

interface Member extends ProcessNow {
  readonly parentKey: string | null;
  /** The numbers of the first look that missed it, and of the last that saw it. */
  missedAt: number;
  seenAt: number;
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
      const known = this.#members.get(keyOf(pid));
      // Whoever has it now does not count as its parent if that is another family's.
      const parentKey = known?.parentKey ?? (pid === this.#root ? null : keyOf(now.parent));
      this.#members.set(keyOf(pid), { ...now, parentKey, seenAt: this.#looks, missedAt: Number.POSITIVE_INFINITY });
    }
    for (const member of this.#members.values()) if (member.seenAt === this.#looks - 1) member.missedAt = this.#looks;
  }

  /** As of the last look, s. */
  get seconds(): number {
    let sum = 0;
    /** Of children that were seen and that their parent waited for, by parent: in its `endedCpu` as well. */
    const waitedFor = new Map<string, number>();
    for (const { parentKey, missedAt, ownCpu, endedCpu } of this.#members.values()) {
      sum += ownCpu;
      const parent = parentKey === null ? undefined : this.#members.get(parentKey);
      if (parentKey !== null && parent && missedAt <= parent.seenAt)
        waitedFor.set(parentKey, (waitedFor.get(parentKey) ?? 0) + ownCpu + endedCpu);
    }
    for (const [key, { endedCpu }] of this.#members) sum += Math.max(0, endedCpu - (waitedFor.get(key) ?? 0));
    return sum;
  }
}

/** It may have ended since it was listed. */
function addProcess(found: Map<number, ProcessNow>, pid: number): void {
  try {
    found.set(pid, readProcess(pid));
  } catch {
    found.delete(pid);
  }
}
