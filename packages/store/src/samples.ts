/** Samples: one second of one shard each. Written once, whatever is repeated; read in sequence. */
import { type HistogramName, histogramNames, type Sample } from '@plimsoll/contracts/sample';
import { type Db, first, jsonText } from './db.ts';
import type { Answer } from './run-life.ts';

const histogramColumns: Record<HistogramName, string> = {
  responseTime: 'response_time',
  serviceTime: 'service_time',
  sendLateness: 'send_lateness',
  timeToFirstByte: 'time_to_first_byte',
  connectTime: 'connect_time',
  dnsTime: 'dns_time',
  tcpTime: 'tcp_time',
  tlsTime: 'tls_time',
};
const columns = histogramNames.map((name) => histogramColumns[name]).join(', ');

type SampleRow = { sequence: string; second: number; warmup: boolean; counts: Omit<Sample, 'second' | 'warmup' | 'histograms'> } & Record<
  string,
  unknown
>;

/**
 * Keeps samples and answers whether to go on, in one statement and so in one transaction: the sequence numbers come from the
 * run's own row, whose lock makes commit order sequence order; a reader that asks "after n" can never skip a late commit.
 * It is a heartbeat, too. A sample that was kept before is left as it is.
 */
export async function appendSamples(
  db: Db,
  runId: string,
  attempt: number,
  shard: number,
  samples: readonly Sample[],
): Promise<{ answer: Answer; lastSequence: number }> {
  const rows = samples.map(({ second, warmup, histograms, ...counts }) => ({ second, warmup, histograms, counts: jsonText(counts) }));
  const result = await db.query<{ answer: Answer; last_sequence: string }>(
    `WITH run AS (
       UPDATE runs SET heartbeat_at = now(), last_sequence = last_sequence + $4
       WHERE id = $1 AND attempt = $2 AND state IN ('starting', 'running', 'stopping')
       RETURNING team_id, last_sequence, CASE WHEN stop_requested_at IS NULL THEN 'continue' ELSE 'stop' END AS answer
     ), kept AS (
       INSERT INTO samples (run_id, attempt, shard, team_id, sequence, second, warmup, counts, ${columns})
       SELECT $1, $2, $3, run.team_id, run.last_sequence - $4 + given.place, given.second, given.warmup, given.counts,
         ${histogramNames.map((_, index) => `given.h${index}`).join(', ')}
       FROM run, unnest($5::int[], $6::bool[], $7::jsonb[], ${histogramNames.map((_, index) => `$${8 + index}::bytea[]`).join(', ')})
         WITH ORDINALITY AS given(second, warmup, counts, ${histogramNames.map((_, index) => `h${index}`).join(', ')}, place)
       ON CONFLICT DO NOTHING
     )
     SELECT answer, last_sequence FROM run`,
    [
      runId,
      attempt,
      shard,
      samples.length,
      rows.map((row) => row.second),
      rows.map((row) => row.warmup),
      rows.map((row) => row.counts),
      ...histogramNames.map((name) => rows.map((row) => Buffer.from(row.histograms[name]))),
    ],
  );
  const row = first(result.rows);
  return row ? { answer: row.answer, lastSequence: Number(row.last_sequence) } : { answer: 'gone', lastSequence: 0 };
}

function sampleOf(row: SampleRow): Sample {
  const histograms = Object.fromEntries(histogramNames.map((name) => [name, row[histogramColumns[name]] as Uint8Array]));
  return { second: row.second, warmup: row.warmup, ...row.counts, histograms: histograms as Sample['histograms'] };
}

/** Samples of the run's current attempt after a sequence number, in sequence: the live feed, a late join and a resume alike. */
export async function samplesAfter(
  db: Db,
  runId: string,
  afterSequence: number,
  limit = 5000,
): Promise<{ sequence: number; sample: Sample }[]> {
  const { rows } = await db.query<SampleRow>(
    `SELECT s.sequence, s.second, s.warmup, s.counts, ${columns} FROM samples s JOIN runs r ON r.id = s.run_id AND r.attempt = s.attempt
     WHERE s.run_id = $1 AND s.sequence > $2 ORDER BY s.sequence LIMIT $3`,
    [runId, afterSequence, limit],
  );
  return rows.map((row) => ({ sequence: Number(row.sequence), sample: sampleOf(row) }));
}

/** All samples of the run's current attempt, by second. */
export async function samplesOf(db: Db, teamId: string, runId: string, options: { measuredOnly?: boolean } = {}): Promise<Sample[]> {
  const { rows } = await db.query<SampleRow>(
    `SELECT s.sequence, s.second, s.warmup, s.counts, ${columns} FROM samples s JOIN runs r ON r.id = s.run_id AND r.attempt = s.attempt
     WHERE s.run_id = $1 AND s.team_id = $2 AND (NOT $3 OR NOT s.warmup) ORDER BY s.second, s.shard`,
    [runId, teamId, options.measuredOnly ?? false],
  );
  return rows.map(sampleOf);
}

/** Sequence number of the run's last sample; 0 before the first. */
export async function lastSequenceOf(db: Db, runId: string): Promise<number> {
  const { rows } = await db.query<{ last_sequence: string }>('SELECT last_sequence FROM runs WHERE id = $1', [runId]);
  return Number(first(rows)?.last_sequence ?? 0);
}
