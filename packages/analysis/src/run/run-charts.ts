/** The data of a run's charts: its seconds merged into points, and its percentile curve. */
import { type Curve, curveSchema } from '@plimsoll/contracts/curve';
import { type RegionLine, regionLine } from '@plimsoll/contracts/region-line';
import type { Point } from '@plimsoll/contracts/sample';
import { samplesSchema } from '@plimsoll/contracts/sample-points';
import type { RunWindow } from '@plimsoll/contracts/window';
import { computeCurve } from '@plimsoll/statistics/curve';
import { mergeIntoPoints, resolutionOf } from '@plimsoll/statistics/point';
import type { Db } from '@plimsoll/store/db';
import { withEmptySeconds } from '@plimsoll/store/empty-seconds';
import { readSampleSeconds } from '@plimsoll/store/measured-runs';
import { readSamples } from '@plimsoll/store/samples';
import { allSamplesAfter } from '@plimsoll/store/stored-samples';
import { findShards, type RegionsOfRun, readWithRegions } from './region-samples.ts';

export interface ChartQuestion {
  readonly runId: string;
  /** Only samples after this sequence number. */
  readonly after?: number;
  /** Seconds a point, at least: chosen so that at most 600 points come back. */
  readonly resolution?: number;
  /** Only these seconds; all where null or absent. */
  readonly window?: RunWindow | null;
  /** Only the share of this region of the team's run; the whole where absent. */
  readonly region?: { readonly teamId: string; readonly label: string } | undefined;
}

export interface ChartText {
  /** A JSON array of points: a megabyte of them takes its time to be written. */
  readonly pointsJson: string;
  readonly resolutionSeconds: number;
  readonly lastSequence: number;
  /** Seconds that each stored sample covers: 1, more once the run was thinned; 0: they are gone. */
  readonly sampleSeconds: number;
}

/** Whoever asks has made sure that the run is the team's. Throws AnalysisError `no_such_region`. */
export async function chartPoints(db: Db, { runId, after = 0, resolution = 0, window = null, region }: ChartQuestion): Promise<ChartText> {
  const sampleSeconds = await readSampleSeconds(db, runId);
  const shards = region ? await findShards(db, region.teamId, runId, region.label) : null;
  const stored = region && !shards ? [] : await allSamplesAfter(db, runId, after, { ...window, shards });
  const kept = stored.map(({ sample }) => sample);
  // Whoever asks for what came after has the rest.
  const samples = after === 0 ? await withEmptySeconds(db, runId, kept, window ?? {}) : kept;
  const resolutionSeconds = resolutionOf(samples, resolution, window?.from);
  const points = samplesSchema.shape.points.parse(mergeIntoPoints(samples, resolutionSeconds));
  return {
    pointsJson: JSON.stringify(points),
    resolutionSeconds,
    lastSequence: stored.at(-1)?.sequence ?? after,
    sampleSeconds,
  };
}

/** The same as the API's answer. */
export async function chartJson(db: Db, question: ChartQuestion): Promise<string> {
  const { pointsJson, ...rest } = await chartPoints(db, question);
  return `{"points":${pointsJson},${JSON.stringify(rest).slice(1)}`;
}

export interface RunQuestion {
  readonly teamId: string;
  readonly runId: string;
}

export interface RunCharts {
  readonly points: Point[];
  readonly curve: Curve;
  /** Absent where the run was not made in several regions, or an older version thinned them together. */
  readonly regions?: RegionLine[];
}

/** All of a run's charts as a share freezes them: at most 600 points, of each region on the grid of the whole. */
export async function runCharts(db: Db, run: RegionsOfRun): Promise<RunCharts> {
  const { samples, regions } = await readWithRegions(db, run);
  const resolution = resolutionOf(samples);
  const charts = { points: mergeIntoPoints(samples, resolution), curve: computeCurve(samples) };
  if (regions.length === 0) return charts;
  const options = { names: ['responseTime'], withoutRequests: true } as const;
  const lines = regions.map((one) => regionLine(one.label, mergeIntoPoints(one.samples, resolution, options)));
  return { ...charts, regions: lines };
}

export interface WindowQuestion extends RunQuestion {
  /** Only these seconds; all where null or absent. */
  readonly window?: RunWindow | null;
}

/** The percentile curve of the measured seconds, as the API answers it. */
export async function runCurve(db: Db, { teamId, runId, window }: WindowQuestion): Promise<Curve> {
  const selection = { measuredOnly: true, withoutRequests: true, histograms: ['responseTime', 'serviceTime'], ...window } as const;
  return curveSchema.parse(computeCurve(await readSamples(db, teamId, runId, selection)));
}
