/** Samples: one second of one shard each. Written once, whatever is repeated; read in sequence. */
import { noStreams } from '@plimsoll/contracts/empty-sample';
import { type RequestSample, requestTimeNames, type Sample, unknownMachine } from '@plimsoll/contracts/sample';
import { columnOf, type HistogramName, histogramNames } from '@plimsoll/contracts/times';
import { type ArchivedSeries, findArchived } from '../archive/archived-series.ts';
import { bytesOf, type SeriesRow } from '../archive/series-format.ts';
import { type ClockWatch, openClockWatch } from '../clock-watch.ts';
import type { Db } from '../db.ts';
import { first, jsonText } from '../query.ts';
import { fillEmpty, readStretch, withEmptySeconds } from './empty-seconds.ts';
import { type AnswerRow, activeRun, answerColumns, type ShardAnswer, toAnswer } from './run-life.ts';

const columns = histogramNames.map(columnOf).join(', ');
const requestColumns = requestTimeNames.map(columnOf).join(', ');

type RequestTime = (typeof requestTimeNames)[number];
type Histograms<Name extends HistogramName> = Record<Name, Uint8Array<ArrayBuffer>>;
/** `requests`: how many the sample has rows of, absent for a plan with one target, which then costs no second query. */
type KeptCounts = Omit<Sample, 'second' | 'warmup' | 'histograms' | 'byRequest'> & { requests?: number };
type SampleRow = { sequence: string; attempt: number; shard: number; second: number; warmup: boolean; counts: KeptCounts } & Record<
  string,
  unknown
>;
type RequestRow = { shard: number; second: number; name: string; counts: Omit<RequestSample, 'name' | 'histograms'> } & Record<
  string,
  unknown
>;

/**
 * Keeps samples and answers whether to go on, in one statement and so in one transaction: the sequence numbers come from the
 * run's own row, whose lock makes commit order sequence order; a reader that asks "after n" can never skip a late commit.
 * It is a heartbeat, too. A sample that was kept before is left as it is, with its requests.
 */
export async function appendSamples(
  db: Db,
  runId: string,
  attempt: number,
  shard: number,
  samples: readonly Sample[],
  clock: ClockWatch = openClockWatch(),
): Promise<{ answer: ShardAnswer; lastSequence: number }> {
  const rows = samples.map(({ second, warmup, histograms, byRequest, ...counts }) => {
    const kept: KeptCounts = byRequest.length > 0 ? { ...counts, requests: byRequest.length } : counts;
    return { second, warmup, histograms, counts: jsonText(kept) };
  });
  const requests = samples.flatMap(({ second, byRequest }) => byRequest.map((request, place) => ({ second, place, request })));
  const sentMs = performance.now();
  const result = await db.query<AnswerRow & { last_sequence: string }>(
    `WITH run AS (
       UPDATE runs r SET heartbeat_at = now(), last_sequence = last_sequence + $4
       WHERE id = $1 AND attempt = $2 AND ${activeRun('r')} RETURNING team_id, sample_month, last_sequence, ${answerColumns}
     ), beat AS (
       UPDATE run_shards s SET heartbeat_at = now() FROM run WHERE s.run_id = $1 AND s.attempt = $2 AND s.shard = $3
     ), kept AS (
       INSERT INTO samples (run_id, attempt, shard, team_id, month, sequence, second, warmup, counts, ${columns})
       SELECT $1, $2, $3, run.team_id, run.sample_month, run.last_sequence - $4 + given.place, given.second, given.warmup, given.counts,
         ${histogramNames.map((_, index) => `given.h${index}`).join(', ')}
       FROM run, unnest($5::int[], $6::bool[], $7::jsonb[], ${histogramNames.map((_, index) => `$${8 + index}::bytea[]`).join(', ')})
         WITH ORDINALITY AS given(second, warmup, counts, ${histogramNames.map((_, index) => `h${index}`).join(', ')}, place)
       ON CONFLICT DO NOTHING RETURNING second, team_id, month
     )${requests.length > 0 ? keptRequests : ''}
     SELECT answer, silent, clock_ms, last_sequence FROM run`,
    [
      runId,
      attempt,
      shard,
      samples.length,
      rows.map((row) => row.second),
      rows.map((row) => row.warmup),
      rows.map((row) => row.counts),
      ...histogramNames.map((name) => rows.map((row) => Buffer.from(row.histograms[name]))),
      ...(requests.length > 0 ? requestValues(requests) : []),
    ],
  );
  const row = first(result.rows);
  return { answer: toAnswer(row, clock, sentMs), lastSequence: Number(row?.last_sequence ?? 0) };
}

const firstRequestValue = 8 + histogramNames.length;
const requestTypes = ['int[]', 'int[]', 'text[]', 'jsonb[]', ...requestTimeNames.map(() => 'bytea[]')];
const keptRequests = `, requests AS (
       INSERT INTO sample_requests (run_id, attempt, shard, team_id, month, second, place, name, counts, ${requestColumns})
       SELECT $1, $2, $3, kept.team_id, kept.month, given.* FROM kept
       JOIN unnest(${requestTypes.map((type, index) => `$${firstRequestValue + index}::${type}`).join(', ')})
         AS given(second, place, name, counts, ${requestColumns}) USING (second)
       ON CONFLICT DO NOTHING
     )`;

function requestValues(requests: readonly { second: number; place: number; request: RequestSample }[]): unknown[][] {
  return [
    requests.map(({ second }) => second),
    requests.map(({ place }) => place),
    requests.map(({ request }) => request.name),
    requests.map(({ request: { name: _name, histograms: _histograms, ...counts } }) => jsonText(counts)),
    ...requestTimeNames.map((name) => requests.map(({ request }) => Buffer.from(request.histograms[name]))),
  ];
}

/** The bytes of a histogram that was not asked for. */
const none = new Uint8Array();

function pickHistograms<Name extends HistogramName>(names: readonly Name[], row: Record<string, unknown>): Histograms<Name> {
  return Object.fromEntries(names.map((name) => [name, row[columnOf(name)] ?? none])) as Histograms<Name>;
}

/** Counts that rows of older versions lack. */
const laterCounts = {
  peakInFlight: 0,
  slots: 0,
  busySlotMs: 0,
  blocked: 0,
  grpcStatuses: {},
  traces: [],
  ...noStreams,
};

function toSample(row: SampleRow, byRequest: RequestSample[]): Sample {
  const { requests: _, ...counts } = row.counts;
  const generator = { ...unknownMachine, ...counts.generator };
  const histograms = pickHistograms(histogramNames, row);
  const messages = { ...noStreams.messages, ...counts.messages };
  return { second: row.second, warmup: row.warmup, ...laterCounts, ...counts, messages, generator, histograms, byRequest };
}

function toRequest(row: RequestRow): RequestSample {
  return { name: row.name, ...row.counts, histograms: pickHistograms(requestTimeNames, row) };
}

const placeOf = ({ shard, second }: { shard: number; second: number }) => `${shard} ${second}`;

const hasRequests = ({ counts }: Pick<SampleRow, 'counts'>) => counts.requests !== undefined;

/** Samples with their requests, which are one more query for those that have any. */
async function samplesWithRequests(
  db: Db,
  runId: string,
  rows: readonly SampleRow[],
  names: readonly RequestTime[] = requestTimeNames,
): Promise<Sample[]> {
  const parted = rows.filter(hasRequests);
  const requests = new Map<string, RequestSample[]>(parted.map((row) => [placeOf(row), []]));
  if (parted.length > 0) {
    const seconds = parted.map(({ second }) => second);
    const { rows: found } = await db.query<RequestRow>(
      `SELECT ${['shard, second, name, counts', ...names.map(columnOf)].join(', ')} FROM sample_requests
       WHERE run_id = $1 AND attempt = $2 AND second BETWEEN $3 AND $4 AND month = (SELECT sample_month FROM runs WHERE id = $1)
       ORDER BY second, shard, place`,
      [runId, parted[0]?.attempt, smallest(seconds), largest(seconds)],
    );
    for (const row of found) requests.get(placeOf(row))?.push(toRequest(row));
  }
  return rows.map((row) => toSample(row, requests.get(placeOf(row)) ?? []));
}

function smallest(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value));
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value));
}

/** Samples of the run's current attempt after a sequence number, in sequence: the live feed, a late join and a resume alike. */
export async function samplesAfter(
  db: Db,
  runId: string,
  afterSequence: number,
  limit = 5000,
  { from, to, shards }: Pick<SampleSelection, 'from' | 'to' | 'shards'> = {},
): Promise<{ sequence: number; sample: Sample }[]> {
  const { rows } = await db.query<SampleRow>(
    `SELECT s.sequence, s.attempt, s.shard, s.second, s.warmup, s.counts, ${columns}
     FROM samples s JOIN runs r ON r.id = s.run_id AND r.attempt = s.attempt AND r.sample_month = s.month
     WHERE s.run_id = $1 AND s.sequence > $2 AND s.second >= coalesce($4, s.second) AND s.second < coalesce($5, s.second + 1)
       AND s.shard >= coalesce($6, s.shard) AND s.shard < coalesce($7, s.shard + 1)
     ORDER BY s.sequence LIMIT $3`,
    [runId, afterSequence, limit, from ?? null, to ?? null, shards?.first ?? null, shards?.end ?? null],
  );
  const samples = await samplesWithRequests(db, runId, rows);
  return samples.map((sample, index) => ({ sequence: Number(rows[index]?.sequence), sample }));
}

export interface SampleSelection {
  readonly measuredOnly?: boolean;
  /** Leaves `byRequest` empty. */
  readonly withoutRequests?: boolean;
  /** The other histograms are left empty; all where absent. */
  readonly histograms?: readonly HistogramName[];
  /** The same of requests. */
  readonly requestHistograms?: readonly RequestTime[];
  /** At most so many seconds without data in one sample. */
  readonly emptySeconds?: number;
  /** Only seconds of [from, to); all where absent. */
  readonly from?: number;
  readonly to?: number;
  /** Only these shards, first ≤ shard < end; all where absent. */
  readonly shards?: ShardRange | null;
}

export interface ShardRange {
  readonly first: number;
  readonly end: number;
}

/** All samples of the run's current attempt, by second; seconds of an imported run without data with them. */
export async function readSamples(db: Db, teamId: string, runId: string, selection: SampleSelection = {}): Promise<Sample[]> {
  const { histograms = histogramNames } = selection;
  const { rows } = await db.query<SampleRow>(
    `SELECT ${['s.sequence, s.attempt, s.shard, s.second, s.warmup, s.counts', ...histograms.map(columnOf)].join(', ')}
     FROM samples s JOIN runs r ON r.id = s.run_id AND r.attempt = s.attempt AND r.sample_month = s.month
     WHERE s.run_id = $1 AND s.team_id = $2 AND (NOT $3 OR NOT s.warmup) AND s.second >= coalesce($4, s.second)
       AND s.second < coalesce($5, s.second + 1) AND s.shard >= coalesce($6, s.shard) AND s.shard < coalesce($7, s.shard + 1)
     ORDER BY s.second, s.shard`,
    [
      runId,
      teamId,
      selection.measuredOnly ?? false,
      selection.from ?? null,
      selection.to ?? null,
      selection.shards?.first ?? null,
      selection.shards?.end ?? null,
    ],
  );
  const samples = selection.withoutRequests
    ? rows.map((row) => toSample(row, []))
    : await samplesWithRequests(db, runId, rows, selection.requestHistograms);
  // They may have moved between the two queries.
  const lacksRequests = !selection.withoutRequests && rows.some(hasRequests) && samples.every(({ byRequest }) => byRequest.length === 0);
  const archived = rows.length === 0 || lacksRequests ? await findArchived(db, runId, teamId) : null;
  return withEmptySeconds(db, runId, archived ? await collect(samplesInArchive(archived, selection)) : samples, selection);
}

/** A row of the archive as the database gave it, with the histograms that are wanted. */
function unpacked(row: SeriesRow, names: readonly HistogramName[]): SeriesRow {
  const wanted = names.map(columnOf);
  return {
    ...row,
    ...Object.fromEntries(histogramNames.map(columnOf).map((name) => [name, wanted.includes(name) ? bytesOf(row[name]) : none])),
  };
}

type Place = Pick<SampleRow, 'second' | 'shard'>;
const isWithin = ({ second, shard }: Place, { from, to, shards }: Pick<SampleSelection, 'from' | 'to' | 'shards'>) =>
  second >= (from ?? second) && second < (to ?? second + 1) && (!shards || (shard >= shards.first && shard < shards.end));

export interface StoredSample {
  readonly sequence: number;
  readonly sample: Sample;
}

/** Samples of a run whose series were moved, by second and shard: the same as they were before. */
export async function* samplesInArchive(archived: ArchivedSeries, selection: SampleSelection): AsyncGenerator<StoredSample, void> {
  const { histograms = histogramNames, requestHistograms = requestTimeNames, withoutRequests = false, measuredOnly = false } = selection;
  for await (const { sample, requests } of archived.seconds(withoutRequests)) {
    const row = sample as SampleRow;
    if ((measuredOnly && row.warmup) || !isWithin(row, selection)) continue;
    const byRequest = requests.map((request) => toRequest(unpacked(request, requestHistograms) as RequestRow));
    yield { sequence: Number(row.sequence), sample: toSample(unpacked(row, histograms) as SampleRow, byRequest) };
  }
}

async function collect(stored: AsyncIterable<StoredSample>): Promise<Sample[]> {
  const samples: Sample[] = [];
  for await (const { sample } of stored) samples.push(sample);
  return samples;
}

/** What `readAnswers` sums of rows. */
async function answersInArchive(archived: ArchivedSeries, window: Pick<SampleSelection, 'from' | 'to'>): Promise<AnswersOfSecond[]> {
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

interface AnswersOfSecond {
  readonly second: number;
  readonly good: number;
  readonly lengthMs: number;
}

/** Good answers of each measured second of the run's current attempt, over all shards, within seconds of [from, to). */
export async function readAnswers(
  db: Db,
  teamId: string,
  runId: string,
  window: { readonly from: number; readonly to: number } | null = null,
): Promise<AnswersOfSecond[]> {
  const { rows: stored } = await db.query<AnswersOfSecond>(
    `SELECT s.second, sum((s.counts->>'done')::float8) AS good, max((s.counts->>'lengthMs')::float8) AS "lengthMs"
     FROM samples s JOIN runs r ON r.id = s.run_id AND r.attempt = s.attempt AND r.sample_month = s.month
     WHERE s.run_id = $1 AND s.team_id = $2 AND NOT s.warmup AND s.second >= coalesce($3, s.second) AND s.second < coalesce($4, s.second + 1)
     GROUP BY s.second ORDER BY s.second`,
    [runId, teamId, window?.from ?? null, window?.to ?? null],
  );
  const archived = stored.length === 0 ? await findArchived(db, runId, teamId) : null;
  const rows = archived ? await answersInArchive(archived, window ?? {}) : stored;
  const stretch = await readStretch(db, runId, window ?? {});
  return stretch ? fillEmpty(rows, stretch, (empty) => ({ ...empty, good: 0 })) : rows;
}
