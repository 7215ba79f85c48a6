/** Reads /proc: how much a process holds, and its children. */
import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;

export interface Held {
  readonly rssMb: number;
  readonly openFiles: number;
}

/** Null: it is gone. */
export function readHeld(pid: number): Held | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return { rssMb: (pages * pageBytes) / 1e6, openFiles: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return null;
  }
}

export function listChildren(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** To a process that may be gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in between.
  }
}
