/** Commands of an operator, as processes on a database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfLinkToken } from '@plimsoll/api/link-token';
import { createFirstOwner } from '@plimsoll/store/accounts';
import { useBreakGlass } from '@plimsoll/store/break-glass';
import { openPool } from '@plimsoll/store/database';
import { migrate, migrationsDir } from '@plimsoll/store/migrate';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import { until } from '@plimsoll/testbed/until';
import { expect, onTestFinished, test } from 'vitest';

const command = fileURLToPath(new URL('../src/plimsoll.ts', import.meta.url));

/** With the schema of this version, or of all migrations up to this number. */
async function openDatabase(last?: number): Promise<string> {
  const { url, drop } = await throwawayDatabase();
  onTestFinished(drop);
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-migrations-'));
  for (const file of readdirSync(migrationsDir))
    if (last === undefined || Number.parseInt(file, 10) <= last) copyFileSync(join(migrationsDir, file), join(dir, file));
  await migrate(url, dir);
  return url;
}

function operate(url: string, ...args: readonly string[]) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let out = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (said += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, said, out }));
  return { child, ended };
}

test('upgrade --check says what would be done and changes nothing; upgrade does it', async () => {
  const url = await openDatabase(44);
  const check = () => operate(url, 'upgrade', '--check').ended;
  const before = await check();
  expect(before).toMatchObject({
    code: 0,
    said: expect.stringMatching(/ 045_upgrades {2}expand: it only adds[\s\S]*Nothing has to be stopped/),
  });
  expect(await check()).toEqual(before);
  expect(await operate(url, 'upgrade').ended).toMatchObject({ code: 0, said: expect.stringContaining('Applied: 045_upgrades') });
  expect(await check()).toMatchObject({ code: 0, said: expect.stringContaining('nothing to do') });
});

test('upgrade --check ends with 3 where something has to be stopped first', async () => {
  const { code, said } = await operate(await openDatabase(34), 'upgrade', '--check').ended;
  expect(code).toBe(3);
  expect(said).toContain('035_experiment_crews  contract: the version before has to be stopped first');
});

test('break-glass prints a link for an owner of the installation, and says for whom; not for anybody else', async () => {
  const url = await openDatabase();
  expect(await operate(url, 'break-glass').ended).toMatchObject({ code: 1, said: expect.stringContaining('has no owner yet') });
  const db = openPool(url);
  onTestFinished(() => db.end());
  await createFirstOwner(db, { name: 'Ola', email: 'ola@example.com', team: 'Harbour', passwordHash: 'x' });
  expect(await operate(url, 'break-glass', 'eve@example.com').ended).toMatchObject({
    code: 1,
    said: expect.stringContaining('Owners: ola@example.com'),
  });
  const { code, said, out } = await operate(url, 'break-glass').ended;
  expect(code, said).toBe(0);
  expect(said).toContain('signs Ola (ola@example.com) in once');
  const token = /^http:\/\/127\.0\.0\.1:4300\/break-glass\/([A-Za-z0-9_-]{27})\n$/.exec(out)?.[1] ?? '';
  expect((await useBreakGlass(db, hashOfLinkToken(token), { address: null, agent: null }))?.email).toBe('ola@example.com');
});

test('a backup that is interrupted leaves nothing behind', async () => {
  const url = await openDatabase();
  const db = openPool(url);
  onTestFinished(() => db.end());
  const holder = await db.connect();
  await holder.query('BEGIN; LOCK TABLE runs IN ACCESS EXCLUSIVE MODE');
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-backup-'));
  const file = join(folder, 'mine.backup');
  const { child, ended } = operate(url, 'backup', file);
  await until('it writes', 30_000, () => existsSync(`${file}.part`), Boolean);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 143 });
  expect(readdirSync(folder)).toEqual([]);
  await holder.query('ROLLBACK');
  holder.release();
  expect(await operate(url, 'backup', file).ended).toMatchObject({ code: 0, said: expect.stringContaining('in another place') });
  expect(readdirSync(folder)).toEqual(['mine.backup']);
});
