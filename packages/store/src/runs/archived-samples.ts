/** Samples of runs whose series lie in the archive: the same as they were before. */
import { requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { columnOf, type HistogramName, histogramNames } from '@plimsoll/contracts/times';
import type { ArchivedSeries } from '../archive/archived-series.ts';
import { bytesOf, type SeriesRow } from '../archive/series-format.ts';
import {
  type AnswersOfSecond,
  noBytes,
  type RequestRow,
  type SampleRow,
  type SampleSelection,
  type StoredSample,
  toRequest,
  toSample,
} from './sample-row.ts';

/** A row of the archive as the database gave it, with the histograms that are wanted. */
function unpacked(row: SeriesRow, names: readonly HistogramName[]): SeriesRow {
  const wanted = names.map(columnOf);
  return {
    ...row,
    ...Object.fromEntries(histogramNames.map(columnOf).map((name) => [name, wanted.includes(name) ? bytesOf(row[name]) : noBytes])),
  };
}

type Place = Pick<SampleRow, 'second' | 'shard'>;
const isWithin = ({ second, shard }: Place, { from, to, shards }: Pick<SampleSelection, 'from' | 'to' | 'shards'>) =>
  second >= (from ?? second) && second < (to ?? second + 1) && (!shards || (shard >= shards.first && shard < shards.end));

/** By second and shard. */
export async function* samplesInArchive(archived: ArchivedSeries, selection: SampleSelection): AsyncGenerator<StoredSample, void> {
  const { histograms = histogramNames, requestHistograms = requestTimeNames, withoutRequests = false, measuredOnly = false } = selection;
  for await (const { sample, requests } of archived.seconds(withoutRequests)) {
    const row = sample as SampleRow;
    if ((measuredOnly && row.warmup) || !isWithin(row, selection)) continue;
    const byRequest = requests.map((request) => toRequest(unpacked(request, requestHistograms) as RequestRow));
    yield { sequence: Number(row.sequence), sample: toSample(unpacked(row, histograms) as SampleRow, byRequest) };
  }
}

export async function collectSamples(stored: AsyncIterable<StoredSample>): Promise<Sample[]> {
  const samples: Sample[] = [];
  for await (const { sample } of stored) samples.push(sample);
  return samples;
}

/** What `readAnswers` sums of rows. */
export async function answersInArchive(archived: ArchivedSeries, window: Pick<SampleSelection, 'from' | 'to'>): Promise<AnswersOfSecond[]> {
  const bySecond = new Map<number, AnswersOfSecond>();
  for await (const { sample } of archived.seconds(true)) {
    const row = sample as SampleRow;
    const { second, counts } = row;
    if (row.warmup || !isWithin(row, window)) continue;
    const { good, lengthMs } = bySecond.get(second) ?? { good: 0, lengthMs: 0 };
    bySecond.set(second, { second, good: good + counts.done, lengthMs: Math.max(lengthMs, counts.lengthMs) });
  }
  return [...bySecond.values()];
}
