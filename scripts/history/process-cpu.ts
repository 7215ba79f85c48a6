/** Processor time of processes, from /proc. */
import { readFileSync } from 'node:fs';

/** Fields of proc(5), after pid and name. */
const fieldOf = { parent: 1, own: [11, 13], ended: [13, 15], started: 19 } as const;
/** Ticks of a second, on every Linux. */
const ticks = 100;

export interface ProcessNow {
  readonly name: string;
  readonly parent: number;
  /** Ticks from the start of the machine: with its number it is one process of all that ever were. */
  readonly startedAt: number;
  /** s. */
  readonly ownCpu: number;
  /** Of its children that have ended, and of theirs, s. */
  readonly endedCpu: number;
}

/** Throws where there is no such process. */
export function readProcess(pid: number): ProcessNow {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const close = text.lastIndexOf(')');
  const fields = text
    .slice(close + 2)
    .split(' ')
    .map(Number);
  const sum = ([from, to]: readonly [number, number]) => fields.slice(from, to).reduce((total, one) => total + one, 0) / ticks;
  return {
    name: text.slice(text.indexOf('(') + 1, close),
    parent: fields[fieldOf.parent] ?? 0,
    startedAt: fields[fieldOf.started] ?? 0,
    ownCpu: sum(fieldOf.own),
    endedCpu: sum(fieldOf.ended),
  };
}

/** Of all its children, those that have ended and those there now, s. */
export function childrenCpuSeconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return readProcess(pid).endedCpu + children.reduce((sum, child) => sum + cpuOrNone(child), 0);
}

export function familyCpuSeconds(pid: number): number {
  return readProcess(pid).ownCpu + childrenCpuSeconds(pid);
}

/** It may have ended since it was listed. */
function cpuOrNone(pid: number): number {
  try {
    const { ownCpu, endedCpu } = readProcess(pid);
    return ownCpu + endedCpu;
  } catch {
    return 0;
  }
}
