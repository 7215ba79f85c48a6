/** `postgres.log` of the data directory: what the server says, kept beyond its end and ours. */
import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A longer one is put aside at the next start; one older is kept. */
const longestBytes = 5_000_000;
const tailBytes = 4000;

export interface ServerLog {
  readonly file: string;
  /** For the server to write to; closed by `close`, when the server has it. */
  readonly descriptor: number;
  close(): void;
  /** The last 4,000 bytes that were written since it was opened. */
  read(): string;
}

export function openServerLog(home: string): ServerLog {
  const file = join(home, 'postgres.log');
  if (existsSync(file) && statSync(file).size > longestBytes) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  const from = fstatSync(descriptor).size;
  return {
    file,
    descriptor,
    close: () => closeSync(descriptor),
    read() {
      const opened = openSync(file, 'r');
      try {
        const begin = Math.max(from, fstatSync(opened).size - tailBytes);
        const tail = Buffer.alloc(tailBytes);
        return tail.toString('utf8', 0, readSync(opened, tail, 0, tailBytes, begin)).trim();
      } finally {
        closeSync(opened);
      }
    },
  };
}
