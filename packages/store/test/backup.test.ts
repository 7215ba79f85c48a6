/** O1: a database that is backed up, dropped and restored is the same, to the byte. */
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { writeAudit } from '@plimsoll/store/audited';
import { openPool } from '@plimsoll/store/database';
import type { Db } from '@plimsoll/store/db';
import { migrate, migrationsDir } from '@plimsoll/store/migrate';
import { openPlanOfSaved, savePlan } from '@plimsoll/store/plans';
import { appendResources } from '@plimsoll/store/resources';
import { restoreBackup } from '@plimsoll/store/restore-backup';
import { claimRun } from '@plimsoll/store/run-claim';
import { appendSamples } from '@plimsoll/store/samples';
import { addTeamHost, noteHostCheck } from '@plimsoll/store/team-hosts';
import { changeTeamSettings } from '@plimsoll/store/team-settings';
import { type BackupReport, writeBackup } from '@plimsoll/store/write-backup';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import { noteFigure } from '@plimsoll/testbed/rounds';
import { beforeAll, expect, test } from 'vitest';
import { makePlan, makeSample, openDatabase, queueRun, secretKey } from './support.ts';

async function backUp(url: string): Promise<{ bytes: Buffer; report: BackupReport }> {
  const out = new PassThrough();
  const [bytes, report] = await Promise.all([buffer(out), writeBackup(url, out, 'mark')]);
  return { bytes, report };
}

const restore = (url: string, backup: Buffer) => restoreBackup(url, Readable.from([backup], { objectMode: false }));

/** The characters that COPY writes in a way of its own. */
const body = 'tab\t, line\n, return\r, \\N, \\. and ünï';

/** A row for what teams and people have beside their runs. */
async function fillOthers(db: Db): Promise<void> {
  const by = { teamId: 'red', userId: 'ann', tokenId: null, address: '192.0.2.1', agent: null };
  await writeAudit(db, by, { action: 'team.edit', details: { targetsAdded: 'a\tb' } });
  await changeTeamSettings(db, 'red', { targets: ['10.1.0.0/16'] });
  await addTeamHost(db, 'red', 'shop.example.com');
  await noteHostCheck(db, 'red', 'shop.example.com', { by: 'dns', addresses: ['93.184.216.34'] });
  await db.query(`INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ('m', 'red', 'ann', 'owner', now())`);
  // Open when they come back, too: no row that is restored is a change.
  await db.query(`INSERT INTO password_resets (user_id, token_hash, expires_at) VALUES ('ann', 'reset', now() + interval '1 hour')`);
  await db.query(
    `INSERT INTO invitations (id, team_id, role, token_hash, expires_at, inviter_id)
     VALUES (gen_random_uuid(), 'red', 'viewer', 'way', now() + interval '1 hour', 'ann')`,
  );
  await db.query(`INSERT INTO two_factors (id, user_id, secret, backup_codes) VALUES ('t', 'ann', 'sealed', 'sealed')`);
}

/** The feature tables that must hold rows after a restore. */
const others = ['audit_entries', 'invitations', 'members', 'password_resets', 'team_hosts', 'teams', 'two_factors', 'users'];

let backup: Buffer;
let report: BackupReport;
let planId = '';
let newest = 0;

beforeAll(async () => {
  const { db, url, close } = await openDatabase();
  const headers = { Authorization: 'Bearer canary' };
  const secret = makePlan({ name: 'ünï', target: { url: 'http://127.0.0.1/', method: 'POST', headers, body } });
  const saved = await savePlan(db, { teamId: 'red', userId: 'ann', plan: secret, secretKey });
  planId = saved.id;
  const run = await queueRun(db, { plan: secret });
  // Each points at the other.
  await db.query('UPDATE runs SET plan_id = $1 WHERE id = $2', [planId, run.id]);
  await db.query('UPDATE plans SET baseline_run_id = $1 WHERE id = $2', [run.id, planId]);
  await claimRun(db, run.id, 1, 'w', secretKey);
  const samples = Array.from({ length: 300 }, (_, second) => makeSample(second));
  await appendSamples(db, run.id, 1, 0, samples);
  const figures = {
    cpu: 0.5,
    memoryBytes: 1,
    memoryShare: null,
    diskBytesPerSecond: 2.5,
    diskShare: null,
    openSockets: 3,
    threads: 4,
    busiestThread: 0.9,
    waitedForCore: 0.1,
  };
  const source = { name: 'node', kind: 'process', cores: 2, quotaCores: 1.5, problem: null } as const;
  await appendResources(db, { runId: run.id, attempt: 1 }, source, [{ second: 0, figures }]);
  await fillOthers(db);
  newest = Number((await db.query<{ ordinal: string }>('SELECT max(ordinal) AS ordinal FROM runs')).rows[0]?.ordinal);
  ({ bytes: backup, report } = await backUp(url));
  await close();
});

test('a database that is backed up, dropped and restored is the same to the byte, and goes on', async () => {
  const { url, drop } = await throwawayDatabase();
  expect(report.tables).toContainEqual({ table: 'samples', rows: 300, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const filled = report.tables.filter(({ rows }) => rows > 0).map(({ table }) => table);
  expect(filled).toEqual(expect.arrayContaining(others));
  expect(await restore(url, backup)).toMatchObject({ keyMark: 'mark', tables: report.tables });
  const again = (await backUp(url)).report;
  const differing = again.tables.filter(({ sha256 }, at) => sha256 !== report.tables[at]?.sha256);
  noteFigure('O1', `of ${report.tables.length} tables those with another checksum`, differing.length);
  expect(again).toEqual(report);
  const db = openPool(url);
  expect((await openPlanOfSaved(db, 'red', planId, secretKey))?.target).toMatchObject({
    body,
    headers: { Authorization: 'Bearer canary' },
  });
  const next = await queueRun(db);
  expect(Number((await db.query('SELECT ordinal FROM runs WHERE id = $1', [next.id])).rows[0]?.ordinal)).toBeGreaterThan(newest);
  await db.query(`DELETE FROM teams WHERE id = 'red'`);
  expect((await db.query('SELECT FROM samples')).rowCount).toBe(0);
  await expect(restore(url, backup)).rejects.toMatchObject({ code: 'database_not_empty' });
  await db.end();
  await drop();
});

test('a backup that is damaged, cut short, changed or none leaves an empty database', async () => {
  const { url, drop } = await throwawayDatabase();
  const open = gunzipSync(backup);
  const changed = Buffer.from(open);
  changed.write('Rod', changed.indexOf('Red'));
  const spoilt = [
    backup.subarray(0, backup.length - 100),
    gzipSync(open.subarray(0, open.length - 10)),
    gzipSync(changed),
    Buffer.from('none'),
  ];
  for (const one of [...spoilt, gzipSync('{}\n')]) await expect(restore(url, one)).rejects.toMatchObject({ code: 'unreadable_backup' });
  const newer = gzipSync(Buffer.concat([Buffer.from(open.toString('latin1').replace('001_accounts', '999_future'), 'latin1')]));
  await expect(restore(url, newer)).rejects.toMatchObject({ code: 'newer_backup' });
  const db = openPool(url);
  expect((await db.query('SELECT FROM users')).rowCount).toBe(0);
  await db.end();
  await restore(url, backup);
  await drop();
});

test('a backup of an earlier version opens, and is brought to this one', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-migrations-'));
  for (const file of readdirSync(migrationsDir))
    if (Number.parseInt(file, 10) <= 6) copyFileSync(join(migrationsDir, file), join(dir, file));
  const before = await throwawayDatabase();
  await migrate(before.url, dir);
  const old = openPool(before.url);
  await old.query(`INSERT INTO users (id, name, email, email_verified, updated_at) VALUES ('ann', 'Ann', 'ann@example.com', true, now())`);
  await old.end();
  const after = await throwawayDatabase();
  await restore(after.url, (await backUp(before.url)).bytes);
  expect((await migrate(after.url)).applied).toEqual([]);
  const db = openPool(after.url);
  expect((await db.query('SELECT name FROM users')).rows).toEqual([{ name: 'Ann' }]);
  expect((await db.query('SELECT FROM login_limits')).rowCount).toBe(0);
  await db.end();
  await Promise.all([before.drop(), after.drop()]);
});
