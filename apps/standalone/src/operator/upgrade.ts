/** `plimsoll upgrade`: brings the database to this version's schema; with `--check` it changes nothing and says what that would do. */
import { openPool } from '@plimsoll/store/database';
import { makeLargeIndexes } from '@plimsoll/store/large-indexes';
import { migrate } from '@plimsoll/store/migrate';
import { openOutageReporter } from '@plimsoll/store/outage-reporter';
import { readUpgrade, refuseWorkersOfBefore, type Upgrade } from '@plimsoll/store/upgrade';

/** Of some million rows. */
const longestIndexMs = 3_600_000;

type Say = (sentence: string) => void;

/** APIs of versions that know it leave out what a later version kept of a run; those of before fail over it. */
const firstTolerant = '045_upgrades';

/** The version before goes on with `expand`; with the others it has to know what they were made after. */
function explain(kind: string): string {
  if (kind === 'expand') return 'expand: it only adds; the version before goes on';
  const [, after] = /^contract after (\S+)$/.exec(kind) ?? [];
  return after === undefined
    ? 'contract: the version before has to be stopped first'
    : `contract: a version that knows ${after} goes on, one before it has to be stopped first`;
}

/** Answers whether all that runs now may go on meanwhile. */
export function sayUpgrade({ pending, workers, keepsAll }: Upgrade, say: Say): boolean {
  if (pending.length === 0) {
    say('The database is at the schema of this version: nothing to do. Processes of both versions may run beside each other.');
    return true;
  }
  say(`${pending.length} migrations would be applied, all or none:`);
  for (const { name, kind } of pending) say(`  ${name}  ${explain(kind)}`);
  for (const { id, version, goesOn } of workers)
    say(
      `Worker ${id} (${version}) is online and ${goesOn ? 'may go on' : 'has to be stopped first: drain it at Team → Workers, then end it'}.`,
    );
  const stopped = workers.filter((worker) => !worker.goesOn);
  if (keepsAll) {
    say(
      'Nothing has to be stopped: start an API of this version, or run `plimsoll upgrade`; then replace APIs and workers one by one, in any order.',
    );
    if (pending.some(({ name }) => name === firstTolerant))
      say(
        'But replace the APIs before the first worker this time: an API of before 0.3 cannot show runs that workers of this version made.',
      );
    return true;
  }
  say(
    stopped.length === 0
      ? 'No worker is in the way. End every API of a version that has to be stopped, then start one of this version.'
      : 'End these workers and every API of a version that has to be stopped, then start an API of this version. Until then it waits and says for whom.',
  );
  return false;
}

/** Answers whether all that runs now may go on meanwhile, and changes nothing. Throws what `migrate` throws. */
export async function checkUpgrade(url: string, say: Say): Promise<boolean> {
  return sayUpgrade(await readUpgrade(url), say);
}

/** Throws StoreError `workers_of_before` while workers are online that could not go on. */
export async function upgrade(url: string, say: Say): Promise<void> {
  await refuseWorkersOfBefore(url);
  const waiting = openOutageReporter((notice) => notice.kind === 'away' && say(notice.reason));
  const { applied } = await migrate(url, undefined, { onWait: waiting.failed });
  // Where the API has no rights to make them, nobody else does.
  const db = openPool(url, { applicationName: 'plimsoll indexes', max: 1, queryTimeoutMs: longestIndexMs });
  try {
    for (const index of await makeLargeIndexes(db)) say(`Made the index ${index}.`);
  } finally {
    await db.end();
  }
  say(applied.length === 0 ? 'The database was at the schema of this version.' : `Applied: ${applied.join(', ')}.`);
}
