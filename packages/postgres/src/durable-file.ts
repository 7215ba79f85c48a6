/** Small files that must be whole or absent, whatever cuts their writer off. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes aside, to the disk, and swaps it in. */
export function writeDurably(file: string, text: string, mode = 0o600): void {
  const aside = `${file}.${process.pid}`;
  const opened = openSync(aside, 'w', mode);
  try {
    writeSync(opened, text);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(aside, file);
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
