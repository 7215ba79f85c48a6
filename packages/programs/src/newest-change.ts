/** How new sources are: what was built of them is held against it. */
import { readdirSync, statSync } from 'node:fs';

const isTest = (name: string) => name.endsWith('.test.ts') || name.endsWith('.test.tsx');

/**
 * When the newest file below these paths was last written, moved there or put back, in milliseconds. Tests do not count, and a path that
 * is not there is as old as can be. The time of the inode counts: a file that is put back keeps its own.
 */
export function newestChangeMs(...paths: readonly string[]): number {
  let newest = 0;
  const look = (path: string) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) lookInto(path);
    else if (found) newest = Math.max(newest, found.mtimeMs, found.ctimeMs);
  };
  const lookInto = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) lookInto(`${folder}/${entry.name}`);
      else if (!isTest(entry.name)) look(`${folder}/${entry.name}`);
    }
  };
  for (const path of paths) look(path);
  return newest;
}
