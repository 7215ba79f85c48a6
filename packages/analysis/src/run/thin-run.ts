/** Thins the samples of a run whose team keeps single seconds no longer. */
import { thinnedSeconds } from '@plimsoll/contracts/retention';
import { thinSeconds } from '@plimsoll/statistics/thin-seconds';
import type { Db } from '@plimsoll/store/db';
import type { DueRun } from '@plimsoll/store/due-runs';
import { type FreedOfRun, thinSamples } from '@plimsoll/store/replace-samples';

/** The space that became free; null where it is no longer due. */
export function thinRun(db: Db, due: DueRun): Promise<FreedOfRun | null> {
  return thinSamples(db, due, thinnedSeconds, (samples) => thinSeconds(samples, thinnedSeconds));
}
