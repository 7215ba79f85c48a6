/** Migrations bring a database to this version's schema, and keep the rows that stand in it. */
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import { openPool } from '@plimsoll/store/database';
import type { Db, DbPool } from '@plimsoll/store/db';
import { type EndedRow, readEnding } from '@plimsoll/store/ended-row';
import { oncePerKey } from '@plimsoll/store/idempotency';
import { openLoginLimits } from '@plimsoll/store/login-limits';
import { migrate, migrationsDir } from '@plimsoll/store/migrate';
import { takeRunEnd } from '@plimsoll/store/run-events';
import { requireSchema } from '@plimsoll/store/upgrade';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import { until } from '@plimsoll/testbed/until';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { expect, test } from 'vitest';
import { listKnownMigrations } from '../src/schema/schema-state.ts';
import { openDatabase } from './support.ts';

/** A database as it stood after the migrations up to this number, with a team and a person. */
async function migratedTo(last: number): Promise<{ url: string; db: DbPool; close(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-migrations-'));
  for (const file of readdirSync(migrationsDir))
    if (file.endsWith('.sql') && Number.parseInt(file, 10) <= last) copyFileSync(join(migrationsDir, file), join(dir, file));
  const { url, drop } = await throwawayDatabase();
  await migrate(url, dir);
  const db = openPool(url);
  await db.query(`INSERT INTO teams (id, name, slug, created_at) VALUES ('red', 'Red', 'red', now())`);
  return {
    url,
    db,
    close: async () => {
      await db.end();
      await drop();
    },
  };
}

const ids = {
  run: '00000000-0000-4000-8000-000000000001',
  named: '00000000-0000-4000-8000-000000000002',
  experiment: '00000000-0000-4000-8000-000000000003',
};

test('keys of requests that were sent before 011 still answer what they made', async () => {
  const { db, url, close } = await migratedTo(10);
  try {
    for (const id of [ids.run, ids.named])
      await db.query(`INSERT INTO runs (id, team_id, plan, name) VALUES ($1, 'red', '{}', 'a run')`, [id]);
    const kept: [string, string][] = [
      ['same', ids.run],
      ['experiment 7', ids.named],
      ['experiment same', ids.experiment],
    ];
    for (const [key, id] of kept)
      await db.query(`INSERT INTO idempotency_keys (team_id, key, body_hash, run_id) VALUES ('red', $1, 'hash', $2)`, [key, id]);
    await migrate(url);
    const again = (kind: 'run' | 'experiment', key: string) =>
      oncePerKey(db, { teamId: 'red', kind, key, bodyHash: 'hash' }, async (_client: Db) => '00000000-0000-4000-8000-000000000009');
    expect(await again('run', 'same')).toEqual({ id: ids.run, repeated: true });
    expect(await again('run', 'experiment 7')).toEqual({ id: ids.named, repeated: true });
    expect(await again('experiment', 'same')).toEqual({ id: ids.experiment, repeated: true });
    expect(await again('experiment', '7')).toMatchObject({ repeated: false });
  } finally {
    await close();
  }
});

test('failed sign-ins that were counted before 012 still count', async () => {
  const { db, url, close } = await migratedTo(11);
  try {
    const failed = (account: string, address: string, minutesAgo: number) =>
      db.query(`INSERT INTO login_failures (account_hash, address, failed_at) VALUES ($1, $2, now() - $3 * interval '1 minute')`, [
        account,
        address,
        minutesAgo,
      ]);
    for (let n = 0; n < 10; n++) await failed('guessed', '10.0.0.1', n);
    for (let n = 0; n < 10; n++) await failed('long ago', '10.0.0.2', 16 + n);
    await migrate(url);
    const limits = openLoginLimits(db, { perAccount: 10, perAddress: 12, windowSeconds: 900 });
    expect(await limits.begin('guessed', '10.0.0.9')).toBeNull();
    expect(await limits.begin('long ago', '10.0.0.2')).not.toBeNull();
    expect(await limits.begin('a', '10.0.0.1')).not.toBeNull();
    expect(await limits.begin('b', '10.0.0.1')).not.toBeNull();
    expect(await limits.begin('c', '10.0.0.1')).toBeNull();
  } finally {
    await close();
  }
});

test('rates that 019 keeps are filled in from the counts that were kept before', async () => {
  const { db, url, close } = await migratedTo(18);
  try {
    const summary = {
      done: 300,
      planned: 1000,
      dropped: 250,
      durationMs: 20_000,
      connections: { opened: 50 },
      bytes: { sent: 4000, received: 8000 },
    };
    const nothing = { done: 0, planned: 0, dropped: 0, durationMs: 0, connections: { opened: 0 }, bytes: { sent: 0, received: 0 } };
    for (const [id, kept] of [
      [ids.run, summary],
      [ids.named, nothing],
    ])
      await db.query(`INSERT INTO runs (id, team_id, plan, name, summary) VALUES ($1, 'red', '{}', 'a run', $2)`, [
        id,
        JSON.stringify(kept),
      ]);
    await migrate(url);
    const { rows } = await db.query('SELECT summary FROM runs ORDER BY id');
    expect(rows.map((row) => row.summary)).toEqual([
      { ...summary, goodputPerSecond: 15, droppedShare: 0.25, connectionsPerSecond: 2.5, bitsPerSecond: { sent: 1600, received: 3200 } },
      { ...nothing, goodputPerSecond: 0, droppedShare: null, connectionsPerSecond: 0, bitsPerSecond: { sent: 0, received: 0 } },
    ]);
  } finally {
    await close();
  }
});

test('with 037 links end whose reason nobody knows, and with 038 kept names are one line', async () => {
  const { db, url, close } = await migratedTo(36);
  try {
    for (const id of ['cy', 'ann', 'bo']) {
      await db.query(`INSERT INTO users (id, name, email, email_verified) VALUES ($1, $2, $1, true)`, [id, `${id}\r\nBcc: all\u2028`]);
      await db.query(
        `INSERT INTO password_resets (user_id, made_by, token_hash, expires_at) VALUES ($1, $2, $1, now() + interval '1 day')`,
        [id, id === 'cy' ? null : 'cy'],
      );
    }
    await db.query(`UPDATE teams SET name = E'Zoë\tand\nothers'`);
    await migrate(url);
    const { rows } = await db.query('SELECT user_id FROM password_resets WHERE used_at IS NULL');
    expect(rows).toEqual([{ user_id: 'cy' }]);
    expect((await db.query('SELECT DISTINCT name FROM users ORDER BY 1')).rows.map(({ name }) => name)).toEqual([
      'ann Bcc: all ',
      'bo Bcc: all ',
      'cy Bcc: all ',
    ]);
    expect((await db.query('SELECT name FROM teams')).rows).toEqual([{ name: 'Zoë and others' }]);
  } finally {
    await close();
  }
});

test('with 064 names of plans, runs and experiments are one line, in their plans, too', async () => {
  const { db, url, close } = await migratedTo(63);
  try {
    const plan = { version: 1, name: 'Shop\r\nof\u2028all', target: { url: 'http://127.0.0.1/' } };
    const variants = [
      { name: 'a\tb', plan },
      { name: 'c', plan: { ...plan, name: 'plain' } },
    ];
    await db.query(`INSERT INTO plans (id, team_id, name, plan) VALUES ($1, 'red', $2, $3)`, [ids.named, plan.name, plan]);
    await db.query(`INSERT INTO runs (id, team_id, name, plan) VALUES ($1, 'red', $2, $3)`, [ids.run, plan.name, plan]);
    await db.query(
      `INSERT INTO experiments (id, team_id, kind, name, variants, repeats, cool_down) VALUES ($1, 'red', 'ab', E'x\ny', $2, 1, '0s')`,
      [ids.experiment, JSON.stringify(variants)],
    );
    await migrate(url);
    for (const table of ['plans', 'runs'])
      expect((await db.query(`SELECT name, plan FROM ${table}`)).rows, table).toEqual([
        { name: 'Shop of all', plan: { ...plan, name: 'Shop of all' } },
      ]);
    expect((await db.query('SELECT name, variants FROM experiments')).rows).toEqual([
      { name: 'x y', variants: [{ name: 'a b', plan: { ...plan, name: 'Shop of all' } }, variants[1]] },
    ]);
  } finally {
    await close();
  }
});

test('a run that was given up on just before 048 gets its figures after it', async () => {
  const { db, url, close } = await migratedTo(47);
  try {
    for (const [id, state, ago] of [
      [ids.run, 'worker_lost', '1 h'],
      [ids.named, 'worker_lost', '2 d'],
      [ids.experiment, 'completed', '1 h'],
    ])
      await db.query(
        `INSERT INTO runs (id, team_id, plan, name, state, ended_at) VALUES ($1, 'red', '{}', 'a run', $2, now() - $3::interval)`,
        [id, state, ago],
      );
    await migrate(url);
    expect(await takeRunEnd(db, 'lost_figures')).toMatchObject({ runId: ids.run, teamId: 'red', attempt: 1, state: 'worker_lost' });
    expect(await takeRunEnd(db, 'lost_figures')).toBeNull();
  } finally {
    await close();
  }
});

test('a comparison that was kept before 049 says all that one of later does, and a damaged one stays as it is', async () => {
  const { db, url, close } = await migratedTo(48);
  const kept: [string, object, object][] = [
    ['empty', {}, {}],
    ['damaged', { base: 1, candidates: { x: 1 } }, { base: 1, candidates: { x: 1 }, window: null }],
    [
      'older',
      { base: { runs: [] }, candidates: [{ errors: [{ kind: '503' }] }, 7] },
      {
        base: { runs: [], stageSeconds: [], resources: null },
        candidates: [{ stageSeconds: [], resources: null, byRequest: [], errors: [{ kind: '503' }] }, 7],
        window: null,
      },
    ],
  ];
  try {
    for (const [title, result] of kept)
      await db.query(
        `INSERT INTO comparisons (id, team_id, title, base_run_ids, candidate_run_ids, result) VALUES (gen_random_uuid(), 'red', $1, '{}', '[]', $2)`,
        [title, JSON.stringify(result)],
      );
    await migrate(url);
    for (const [title, , result] of kept)
      expect((await db.query('SELECT result FROM comparisons WHERE title = $1', [title])).rows, title).toEqual([{ result }]);
  } finally {
    await close();
  }
});

test('with 056 the sentence of a run that is over becomes a code, and one that is no code stays as it was', async () => {
  const { db, url, close } = await migratedTo(55);
  const endings: RunEnding[] = [
    { kind: 'requestsSent', requests: 12_840 },
    { kind: 'dataRowsUsed', rows: 1 },
    { kind: 'stagesDone' },
    { kind: 'timeOver', duration: '1m30s', requests: null },
    { kind: 'timeOver', duration: '10s', requests: 100_000 },
    { kind: 'thresholdBroken', threshold: 'p(99){"a b"} < 5ms', seconds: 10 },
    { kind: 'onlyConnectionErrors', seconds: 10, errors: 132_350 },
    { kind: 'mostlyErrors', seconds: 60, failed: 9000, finished: 10_000 },
    { kind: 'stopped' },
    { kind: 'stoppedBefore' },
    { kind: 'loadControlLost' },
    { kind: 'controlLost' },
    { kind: 'shutDown' },
    { kind: 'deadlineMissed' },
    { kind: 'workerLost', of: 1 },
    { kind: 'workerLost', of: 3 },
    { kind: 'imported', tool: 'hey' },
  ];
  // In its words of then.
  const told = endings.map((ending) =>
    runEndSentence(ending)
      .replace(' failed after 10 s', ' is broken after 10 s')
      .replace('Its one data row was used.', 'All 1 data rows were used once.'),
  );
  const other = 'The load generator failed: Error: All 5 requests were sent. (quoted)';
  try {
    for (const [at, said] of [...told, other].entries())
      await db.query(
        `INSERT INTO runs (id, team_id, plan, name, state, ended_at, state_reason)
         VALUES (gen_random_uuid(), 'red', '{}', 'a run', 'completed', now() + $1 * interval '1 s', $2)`,
        [at, said],
      );
    await migrate(url);
    const { rows } = await db.query<EndedRow>('SELECT ending, state_reason FROM runs ORDER BY ended_at');
    expect(rows.map(({ state_reason }) => state_reason)).toEqual([...endings.map(() => null), other]);
    expect(rows.map((row) => readEnding(row).ending)).toEqual([...endings, { kind: 'legacy', text: other }]);
  } finally {
    await close();
  }
});

test('with 103 a run that a metric proves better is better than its baseline, as its sentence says', async () => {
  const { db, url, close } = await migratedTo(102);
  type Metric = readonly [metric: string, verdict: string, decides?: boolean];
  const kept = (verdict: string, outdated: readonly string[] | null, ...metrics: readonly Metric[]) => ({
    verdict,
    code: { outdated },
    metrics: metrics.map(([metric, own, decides]) => ({ metric, verdict: own, ...(decides === undefined ? {} : { decides }) })),
  });
  const open = 'not_enough_evidence';
  const rows: (readonly [string, object])[] = [
    ['better', kept(open, null, ['throughput', 'no_difference'], ['p50', 'better'], ['p99', open])],
    ['better', kept('no_difference', null, ['throughput', 'no_difference'], ['p50', 'better'])],
    ['better', kept(open, null, ['p50', open], ['firstMessageTime.p50', 'better', true], ['throughput', open, true])],
    ['better', kept(open, null, ['p99', open], ['firstTokenTime.p95', 'better'])],
    // Not of those that decide: beside tokens, messages that decide, or among percentiles.
    [open, kept(open, null, ['p50', 'better'], ['firstTokenTime.p95', open])],
    [open, kept(open, null, ['p50', 'better', false], ['firstMessageTime.p50', open, true])],
    [open, kept(open, null, ['p90', 'better'], ['p99', open])],
    // Of another plan, and by an older version.
    [open, kept(open, ['load'], ['p50', 'better'])],
    [open, { ...kept(open, null, ['p50', 'better']), code: null }],
    ['worse', kept('worse', null, ['p50', 'better'], ['p99', 'worse'])],
  ];
  try {
    for (const [, baseline] of rows)
      await db.query(`INSERT INTO runs (id, team_id, name, plan, vs_baseline) VALUES (gen_random_uuid(), 'red', 'a run', '{}', $1)`, [
        baseline,
      ]);
    await migrate(url);
    const { rows: after } = await db.query<{ verdict: string }>(`SELECT vs_baseline ->> 'verdict' AS verdict FROM runs ORDER BY ordinal`);
    expect(after.map(({ verdict }) => verdict)).toEqual(rows.map(([verdict]) => verdict));
  } finally {
    await close();
  }
});

test('every table of ours names its team, but those that serve the whole installation', async () => {
  const { db, close } = await openDatabase();
  const { rows } = await db.query<{ name: string }>(
    `SELECT t.table_name AS name FROM information_schema.tables t WHERE t.table_schema = 'public' AND NOT EXISTS (
       SELECT 1 FROM information_schema.columns c
       WHERE c.table_schema = 'public' AND c.table_name = t.table_name AND c.column_name IN ('team_id', 'experiment_id')) ORDER BY 1`,
  );
  const whole = [
    'accounts',
    'break_glass_links',
    'id_tokens',
    'installation',
    'login_limits',
    // Objects outlive the team whose they were.
    'object_removals',
    'passkeys',
    'queue_by_pool',
    'run_event_readers',
    'sample_months',
    'schema_migrations',
    'sessions',
    'teams',
    'two_factors',
    'used_logout_tokens',
    'users',
    'verifications',
    'worker_pools',
    'workers_online',
  ];
  expect(rows.map((row) => row.name)).toEqual(whole);
  await close();
});

test('migrations run once, however many start at once, on an empty database too', async () => {
  const { url, drop } = await throwawayDatabase();
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url), migrate(url)]);
  expect(applied.map((each) => each.applied.length).sort()).toEqual([0, 0, 0, (await listKnownMigrations()).length]);
  expect((await migrate(url)).applied).toEqual([]);
  await drop();
});

test('a newer schema is refused with what to do, but where all it has more only adds, or takes away what this version no longer uses', async () => {
  const { db, url, close } = await openDatabase();
  const newer = (kind: string | null) =>
    db.query(`INSERT INTO schema_migrations (name, run_on, kind) VALUES ('999_from_the_future', now(), $1)`, [kind]);
  const older = () => db.query(`DELETE FROM schema_migrations WHERE name = '999_from_the_future'`);
  for (const kind of [null, 'contract', 'contract after 998_unknown', 'something else']) {
    await newer(kind);
    for (const ask of [migrate, requireSchema])
      await expect(ask(url), `${kind}`).rejects.toMatchObject({
        code: 'newer_schema',
        message: expect.stringContaining('999_from_the_future'),
      });
    await older();
  }
  for (const kind of ['expand', 'contract after 045_upgrades']) {
    await newer(kind);
    expect((await migrate(url)).applied, kind).toEqual([]);
    await requireSchema(url);
    await older();
  }
  await close();
});

test('a database that lacks a migration from between is refused, and one that lacks the last is waited for by a worker', async () => {
  const { db, url, close } = await openDatabase();
  const known = (await listKnownMigrations()).map(({ name }) => name);
  const without = (name = '') => db.query('DELETE FROM schema_migrations WHERE name = $1', [name]);
  await without(known.at(-1));
  await expect(requireSchema(url)).rejects.toMatchObject({ code: 'schema_behind', values: { migration: known.at(-1) } });
  await without(known[3]);
  await expect(migrate(url)).rejects.toMatchObject({ code: 'schema_gap', values: { migration: known[3], later: known.at(-2) } });
  await close();
});

test('a start that waits for the migrations of another, or for a table that others use, says for whom, and holds nobody up', async () => {
  const { db, url, close } = await migratedTo(44);
  const others = openPool(url, { applicationName: 'plimsoll migrations', max: 1 });
  const other = await others.connect();
  await other.query('BEGIN; SELECT pg_advisory_xact_lock(7241865325823964)');
  const said: string[] = [];
  const migrated = migrate(url, undefined, { onWait: (sentence) => said.push(sentence) });
  await until(
    'it says so',
    10_000,
    () => said.length,
    (count) => count > 0,
  );
  expect(said[0]).toMatch(
    /^Another process brings the database to its version's schema: plimsoll migrations \(process \d+, since [\d:]+ UTC\)\. Waiting/,
  );
  await other.query("ROLLBACK; BEGIN; SET LOCAL application_name = 'plimsoll backup'; LOCK TABLE workers_online IN ACCESS SHARE MODE");
  await until(
    'it says so',
    20_000,
    () => said.at(-1),
    (sentence) => /plimsoll backup \(process \d+, since [\d:]+ UTC\)/.test(sentence ?? ''),
  );
  expect(said.at(-1)).toMatch(/^The schema cannot be changed while others use its tables: /);
  // A start that comes meanwhile waits for it, and not for the backup.
  const began = performance.now();
  await db.query('SELECT FROM workers_online');
  expect(performance.now() - began).toBeLessThan(4000);
  await other.query('ROLLBACK');
  expect((await migrated).applied).toContain('045_upgrades');
  other.release();
  await others.end();
  await close();
});
