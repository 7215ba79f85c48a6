/** Reads the samples of long runs part by part. */
import type { Sample } from '@plimsoll/contracts/sample';
import { type ArchivedSeries, findArchived } from '../archive/archived-series.ts';
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { samplesInArchive } from './archived-samples.ts';
import { fillSamples, findSparseRun, readStretch, stretchOf } from './empty-seconds.ts';
import type { SampleSelection, StoredSample } from './sample-row.ts';
import { readSamples, samplesAfter } from './samples.ts';

const pageSize = 2000;

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
    if (page.length < pageSize) break;
  }
  // Also of rows that moved between one query and the next.
  const archived = await findArchived(db, runId);
  if (!archived) return found;
  const moved: StoredSample[] = [];
  for await (const stored of samplesInArchive(archived, some)) if (stored.sequence > afterSequence) moved.push(stored);
  return moved.sort((one, other) => one.sequence - other.sequence);
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
  const seconds = selection.withoutRequests ? pieceSeconds.withoutRequests : pieceSeconds.withRequests;
  const archived = first(rows)?.last === null ? await findArchived(db, runId, teamId) : null;
  if (archived) {
    yield* piecesInArchive(db, runId, archived, { selection, seconds });
    return;
  }
  const last = Math.max(first(rows)?.last ?? -1, ((await readStretch(db, runId))?.to ?? 0) - 1);
  for (let from = 0; from <= last; from += seconds) {
    const piece = await readSamples(db, teamId, runId, { ...selection, from, to: from + seconds });
    if (piece.length > 0) yield piece;
  }
}

/** The same of moved series, which are read once. */
async function* piecesInArchive(
  db: Db,
  runId: string,
  archived: ArchivedSeries,
  { selection, seconds }: { readonly selection: SampleSelection; readonly seconds: number },
): AsyncGenerator<Sample[], void> {
  const sparse = await findSparseRun(db, runId);
  let [from, inFlight] = [0, 0];
  let piece: Sample[] = [];
  const cut = () => {
    const window = { ...selection, from, to: from + seconds };
    const whole = sparse ? fillSamples(piece, stretchOf(sparse, window, inFlight), inFlight) : piece;
    inFlight = piece.at(-1)?.inFlight ?? inFlight;
    piece = [];
    from += seconds;
    return whole;
  };
  for await (const { sample } of samplesInArchive(archived, selection)) {
    while (sample.second >= from + seconds) {
      const whole = cut();
      if (whole.length > 0) yield whole;
    }
    piece.push(sample);
  }
  while (piece.length > 0 || from < (sparse?.seconds ?? 0)) {
    const whole = cut();
    if (whole.length > 0) yield whole;
  }
}
