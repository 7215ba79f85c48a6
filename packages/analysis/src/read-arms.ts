/** Reads the runs of a comparison: of a long one what was kept of it, else its samples, one run at a time. */
import type { ComparedWindow } from '@plimsoll/contracts/comparison';
import type { Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { chooseGrids, listRequests, ownGrid, type RunGrid } from '@plimsoll/statistics/comparison-grid';
import { type MeasuredRun, measureRun } from '@plimsoll/statistics/measured-run';
import { decodeMeasuredRun, encodeMeasuredRun, MeasuredRunFormatError, measuredRunFormat } from '@plimsoll/statistics/measured-run-codec';
import { type ReadRun, readRun, selectCompared } from '@plimsoll/statistics/read-run';
import type { Db } from '@plimsoll/store/db';
import { findMeasuredRun, keepMeasuredRun, readSampleExtent, type SampleExtent } from '@plimsoll/store/measured-runs';
import { readSamples } from '@plimsoll/store/samples';

export interface ArmsToRead<Arms = Run> {
  readonly base: readonly Arms[];
  readonly candidates: readonly (readonly Arms[])[];
}

/** A run that was deleted meanwhile has measured nothing. */
const nothing: SampleExtent = { attempt: 0, lastSequence: 0, samples: 0, seconds: 0, end: 0 };

/** All runs are over. */
export async function readArms(
  db: Db,
  teamId: string,
  { base, candidates }: ArmsToRead,
  window: ComparedWindow | null = null,
): Promise<ArmsToRead<ReadRun>> {
  const measure = async (runs: readonly Run[]) => {
    const extents: SampleExtent[] = [];
    for (const { id } of runs) extents.push((await readSampleExtent(db, teamId, id, window)) ?? nothing);
    return extents;
  };
  const extents = { base: await measure(base), candidates: [] as SampleExtent[][] };
  for (const arm of candidates) extents.candidates.push(await measure(arm));
  const grids = chooseGrids(extents.base, extents.candidates);
  const read = async (runs: readonly Run[], ofRuns: readonly SampleExtent[], grid: readonly RunGrid[]) => {
    const found: ReadRun[] = [];
    for (const [index, run] of runs.entries())
      found.push(
        await readOne(db, { teamId, run, extent: ofRuns[index] ?? nothing, grid: grid[index] as RunGrid, charted: index === 0, window }),
      );
    return found;
  };
  const arms = { base: await read(base, extents.base, grids.base), candidates: [] as ReadRun[][] };
  for (const [index, arm] of candidates.entries())
    arms.candidates.push(await read(arm, extents.candidates[index] ?? [], grids.candidates[index] ?? []));
  return arms;
}

export interface RunToRead {
  readonly teamId: string;
  readonly run: Run;
  readonly extent: SampleExtent;
  readonly grid: RunGrid;
  /** The first of its arm. */
  readonly charted: boolean;
  readonly window: ComparedWindow | null;
}

/** A run that is over. */
export async function readOne(db: Db, { teamId, run, extent, grid, charted, window }: RunToRead): Promise<ReadRun> {
  const { summary, validity } = run;
  const isKept = window === null && isWorthKeeping(grid) && summary !== null && validity !== null;
  if (isKept) {
    const kept = await findKept(db, { teamId, runId: run.id, grid, charted });
    if (kept) return { run, measured: kept, summary, judged: validity };
  }
  // What judges the whole run needs all of its samples.
  const selection = { withoutRequests: listRequests(run.plan).length === 0, ...(validity && { measuredOnly: true, ...window }) };
  const samples = await readSamples(db, teamId, run.id, selection);
  const read = readRun({ run, samples }, selectCompared(samples, window), { grid, charted: charted || isKept, windowed: window !== null });
  if (isKept) await keep(db, { teamId, runId: run.id, grid, state: extent, measured: read.measured });
  return read;
}

/** Where a unit is one second, what would be kept is about as large as the samples. */
function isWorthKeeping({ unitSeconds }: RunGrid): boolean {
  return unitSeconds > 1;
}

interface KeptPlace {
  readonly teamId: string;
  readonly runId: string;
  readonly grid: RunGrid;
}

async function findKept(db: Db, { charted, grid, ...place }: KeptPlace & { readonly charted: boolean }): Promise<MeasuredRun | null> {
  const kept = await findMeasuredRun(db, { ...place, ...grid, format: measuredRunFormat });
  if (!kept) return null;
  try {
    return decodeMeasuredRun({ ...kept, charts: charted ? kept.charts : 'null' });
  } catch (error) {
    // What is damaged is made again.
    if (error instanceof MeasuredRunFormatError) return null;
    throw error;
  }
}

interface MeasuresToKeep extends KeptPlace {
  /** As it was before the samples were read. */
  readonly state: Pick<SampleExtent, 'attempt' | 'lastSequence'>;
  readonly measured: MeasuredRun;
}

/** What cannot be kept, on a full disk for example, is made again when it is asked for: no answer fails because of it. */
async function keep(db: Db, { grid, state, measured, ...place }: MeasuresToKeep): Promise<void> {
  await keepMeasuredRun(db, { ...place, ...grid, format: measuredRunFormat }, state, encodeMeasuredRun(measured)).catch(() => undefined);
}

export interface RunToKeep {
  readonly teamId: string;
  readonly runId: string;
  readonly plan: Run['plan'];
  /** As it was before the samples were read. */
  readonly extent: SampleExtent;
  readonly samples: readonly Sample[];
}

/** Keeps of a long run, while its samples are at hand, what its first comparison would have to make. */
export async function keepLongRun(db: Db, { teamId, runId, plan, extent, samples }: RunToKeep): Promise<void> {
  const grid = ownGrid(extent);
  if (!isWorthKeeping(grid)) return;
  const measured = measureRun(selectCompared(samples, null), grid, { requests: listRequests(plan), charted: true });
  await keep(db, { teamId, runId, grid, state: extent, measured });
}
