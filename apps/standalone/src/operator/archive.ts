/** `plimsoll archive`: holds what the database names against what the archive has, and removes what nothing names. */

import { explainedArchiveError } from '@plimsoll/api/archive-trouble';
import type { ObjectStoreSettings } from '@plimsoll/artefacts/object-store';
import { openObjectStore } from '@plimsoll/artefacts/open-object-store';
import { openPool } from '@plimsoll/store/database';
import { checkArchive, sweepOrphans } from '@plimsoll/store/object-removals';

const mostNamed = 20;
const contents = {
  series: 'the charts of run',
  import: 'the imported file of run',
  export: 'an export of a team',
} as const;

/** Says what is missing and what is left over; `sweep` removes the latter. False: objects are missing. */
export async function checkObjects(
  url: string,
  settings: ObjectStoreSettings | null,
  { sweep, say }: { readonly sweep: boolean; readonly say: (sentence: string) => void },
): Promise<boolean> {
  if (!settings) throw new Error('There is no archive: set PLIMSOLL_S3_BUCKET, as the API has it.');
  const objects = openObjectStore(settings);
  const db = openPool(url, { applicationName: 'plimsoll archive', max: 2, queryTimeoutMs: 600_000 });
  try {
    const { found, missing, orphans } = await checkArchive(db, objects);
    say(`Objects that the database names and the archive has: ${found}.`);
    if (missing.length > 0) {
      say(`Objects that are missing, or not whole: ${missing.length}. Put them back from a backup of the bucket:`);
      for (const { kind, runId, key } of missing.slice(0, mostNamed))
        say(`  ${contents[kind]}${runId === null ? '' : ` ${runId}`}: ${settings.prefix}${key}`);
      if (missing.length > mostNamed) say(`  … and ${missing.length - mostNamed} more`);
    }
    const bytes = orphans.reduce((sum, one) => sum + one.bytes, 0);
    if (orphans.length > 0) say(`Objects older than a day that the database does not name: ${orphans.length} (${bytes} bytes).`);
    if (sweep) say(`Removed: ${await sweepOrphans(db, objects, orphans)}.`);
    else if (orphans.length > 0)
      say(
        '`plimsoll archive sweep` removes them. Not before the database is the newest you have: an older one does not know the newest objects.',
      );
    return missing.length === 0;
  } catch (error) {
    throw explainedArchiveError(error);
  } finally {
    objects.close();
    await db.end();
  }
}
