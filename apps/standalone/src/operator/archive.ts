/** `plimsoll archive`: holds what the database names against what the archive has, and removes what nothing names. */
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
    say(`${found} objects that the database names are in the archive.`);
    if (missing.length > 0) {
      say(`${missing.length} are not, or not whole. Put them back from a backup of the bucket; until then these are missing:`);
      for (const { kind, runId, key } of missing.slice(0, mostNamed))
        say(`  ${contents[kind]}${runId === null ? '' : ` ${runId}`}: ${settings.prefix}${key}`);
      if (missing.length > mostNamed) say(`  … and ${missing.length - mostNamed} more`);
    }
    const bytes = orphans.reduce((sum, one) => sum + one.bytes, 0);
    if (orphans.length > 0) say(`${orphans.length} objects (${bytes} bytes) are older than a day, and the database does not name them.`);
    if (sweep) say(`${await sweepOrphans(db, objects, orphans)} of them were removed.`);
    else if (orphans.length > 0)
      say(
        '`plimsoll archive sweep` removes them. Not before the database is the newest you have: an older one does not know the newest objects.',
      );
    return missing.length === 0;
  } finally {
    objects.close();
    await db.end();
  }
}
