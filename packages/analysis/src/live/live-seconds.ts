/** Single seconds of a run for a reader that was away for a moment. */
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import type { Db } from '@plimsoll/store/db';
import { samplesAfter } from '@plimsoll/store/samples';
import type { StoredSample } from '@plimsoll/store/stored-samples';
import type { LiveSecond } from './live-looks.ts';

export interface SecondsQuestion {
  readonly runId: string;
  /** The sequence number that the reader has seen. */
  readonly after: number;
  /** The most samples that are worth telling one by one. */
  readonly most: number;
}

/** Shards of one second have sequence numbers at most this far apart, or are told again when they come. */
const shardSpread = 64;

/** Seconds after `after`, each whole, by rising sequence number: all shards of it merged. Null: more than `most` samples. */
export async function liveSeconds(db: Db, { runId, after, most }: SecondsQuestion): Promise<LiveSecond[] | null> {
  const stored = await samplesAfter(db, runId, Math.max(0, after - shardSpread), shardSpread + most + 1);
  if (stored.filter(({ sequence }) => sequence > after).length > most) return null;
  const seconds = new Map<number, { last: number; samples: StoredSample['sample'][] }>();
  for (const { sequence, sample } of stored) {
    const known = seconds.get(sample.second);
    seconds.set(sample.second, { last: Math.max(sequence, known?.last ?? 0), samples: [...(known?.samples ?? []), sample] });
  }
  return [...seconds.values()]
    .filter(({ last }) => last > after)
    .sort((a, b) => a.last - b.last)
    .flatMap(({ last, samples }) =>
      mergeIntoPoints(samples, 1).map((point) => ({ sequence: last, second: point.second, pointJson: JSON.stringify(point) })),
    );
}
