import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'plimsoll-tests-';
/** Looked at now and then, a whole run of the tests had 242 MB there at most: the rest is for what nobody saw. */
const leastFreeBytes = 6e9;

/**
 * Temporary files of the tests (throwaway databases, profiles of browsers) are kept in memory where it has room: to make a database on a disk
 * takes four times as much of the processor, and thirty times on a disk that is new. A TMPDIR of one's own stays. The folder goes with this
 * process; the next run removes one that a killed run left.
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
