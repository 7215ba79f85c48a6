/** How the times of a run spread. */
import { type LatencyTimes, latencySchema } from '@plimsoll/contracts/latency';
import { measureLatency, timesToRead } from '@plimsoll/statistics/measure-latency';
import type { Db } from '@plimsoll/store/db';
import { readSamples } from '@plimsoll/store/samples';
import type { WindowQuestion } from './run-charts.ts';

export interface LatencyQuestion extends WindowQuestion {
  readonly times: LatencyTimes;
}

/** The spread over the measured seconds, as JSON text: a map has thousands of cells. Whoever asks has made sure that the run is the team's. */
export async function runLatency(db: Db, { teamId, runId, times, window }: LatencyQuestion): Promise<string> {
  const selection = { measuredOnly: true, withoutRequests: true, histograms: timesToRead(times), ...window };
  return JSON.stringify(latencySchema.parse(measureLatency(await readSamples(db, teamId, runId, selection), times)));
}
