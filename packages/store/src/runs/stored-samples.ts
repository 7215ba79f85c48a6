/** Reads the samples of long runs part by part. */
import type { Sample } from '@plimsoll/contracts/sample';
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { readStretch } from './empty-seconds.ts';
import { readSamples, type SampleSelection, samplesAfter } from './samples.ts';

const pageSize = 2000;

export interface StoredSample {
  readonly sequence: number;
  readonly sample: Sample;
}

/** All samples after a sequence number, in sequence; of some seconds or shards alone where they are named. */
export async function allSamplesAfter(
  db: Db,
  runId: string,
  afterSequence: number,
  some: Pick<SampleSelection, 'from' | 'to' | 'shards'> = {},
): Promise<StoredSample[]> {
  const found: StoredSample[] = [];
  for (;;) {
    const page = await samplesAfter(db, runId, found.at(-1)?.sequence ?? afterSequence, pageSize, some);
    found.push(...page);
    if (page.length < pageSize) return found;
  }
}

/** Seconds of a piece: some ten thousand histograms at most. */
const pieceSeconds = { withRequests: 60, withoutRequests: 600 };

/** All samples of the run's current attempt by second, a piece at a time; no second is split. */
export async function* samplesInPieces(
  db: Db,
  teamId: string,
  runId: string,
  selection: SampleSelection = {},
): AsyncGenerator<Sample[], void> {
  const { rows } = await db.query<{ last: number | null }>(
    'SELECT max(s.second) AS last FROM samples s JOIN runs r ON r.id = s.run_id AND r.sample_month = s.month WHERE r.id = $1 AND r.team_id = $2',
    [runId, teamId],
  );
  const last = Math.max(first(rows)?.last ?? -1, ((await readStretch(db, runId))?.to ?? 0) - 1);
  const seconds = selection.withoutRequests ? pieceSeconds.withoutRequests : pieceSeconds.withRequests;
  for (let from = 0; from <= last; from += seconds) {
    const piece = await readSamples(db, teamId, runId, { ...selection, from, to: from + seconds });
    if (piece.length > 0) yield piece;
  }
}
