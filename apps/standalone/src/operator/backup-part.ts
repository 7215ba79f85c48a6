/** The file that a backup is written into until it is whole: `FILE.part`. One that was killed leaves it behind. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A backup that goes on writes more often than this. */
const abandonedAfterMs = 10 * 60_000;
/** The pattern of backups that nobody gave a name. */
const ownName = /^plimsoll-\d{4}-\d\d-\d\dT\d{6}\.backup\.part$/;

/**
 * The part of this file, which is free then: abandoned parts, this one's and those of backups without a name beside it, go, and `say` is told. Throws where this one
 * may still be written.
 */
export function claimPart(file: string, say: (sentence: string) => void, now = Date.now()): string {
  const part = `${file}.part`;
  const folder = dirname(part);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  for (const name of readdirSync(folder)) {
    if (name !== basename(part) && !ownName.test(name)) continue;
    const left = join(folder, name);
    const { mtime } = statSync(left);
    if (now - mtime.getTime() > abandonedAfterMs) {
      rmSync(left);
      say(`Removed ${left}: a backup that broke off left it on ${mtime.toISOString()}.`);
    } else if (name === basename(part))
      throw new Error(
        `${left} is being written by another backup, or was left by one that broke off: if none runs, remove it, or try again 10 minutes later.`,
      );
  }
  return part;
}
