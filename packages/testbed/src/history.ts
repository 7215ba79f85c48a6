/** A long history of one team, made in SQL from one real run: each of its runs is a copy with its own name, time, tags, state and figures. */
import type { Database } from './people.ts';

export interface HistoryOptions {
  /** A run that is over, with a summary; its team gets the history. */
  readonly templateRunId: string;
  readonly runs: number;
  readonly plans: number;
  /** Months over which the runs are spread, the last one now. */
  readonly months?: number;
}

const people = 20;

/** One in so many runs ended otherwise than the others. */
const state = `CASE WHEN n % 20 = 0 THEN 'stopped' WHEN n % 33 = 0 THEN 'auto_stopped' WHEN n % 101 = 0 THEN 'worker_lost' WHEN n % 97 = 0 THEN 'start_failed' ELSE 'completed' END`;

/** SQL of a random UUID that the same text gives again. */
const uuid = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Parts that are inserted beside each other. */
const parts = 4;

/** The indexes are made once the rows are there. The oldest half of the runs is of another product: its words are common, and in no newer run. */
export async function makeHistory(db: Database, { templateRunId, runs, plans, months = 12 }: HistoryOptions): Promise<void> {
  const old = `n <= ${Math.floor(runs / 2)}`;
  const product = `CASE WHEN ${old} THEN 'legacy' ELSE 'shop' END`;
  const run = (sql: string, values: unknown[] = []) => db.query(sql, values);
  await run(`INSERT INTO users (id, name, email, email_verified, updated_at)
    SELECT 'person-' || n, 'Person ' || n, 'person-' || n || '@example.com', true, now() FROM generate_series(1, ${people}) AS n`);
  await run(
    `INSERT INTO plans (id, team_id, name, plan, created_by)
     SELECT ${uuid("'plan ' || n")}, team_id, 'checkout ' || n, plan || jsonb_build_object('name', 'checkout ' || n), 'person-' || 1 + n % ${people}
     FROM runs, generate_series(1, ${plans}) AS n WHERE id = $1`,
    [templateRunId],
  );
  const { rows } = (await run(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
     WHERE indrelid IN ('runs'::regclass, 'run_shards'::regclass) AND NOT indisprimary AND NOT indisunique`,
  )) as { rows: { name: string; made: string }[] };
  for (const { name } of rows) await run(`DROP INDEX ${name}`);
  const insert = (from: number, to: number) =>
    run(
      `INSERT INTO runs (id, ordinal, team_id, plan_id, plan, name, tags, note, created_by, created_at, state, state_reason, ending, end_reason, attempt, worker_id,
       expected_duration_ms, claimed_at, started_at, ended_at, heartbeat_at, hard_deadline_at, last_sequence, validity, thresholds, summary, environment,
       target_host, peak_rate, peak_connections, plan_revision, vs_baseline, sample_month)
     OVERRIDING SYSTEM VALUE SELECT ${uuid("'run ' || n")}, t.ordinal + n, t.team_id, ${uuid(`'plan ' || 1 + n % ${plans}`)},
       t.plan || jsonb_build_object('name', 'checkout ' || 1 + n % ${plans},
         'target', (t.plan -> 'target') || jsonb_build_object('url', 'http://' || ${product} || '-' || n % 97 || '.example.com/cart')),
       'checkout ' || 1 + n % ${plans}, jsonb_build_object('branch', 'b' || n % 40, 'commit', left(md5(n::text), 10), 'service', ${product}),
       CASE WHEN n % 10 = 0 THEN 'release ' || n / 1000 ELSE '' END, 'person-' || 1 + n % ${people}, at, ${state}, t.state_reason, t.ending, t.end_reason, 1, 'gone',
       t.expected_duration_ms, at, at, at + interval '50 s', at + interval '50 s', at + interval '90 s', 50, t.validity, t.thresholds,
       CASE WHEN n % 97 > 0 THEN t.summary || jsonb_build_object('requests', n) END, t.environment, ${product} || '-' || n % 97 || '.example.com:80', t.peak_rate, t.peak_connections, 1,
       CASE WHEN n % 2 = 0 THEN jsonb_build_object('baselineRunId', t.id, 'verdict', CASE WHEN n % 50 = 0 THEN 'worse' ELSE 'no_difference' END, 'sentence', 'As planted.', 'metrics', '[]'::jsonb) END,
       date_trunc('month', at)::date
     FROM runs t, (SELECT n, now() - interval '${months} months' * (1 - n::float8 / ${runs}) AS at FROM generate_series(${from}, ${to}) AS n) AS made
     WHERE t.id = $1`,
      [templateRunId],
    );
  // Two at a time, of neighbouring stretches: the newest runs lie at the end of the table, as if they had come one by one.
  const chunk = Math.ceil(runs / parts / 2);
  for (let from = 1; from < runs; from += chunk * 2)
    await Promise.all([insert(from, Math.min(from + chunk, runs) - 1), insert(from + chunk, Math.min(from + 2 * chunk, runs) - 1)]);
  await run(`SELECT setval(pg_get_serial_sequence('runs', 'ordinal'), max(ordinal)) FROM runs`);
  await run(`INSERT INTO run_shards (run_id, attempt, shard, team_id, worker_id, threads, claimed_at, heartbeat_at, ready_at, ended_at, end_state)
    SELECT id, 1, 0, team_id, worker_id, 1, claimed_at, ended_at, started_at, ended_at, state FROM runs WHERE worker_id = 'gone'`);
  const left = rows.map(({ made }) => made);
  const next = async () => {
    for (let made = left.pop(); made !== undefined; made = left.pop()) await run(made);
  };
  await Promise.all([next(), next()]);
  for (const table of ['runs', 'run_shards', 'plans']) await run(`VACUUM ANALYZE ${table}`);
}

/** A copy of the run that goes on for so many seconds, each like one of its own; called `an hour`, and the newest of its team. */
export async function makeLongRun(db: Database, templateRunId: string, seconds: number): Promise<void> {
  const { rows } = (await db.query(
    `INSERT INTO runs (id, team_id, plan, name, created_by, state, state_reason, ending, end_reason, attempt, claimed_at, started_at, ended_at, last_sequence,
       validity, thresholds, summary, environment, sample_month)
     SELECT gen_random_uuid(), team_id, plan, 'an hour', created_by, state, state_reason, ending, end_reason, 1, now(), now() - interval '1 hour', now(), $2::int,
       validity, thresholds, summary || jsonb_build_object('durationMs', $2::int * 1000), environment, sample_month
     FROM runs WHERE id = $1 RETURNING id`,
    [templateRunId, seconds],
  )) as { rows: { id: string }[] };
  await db.query(
    `WITH its AS (SELECT *, row_number() OVER (ORDER BY second) - 1 AS place, count(*) OVER () AS seconds FROM samples WHERE run_id = $1 AND NOT warmup AND second > 0)
     INSERT INTO samples SELECT (jsonb_populate_record(s, jsonb_build_object('run_id', $2::uuid, 'second', n, 'sequence', n + 1))).*
     FROM generate_series(0, $3::int - 1) AS n JOIN its ON place = n % its.seconds JOIN samples s ON s.run_id = its.run_id AND s.second = its.second`,
    [templateRunId, rows[0]?.id, seconds],
  );
}
