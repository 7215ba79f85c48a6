/** Thins the samples of a run whose team keeps single seconds no longer. */
import { listRegions, shardsOfRegion } from '@plimsoll/contracts/generators';
import { thinnedSeconds } from '@plimsoll/contracts/retention';
import { thinParts } from '@plimsoll/statistics/thin-seconds';
import type { Db } from '@plimsoll/store/db';
import type { DueRun } from '@plimsoll/store/due-runs';
import { type FreedOfRun, thinSamples } from '@plimsoll/store/replace-samples';
import { findRun } from '@plimsoll/store/runs';

/** The space that became free; null where it is no longer due. Regions stay apart. */
export async function thinRun(db: Db, due: DueRun): Promise<FreedOfRun | null> {
  const generators = (await findRun(db, due.teamId, due.id))?.plan.generators ?? 1;
  const regions = listRegions(generators).flatMap(({ label }) => shardsOfRegion(generators, label) ?? []);
  return thinSamples(db, due, {
    seconds: thinnedSeconds,
    parts: regions.length > 1 ? regions : [null],
    thin: (parts) => thinParts(parts, thinnedSeconds),
  });
}
