/** Chart points of a run, made without holding up everybody else, and once for all who ask at the same time. */
import { setImmediate as turn } from 'node:timers/promises';
import { histogramNames, type Point, type Sample } from '@plimsoll/contracts/sample';
import { pointsOf, resolutionFor, secondsOf } from '@plimsoll/statistics/point';
import type { DbPool } from '@plimsoll/store/db';
import { allSamplesAfter } from './stored-samples.ts';

/** Histograms read before others get their turn: some 20 ms of work. */
const histogramsPerTurn = 800;

/** As pointsOf, which keeps to a fixed grid of seconds: so pieces cut along the grid give the same points. */
export async function pointsInTurns(samples: readonly Sample[], resolutionSeconds: number): Promise<Point[]> {
  const points: Point[] = [];
  const rising = [...samples].sort((a, b) => a.second - b.second);
  const cellOf = (sample: Sample | undefined) => (sample ? Math.floor(sample.second / resolutionSeconds) : Number.NaN);
  const perSample = histogramNames.length + (rising[0]?.byRequest.length ?? 0);
  for (let from = 0; from < rising.length; ) {
    let to = Math.min(from + Math.ceil(histogramsPerTurn / perSample), rising.length);
    while (to < rising.length && cellOf(rising[to]) === cellOf(rising[to - 1])) to++;
    points.push(...pointsOf(rising.slice(from, to), resolutionSeconds));
    from = to;
    await turn();
  }
  return points;
}

export interface ChartPoints {
  readonly points: Point[];
  readonly resolutionSeconds: number;
  readonly lastSequence: number;
}

/** All points of a run after a sequence number, at most 600 where `resolution` is 0 or too fine. */
export async function chartPoints(db: DbPool, runId: string, after = 0, resolution = 0): Promise<ChartPoints> {
  const stored = await allSamplesAfter(db, runId, after);
  const samples = stored.map(({ sample }) => sample);
  const resolutionSeconds = Math.max(resolution, resolutionFor(secondsOf(samples)));
  return { points: await pointsInTurns(samples, resolutionSeconds), resolutionSeconds, lastSequence: stored.at(-1)?.sequence ?? after };
}

const freshMs = 1000;
const shared = new Map<string, Promise<ChartPoints>>();

/** The whole run so far, at most a second old: who needs the last second, too, reads on from `lastSequence`. */
export function sharedChartPoints(db: DbPool, runId: string): Promise<ChartPoints> {
  const known = shared.get(runId);
  if (known) return known;
  const made = chartPoints(db, runId);
  shared.set(runId, made);
  const forget = () => setTimeout(() => shared.delete(runId), freshMs).unref();
  made.then(forget, () => shared.delete(runId));
  return made;
}
