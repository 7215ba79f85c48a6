/** A file of Linux's /proc that is read again and again: opened once, which spares its path's lookup each second. */
import { closeSync, openSync, readSync } from 'node:fs';

export interface ProcFile {
  /** Its text now, up to the first few hundred bytes; null where there is no such file. */
  read(): string | null;
  close(): void;
}

/** Enough for the lines that are read here: all of them stand first in their files. */
const headBytes = 512;

/** A path in `/proc/thread-self` stays that of the thread that opens it. */
export function openProcFile(path: string): ProcFile {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    // Not Linux, or a system that does not tell it.
  }
  const head = Buffer.alloc(headBytes);
  return {
    read() {
      if (descriptor === null) return null;
      try {
        return head.toString('latin1', 0, readSync(descriptor, head, 0, headBytes, 0));
      } catch {
        return null;
      }
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}
