/** What a run's charts show: its seconds merged into points, and its percentile curve. */
import { type Curve, curveSchema, samplesSchema } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { computeCurve } from '@plimsoll/statistics/curve';
import { countSeconds, mergeIntoPoints, resolutionFor } from '@plimsoll/statistics/point';
import type { Db } from '@plimsoll/store/db';
import { readSamples } from '@plimsoll/store/samples';
import { allSamplesAfter } from '@plimsoll/store/stored-samples';

export interface ChartQuestion {
  readonly runId: string;
  /** Only samples after this sequence number. */
  readonly after?: number;
  /** Seconds a point, at least: chosen so that at most 600 points come back. */
  readonly resolution?: number;
}

export interface ChartText {
  /** A JSON array of points: a megabyte of them takes its time to be written. */
  readonly pointsJson: string;
  readonly resolutionSeconds: number;
  readonly lastSequence: number;
}

/** Whoever asks has made sure that the run is the team's. */
export async function chartPoints(db: Db, { runId, after = 0, resolution = 0 }: ChartQuestion): Promise<ChartText> {
  const stored = await allSamplesAfter(db, runId, after);
  const samples = stored.map(({ sample }) => sample);
  const resolutionSeconds = Math.max(resolution, resolutionFor(countSeconds(samples)));
  const points = samplesSchema.shape.points.parse(mergeIntoPoints(samples, resolutionSeconds));
  return { pointsJson: JSON.stringify(points), resolutionSeconds, lastSequence: stored.at(-1)?.sequence ?? after };
}

export interface RunQuestion {
  readonly teamId: string;
  readonly runId: string;
}

/** All of a run's charts as a share freezes them: at most 600 points. */
export async function runCharts(db: Db, { teamId, runId }: RunQuestion): Promise<{ readonly points: Point[]; readonly curve: Curve }> {
  const samples = await readSamples(db, teamId, runId);
  return { points: mergeIntoPoints(samples), curve: computeCurve(samples) };
}

/** The percentile curve of the measured seconds, as the API answers it. */
export async function runCurve(db: Db, { teamId, runId }: RunQuestion): Promise<Curve> {
  return curveSchema.parse(computeCurve(await readSamples(db, teamId, runId, { measuredOnly: true, withoutRequests: true })));
}
