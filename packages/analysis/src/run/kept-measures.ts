/** The measures of long runs that are kept so that comparisons need not read samples again: series and charts, and their minutes. */
import type { Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { StoredBytesError } from '@plimsoll/statistics/byte-stream';
import { listRequests, ownGrid, type RunGrid } from '@plimsoll/statistics/comparison-grid';
import { type MeasuredRun, measureRun } from '@plimsoll/statistics/measured-run';
import { decodeMeasuredRun, encodeMeasuredRun, measuredRunFormat } from '@plimsoll/statistics/measured-run-codec';
import { mergeMinutes, minuteSeconds } from '@plimsoll/statistics/merge-minutes';
import { decodeMinutes, encodeMinutes, minutesFormat } from '@plimsoll/statistics/minutes-codec';
import { selectCompared } from '@plimsoll/statistics/read-run';
import type { Db } from '@plimsoll/store/db';
import { findMeasuredRun, type KeptMeasures, keepMeasuredRun, type SampleExtent } from '@plimsoll/store/measured-runs';
import { measureRegions } from './measured-regions.ts';

export interface KeptPlace {
  readonly teamId: string;
  readonly runId: string;
}

/** The samples that the run had before they were read. */
type State = Pick<SampleExtent, 'attempt' | 'lastSequence'>;

/** Where a unit is one second, what would be kept is about as large as the samples. */
export function isWorthKeeping({ unitSeconds }: RunGrid): boolean {
  return unitSeconds > 1;
}

const gridKey = (place: KeptPlace, grid: RunGrid) => ({ ...place, ...grid, format: measuredRunFormat });
/** Minutes are no grid of units. */
const minutesKey = (place: KeptPlace) => ({ ...place, unitSeconds: minuteSeconds, requestUnitSeconds: 0, format: minutesFormat });

/** Null where what was kept is damaged: it is made again. */
function decoded<Value>(decode: () => Value): Value | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof StoredBytesError) return null;
    throw error;
  }
}

export interface KeptRun {
  /** Without charts where they are left as text, or not asked for. */
  readonly measured: MeasuredRun;
  /** JSON, as `encodeMeasuredRun` has it. */
  readonly chartsText: string | null;
}

/** `text`: charts are left as they were kept. */
export type ChartsWanted = 'none' | 'read' | 'text';

export async function findKept(db: Db, place: KeptPlace, grid: RunGrid, charts: ChartsWanted): Promise<KeptRun | null> {
  const kept = await findMeasuredRun(db, gridKey(place, grid));
  const measured = kept && decoded(() => decodeMeasuredRun({ ...kept, charts: charts === 'read' ? kept.charts : 'null' }));
  return measured && { measured, chartsText: charts === 'text' ? kept.charts : null };
}

/** A measure that cannot be kept, on a full disk for example, is made again when it is asked for: no answer fails because of it. */
async function keep(db: Db, key: Parameters<typeof keepMeasuredRun>[1], state: State, kept: KeptMeasures): Promise<void> {
  await keepMeasuredRun(db, key, state, kept).catch(() => undefined);
}

export async function keepRun(db: Db, place: KeptPlace, grid: RunGrid, state: State, measured: MeasuredRun): Promise<void> {
  await keep(db, gridKey(place, grid), state, encodeMeasuredRun(measured));
}

/** Rising. Null: not kept. */
export async function findMinutes(db: Db, place: KeptPlace): Promise<Sample[] | null> {
  const kept = await findMeasuredRun(db, minutesKey(place));
  return kept && decoded(() => decodeMinutes(kept.series));
}

/** The minutes of measured samples, which are all the run has. */
export async function keepMinutes(db: Db, place: KeptPlace, state: State, measured: readonly Sample[]): Promise<Sample[]> {
  const minutes = mergeMinutes(measured);
  await keep(db, minutesKey(place), state, { charts: 'null', series: encodeMinutes(minutes) });
  return minutes;
}

export interface RunToKeep extends KeptPlace {
  readonly plan: Run['plan'];
  /** As it was before the samples were read. */
  readonly extent: SampleExtent;
  readonly samples: readonly Sample[];
}

/** Keeps of a long run, while its samples are at hand, what its first comparison would have to make. The answer: its minutes, none of a short run. */
export async function keepLongRun(db: Db, { teamId, runId, plan, extent, samples }: RunToKeep): Promise<Sample[]> {
  const grid = ownGrid(extent);
  if (!isWorthKeeping(grid)) return [];
  const measured = selectCompared(samples, null);
  const whole = measureRun(measured, grid, { requests: listRequests(plan), charted: true });
  const withRegions = await measureRegions(db, { teamId, runId, plan, grid, window: null }, whole);
  await keepRun(db, { teamId, runId }, grid, extent, withRegions);
  return keepMinutes(db, { teamId, runId }, extent, measured);
}
