/**
 * `npm run proof:retention`: a history of a million runs with 50 million samples, made in SQL on a Postgres of its own, in a directory that goes
 * when it ends. What rules of retention would free is foretold, a month is dropped, and one run's samples are read. RUNS and SECONDS (samples a
 * run) make it smaller; HISTORY_DIR says where it is written (about 45 GB).
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import { openPool } from '@plimsoll/store/database';
import type { DbPool } from '@plimsoll/store/db';
import { previewRetention } from '@plimsoll/store/measure-due';
import { migrate } from '@plimsoll/store/migrate';
import { dropEmptyMonth, dropMonth, listUnwantedMonths } from '@plimsoll/store/sample-months';
import { readSamples } from '@plimsoll/store/samples';
import { readTeamStorage } from '@plimsoll/store/team-storage';

const runs = Number(process.env.RUNS ?? 1_000_000);
const seconds = Number(process.env.SECONDS ?? 50);
const months = 12;
const teams = 2;
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=8GB',
  'shared_buffers=1GB',
  'maintenance_work_mem=1GB',
  'autovacuum=off',
];

const plan = `jsonb_build_object('version', 1, 'name', 'checkout ' || n % 500, 'target', jsonb_build_object('url',
  'http://shop-' || n % 97 || '.example.com/cart/' || md5(n::text)), 'load', jsonb_build_object('model', 'closed', 'connections', 10, 'duration', '50s'))`;

/** Figures of one metric each; their real ones are some 4 kB, which lie beside the row. */
const summary = `jsonb_build_object('requests', n, 'errors', '[]'::jsonb, 'filler', (SELECT string_agg(md5((n + i)::text), '') FROM generate_series(1, 60) AS i))`;

function say(text: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const value = await work();
  say(`${what}: ${((performance.now() - started) / 1000).toFixed(3)} s`);
  return value;
}

async function makeHistory(db: DbPool): Promise<void> {
  const client = await db.connect();
  const run = (sql: string) => client.query(sql);
  await run('SET session_replication_role = replica; SET max_parallel_maintenance_workers = 1');
  for (let team = 0; team < teams; team += 1)
    await run(`INSERT INTO teams (id, name, slug, created_at) VALUES ('team-${team}', 'Team ${team}', 'team-${team}', now())`);
  // Triggers are off in this session, but the one that makes a month's tables is needed.
  await run(`SET session_replication_role = origin;
    INSERT INTO sample_months SELECT generate_series(date_trunc('month', now()) - interval '${months - 1} months', now(), '1 month')::date ON CONFLICT DO NOTHING;
    SET session_replication_role = replica; DROP INDEX runs_search_idx; DROP INDEX samples_sequence_idx`);
  // Two thirds of the runs are of the first team.
  await timed(`${runs} runs`, () =>
    run(`INSERT INTO runs (id, team_id, plan, name, tags, created_at, started_at, ended_at, state, last_sequence, summary, sample_month, vs_baseline)
      SELECT md5(n::text)::uuid, 'team-' || (n % 3 = 0)::int, ${plan}, 'checkout ' || n % 500, jsonb_build_object('branch', 'b' || n % 40),
        at, at, at + interval '50 s', CASE WHEN n % 20 = 0 THEN 'stopped' ELSE 'completed' END, ${seconds}, ${summary},
        date_trunc('month', at)::date, CASE WHEN n % 50 = 0 THEN '{"verdict": "worse"}'::jsonb END
      FROM (SELECT n, now() - interval '${months - 1} months' * (1 - n::float8 / ${runs}) AS at FROM generate_series(1, ${runs}) AS n) AS made`),
  );
  await timed('index of the search', () => run('CREATE INDEX runs_search_idx ON runs USING gin (search_text gin_trgm_ops)'));
  const { rows } = await client.query<{ name: string; month: string }>(
    `SELECT 'samples_' || to_char(month, 'YYYY_MM') AS name, month::text FROM sample_months WHERE month > '1970-01-01' AND month <= now() ORDER BY month`,
  );
  for (const { name, month } of rows)
    await timed(`samples of ${month.slice(0, 7)}`, async () => {
      await run(`ALTER TABLE ${name} DROP CONSTRAINT ${name}_pkey`);
      await run(`INSERT INTO ${name} (run_id, attempt, shard, second, team_id, sequence, warmup, counts, response_time, service_time, send_lateness,
          time_to_first_byte, connect_time, month)
        SELECT id, 1, 0, s, team_id, s + 1, false, '{"done": 100, "sent": 100, "lengthMs": 1000}', '\\x1c849303000000', '\\x1c849303000000',
          '', '', '', sample_month
        FROM runs, generate_series(0, ${seconds - 1}) AS s WHERE sample_month = '${month}'`);
      await run(`ALTER TABLE ${name} ADD PRIMARY KEY (run_id, attempt, shard, second)`);
    });
  await timed('index of the sequence', () => run('CREATE INDEX samples_sequence_idx ON samples (run_id, sequence)'));
  await timed('vacuum of the runs', () => run('VACUUM ANALYZE runs'));
  await timed('vacuum of the samples', () => run('VACUUM ANALYZE samples'));
  await run('RESET session_replication_role');
  client.release();
}

const dir = process.env.HISTORY_DIR ?? mkdtempSync(join(tmpdir(), 'plimsoll-history-'));
const server = await startEmbeddedPostgres(dir, { settings, temporary: process.env.HISTORY_DIR === undefined });
await migrate(server.url);
const db = openPool(server.url, { max: 4, queryTimeoutMs: 3_600_000 });
try {
  const made = await db.query('SELECT FROM runs LIMIT 1');
  if (made.rowCount === 0) await makeHistory(db);
  if (process.env.HISTORY_MAKE_ONLY === undefined) {
    const { rows } = await db.query<{ runs: number; samples: string; size: string }>(
      `SELECT (SELECT count(*)::int FROM runs) AS runs, (SELECT sum(reltuples)::bigint FROM pg_class WHERE relname ~ '^samples_\\d{4}_\\d\\d$') AS samples,
         pg_size_pretty(pg_database_size(current_database())) AS size`,
    );
    say(JSON.stringify(rows[0]));
    const one = await db.query<{ id: string }>(`SELECT id FROM runs WHERE team_id = 'team-0' ORDER BY ordinal DESC LIMIT 1`);
    await timed('samples of one run', () => readSamples(db, 'team-0', one.rows[0]?.id ?? ''));
    await timed('storage of the team', () => readTeamStorage(db, 'team-0'));
    const wholeMonths = Number(
      (await db.query(`SELECT (now()::date - (date_trunc('month', now()) - interval '${months - 4} months')::date) AS days`)).rows[0]?.days,
    );
    const rules = { samplesDays: null, runsDays: wholeMonths };
    say(JSON.stringify(await timed('preview of what three months free', () => previewRetention(db, 'team-0', rules))));
    say(JSON.stringify(await timed('preview of thinning all', () => previewRetention(db, 'team-0', { samplesDays: 1, runsDays: null }))));
    await db.query('UPDATE teams SET runs_days = $1', [rules.runsDays]);
    const unwanted = await timed('finding the months that nobody wants', () => listUnwantedMonths(db));
    say(unwanted.join(', '));
    const [, emptied = '', whole = ''] = unwanted;
    await db.query('UPDATE runs SET sample_seconds = 0 WHERE sample_month = $1', [emptied]);
    await timed(`dropping the tables of ${emptied}`, () => dropEmptyMonth(db, emptied));
    const freed = await timed(`dropping ${whole} in pieces, with its measurement`, () =>
      dropMonth(db, whole, new AbortController().signal),
    );
    say(JSON.stringify([...freed]));
  }
} finally {
  await db.end();
  await server.stop();
}
