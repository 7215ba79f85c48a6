/** Samples: one second of one shard each. Written once, whatever is repeated; read in sequence. */
import { type RequestSample, requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { columnOf, histogramNames } from '@plimsoll/contracts/times';
import { findArchived } from '../archive/archived-series.ts';
import { type ClockWatch, openClockWatch } from '../clock-watch.ts';
import type { Db } from '../db.ts';
import { first, jsonText } from '../query.ts';
import { answersInArchive, collectSamples, samplesInArchive } from './archived-samples.ts';
import { fillEmpty, readStretch, withEmptySeconds } from './empty-seconds.ts';
import { type AnswerRow, activeRun, answerColumns, type ShardAnswer, toAnswer } from './run-life.ts';
import {
  type AnswersOfSecond,
  type KeptCounts,
  type RequestRow,
  type RequestTime,
  type SampleRow,
  type SampleSelection,
  type StoredSample,
  toRequest,
  toSample,
} from './sample-row.ts';

const columns = histogramNames.map(columnOf).join(', ');
const requestColumns = requestTimeNames.map(columnOf).join(', ');

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
): Promise<StoredSample[]> {
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
  return withEmptySeconds(db, runId, archived ? await collectSamples(samplesInArchive(archived, selection)) : samples, selection);
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
