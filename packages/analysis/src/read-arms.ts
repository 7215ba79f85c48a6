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

export interface ReadArmsOptions {
  /** The whole runs without their warm-up where absent. */
  readonly window?: ComparedWindow | null;
  /** Leaves charts that were kept as the text they are. */
  readonly chartsAsText?: boolean;
}

/** A run of an arm, whose charts may be left as they were kept: they are not in `measured` then. */
export interface KeptReadRun extends ReadRun {
  /** JSON, as `encodeMeasuredRun` has it. */
  readonly chartsText: string | null;
}

/** All runs are over. */
export async function readArms(
  db: Db,
  teamId: string,
  { base, candidates }: ArmsToRead,
  { window = null, chartsAsText = false }: ReadArmsOptions = {},
): Promise<ArmsToRead<KeptReadRun>> {
  const measure = async (runs: readonly Run[]) => {
    const extents: SampleExtent[] = [];
    for (const { id } of runs) extents.push((await readSampleExtent(db, teamId, id, window)) ?? nothing);
    return extents;
  };
  const extents = { base: await measure(base), candidates: [] as SampleExtent[][] };
  for (const arm of candidates) extents.candidates.push(await measure(arm));
  const grids = chooseGrids(extents.base, extents.candidates);
  const read = async (runs: readonly Run[], ofRuns: readonly SampleExtent[], grid: readonly RunGrid[]) => {
    const found: KeptReadRun[] = [];
    for (const [index, run] of runs.entries()) {
      const charts = index > 0 ? 'none' : chartsAsText ? 'text' : 'read';
      found.push(await readOne(db, { teamId, run, extent: ofRuns[index] ?? nothing, grid: grid[index] as RunGrid, charts, window }));
    }
    return found;
  };
  const arms = { base: await read(base, extents.base, grids.base), candidates: [] as KeptReadRun[][] };
  for (const [index, arm] of candidates.entries())
    arms.candidates.push(await read(arm, extents.candidates[index] ?? [], grids.candidates[index] ?? []));
  return arms;
}

export interface RunToRead {
  readonly teamId: string;
  readonly run: Run;
  readonly extent: SampleExtent;
  readonly grid: RunGrid;
  /** Only the first of an arm has charts. `text`: left as they were kept, where they were. */
  readonly charts: 'none' | 'read' | 'text';
  readonly window: ComparedWindow | null;
}

/** A run that is over. */
export async function readOne(db: Db, { teamId, run, extent, grid, charts, window }: RunToRead): Promise<KeptReadRun> {
  const { summary, validity } = run;
  const isKept = window === null && isWorthKeeping(grid) && summary !== null && validity !== null;
  if (isKept) {
    const kept = await findKept(db, { teamId, runId: run.id, grid, charts });
    if (kept) return { ...kept, run, summary, judged: validity };
  }
  // What judges the whole run needs all of its samples.
  const selection = { withoutRequests: listRequests(run.plan).length === 0, ...(validity && { measuredOnly: true, ...window }) };
  const samples = await readSamples(db, teamId, run.id, selection);
  const read = readRun({ run, samples }, selectCompared(samples, window), {
    grid,
    charted: charts !== 'none' || isKept,
    windowed: window !== null,
  });
  if (isKept) await keep(db, { teamId, runId: run.id, grid, state: extent, measured: read.measured });
  return { ...read, chartsText: null };
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

type Kept = Pick<KeptReadRun, 'measured' | 'chartsText'>;

async function findKept(db: Db, { charts, grid, ...place }: KeptPlace & Pick<RunToRead, 'charts'>): Promise<Kept | null> {
  const kept = await findMeasuredRun(db, { ...place, ...grid, format: measuredRunFormat });
  if (!kept) return null;
  try {
    const measured = decodeMeasuredRun({ ...kept, charts: charts === 'read' ? kept.charts : 'null' });
    return { measured, chartsText: charts === 'text' ? kept.charts : null };
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
