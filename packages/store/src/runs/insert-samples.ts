/** Writes samples that take the place of others: at most some hundreds, of a run that is over. */
import { requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { columnOf, type HistogramName, histogramNames } from '@plimsoll/contracts/times';
import type { Db } from '../db.ts';
import { jsonText } from '../query.ts';

/** The run and the month to which samples belong. */
export interface SamplePlace {
  readonly runId: string;
  readonly teamId: string;
  readonly attempt: number;
  /** First day of the run's month. */
  readonly month: string;
  /** The last of them gets it. */
  readonly lastSequence: number;
}

const columnsOf = (names: readonly HistogramName[]) => names.map((name) => columnOf(name)).join(', ');
const placeholders = (from: number, count: number) => Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ');

const sampleSql = `INSERT INTO samples (run_id, team_id, attempt, month, shard, second, sequence, warmup, counts, ${columnsOf(histogramNames)})
  VALUES ($1, $2, $3, $4, ${placeholders(5, 5 + histogramNames.length)})`;
const requestSql = `INSERT INTO sample_requests (run_id, team_id, attempt, month, shard, second, place, name, counts, ${columnsOf(requestTimeNames)})
  VALUES ($1, $2, $3, $4, ${placeholders(5, 5 + requestTimeNames.length)})`;

interface PlacedSample {
  readonly shard: number;
  readonly sample: Sample;
}

/** Those that come first get the lower sequence numbers. */
export async function insertSamples(db: Db, place: SamplePlace, samples: readonly PlacedSample[]): Promise<void> {
  const owner = [place.runId, place.teamId, place.attempt, place.month];
  for (const [index, { shard, sample }] of samples.entries()) {
    const { second, warmup, histograms, byRequest, ...counts } = sample;
    const kept = byRequest.length > 0 ? { ...counts, requests: byRequest.length } : counts;
    const times = histogramNames.map((name) => Buffer.from(histograms[name]));
    await db.query(sampleSql, [...owner, shard, second, place.lastSequence - samples.length + 1 + index, warmup, jsonText(kept), ...times]);
    for (const [at, { name, histograms: ofRequest, ...parts }] of byRequest.entries())
      await db.query(requestSql, [
        ...owner,
        shard,
        second,
        at,
        name,
        jsonText(parts),
        ...requestTimeNames.map((time) => Buffer.from(ofRequest[time])),
      ]);
  }
}
