import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'plimsoll-tests-';
/** A whole run of the tests took 2 GB at most. */
const leastFreeBytes = 6e9;

/**
 * Temporary files of the tests (throwaway databases, profiles of browsers) are kept in memory where it has room: to make a database on a disk
 * takes ten times as much of the processor. A TMPDIR of one's own stays. The folder goes with this process; one that a killed run left goes here.
 */
export function temporaryInMemory(): void {
  if (process.env.TMPDIR || process.platform !== 'linux' || !existsSync(memory)) return;
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !existsSync(`/proc/${name.slice(prefix.length)}`))
      rmSync(join(memory, name), { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < leastFreeBytes) return;
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // As /tmp is: Postgres runs as another user where the tests run as root.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
