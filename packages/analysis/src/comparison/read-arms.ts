/** Reads the runs of a comparison: of a long one what was kept of it, else its samples, one run at a time. */
import type { ComparedWindow } from '@plimsoll/contracts/comparison';
import type { Run } from '@plimsoll/contracts/run';
import { chooseGrids, listRequests, type RunExtent, type RunGrid } from '@plimsoll/statistics/comparison-grid';
import { type ReadRun, readRun, selectCompared } from '@plimsoll/statistics/read-run';
import type { Db } from '@plimsoll/store/db';
import { readSampleExtent, type SampleExtent } from '@plimsoll/store/measured-runs';
import { readSamples } from '@plimsoll/store/samples';
import { AnalysisError } from '../analysis-error.ts';
import { type ChartsWanted, findKept, isWorthKeeping, type KeptRun, keepRun } from '../run/kept-measures.ts';
import { measureRegions } from '../run/measured-regions.ts';
import { readWindow } from '../run/read-window.ts';
import { readTargets } from './read-targets.ts';

export interface ArmsToRead<Arms = Run> {
  readonly base: readonly Arms[];
  readonly candidates: readonly (readonly Arms[])[];
}

/** A run that was deleted meanwhile has measured nothing. */
const nothing: SampleExtent = { attempt: 0, lastSequence: 0, samples: 0, seconds: 0, end: 0, sampleSeconds: 1 };

export interface ReadArmsOptions {
  /** The whole runs without their warm-up where absent. */
  readonly window?: ComparedWindow | null;
  /** Leaves charts that were kept as the text they are. */
  readonly chartsAsText?: boolean;
}

/** A run of an arm, whose charts may be left as they were kept: they are not in `measured` then. */
export type KeptReadRun = ReadRun & Pick<KeptRun, 'chartsText'>;

/** All runs are over. Throws AnalysisError `samples_gone`. */
export async function readArms(
  db: Db,
  teamId: string,
  { base, candidates }: ArmsToRead,
  { window = null, chartsAsText = false }: ReadArmsOptions = {},
): Promise<ArmsToRead<KeptReadRun>> {
  const measure = async (runs: readonly Run[]) => {
    const extents: (SampleExtent & RunExtent)[] = [];
    for (const { id, plan, turns } of runs) {
      const extent = (await readSampleExtent(db, teamId, id, window)) ?? nothing;
      // Figures alone would look like a run that measured nothing.
      if (extent.sampleSeconds === 0) throw new AnalysisError('samples_gone', { name: plan.name });
      extents.push({ ...extent, inTurns: turns !== null });
    }
    return extents;
  };
  const extents = { base: await measure(base), candidates: [] as (SampleExtent & RunExtent)[][] };
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
  const targets = await readTargets(db, teamId, [base, ...candidates].flat(), window);
  const withTargets = (runs: readonly KeptReadRun[]) => runs.map((one) => ({ ...one, target: targets.get(one.run.id) ?? null }));
  const arms = { base: withTargets(await read(base, extents.base, grids.base)), candidates: [] as KeptReadRun[][] };
  for (const [index, arm] of candidates.entries())
    arms.candidates.push(withTargets(await read(arm, extents.candidates[index] ?? [], grids.candidates[index] ?? [])));
  return arms;
}

export interface RunToRead {
  readonly teamId: string;
  readonly run: Run;
  readonly extent: SampleExtent;
  readonly grid: RunGrid;
  /** Only the first of an arm has charts. */
  readonly charts: ChartsWanted;
  readonly window: ComparedWindow | null;
}

/** A run that is over. */
export async function readOne(db: Db, { teamId, run, extent, grid, charts, window }: RunToRead): Promise<KeptReadRun> {
  const { summary, validity } = run;
  const place = { teamId, runId: run.id };
  const regions = { ...place, plan: run.plan, grid, window };
  const isKept = window === null && isWorthKeeping(grid) && summary !== null && validity !== null;
  if (isKept) {
    const kept = await findKept(db, place, grid, charts);
    if (kept) return { ...kept, measured: await measureRegions(db, regions, kept.measured), run, summary, judged: validity };
  }
  if (window && validity) {
    const read = await readWindow(db, { teamId, run, grid, charted: charts !== 'none', window });
    if (read) return { ...read, measured: await measureRegions(db, regions, read.measured), judged: validity, chartsText: null };
  }
  // A judgement of the whole run needs all of its samples.
  const selection = { withoutRequests: listRequests(run.plan).length === 0, ...(validity && { measuredOnly: true, ...window }) };
  const samples = await readSamples(db, teamId, run.id, selection);
  const options = { grid, charted: charts !== 'none' || isKept, windowed: window !== null };
  const read = readRun({ run, samples }, selectCompared(samples, window), options);
  const measured = await measureRegions(db, regions, read.measured);
  if (isKept) await keepRun(db, place, grid, extent, measured);
  return { ...read, measured, chartsText: null };
}
