/** Puts a backup into an empty database and makes sure that every table holds what was backed up, to the byte. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, migrationsDir } from '../migrate.ts';
import { listAppliedMigrations, listKnownMigrations } from '../schema/schema-state.ts';
import { withClient } from '../schema/with-client.ts';
import { StoreError } from '../store-error.ts';
import {
  type BackupEnd,
  type BackupHeader,
  type BackupReader,
  damaged,
  readBackup,
  type TableFooter,
  type TableHeader,
} from './backup-format.ts';
import { beginCopying, checksum, columnList, listTables } from './backup-tables.ts';
import type { BackupReport } from './write-backup.ts';

export interface RestoreReport extends BackupReport {
  /** The key that sealed the secrets in it; see {@link BackupHeader}. */
  readonly keyMark: string | null;
  readonly takenAt: string;
}

/**
 * The schema is first made as it was then, and brought to this version's when all rows are in: backups of earlier versions open too.
 * All or nothing. Throws StoreError `unreadable_backup`, `newer_backup` where a newer version of Plimsoll wrote it, `database_not_empty`, and
 * `database_too_new` where the database has a newer schema than the backup.
 */
export async function restoreBackup(url: string, input: Readable): Promise<RestoreReport> {
  const unzipped = input.pipe(createGunzip());
  input.once('error', (error) => unzipped.destroy(error));
  try {
    const reader = readBackup(unzipped);
    const header = await reader.line<BackupHeader>();
    if (header.backup !== 'plimsoll' || header.format !== 1) throw damaged();
    await makeSchema(url, header.migrations);
    const report = await withClient(url, 'plimsoll restore', (client) => fill(client, reader));
    await migrate(url);
    return { ...report, keyMark: header.keyMark, takenAt: header.takenAt };
  } catch (error) {
    // Codes of gunzip for a file that is none, or that ends too early.
    if (/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw damaged();
    throw error;
  } finally {
    unzipped.destroy();
    input.destroy();
  }
}

async function makeSchema(url: string, wanted: readonly string[]): Promise<void> {
  const known = new Set((await listKnownMigrations()).map(({ name }) => name));
  const unknown = wanted.find((name) => !known.has(name));
  if (unknown) throw new StoreError('newer_backup', { migration: unknown });
  const { applied, people } = await withClient(url, 'plimsoll restore', async (client) => {
    const migrations = await listAppliedMigrations(client);
    const { rows } = migrations.length > 0 ? await client.query('SELECT FROM users LIMIT 1') : { rows: [] };
    return { applied: migrations.map(({ name }) => name), people: rows.length };
  });
  if (people > 0) throw new StoreError('database_not_empty', {});
  if (applied.some((name, place) => name !== wanted[place])) throw new StoreError('database_too_new', {});
  if (applied.length < wanted.length) await migrate(url, migrationsDir, { most: wanted.length - applied.length });
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function fill(client: Client, reader: BackupReader): Promise<BackupReport> {
  await beginCopying(client, 'write');
  const tables = await listTables(client);
  await client.query(`TRUNCATE ${tables.map(({ table }) => `"${table}"`).join(', ')} CASCADE`);
  // Tables point at each other in circles: no order of theirs would do. Made again, the keys judge all rows at once.
  const { rows: foreignKeys } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const restored: (TableFooter & { table: string })[] = [];
  for (let at = 0; ; at += 1) {
    const line = await reader.line<TableHeader | BackupEnd>();
    if ('sequences' in line) {
      if (at !== tables.length) throw damaged();
      for (const { sequence, lastValue, isCalled } of line.sequences)
        await client.query('SELECT setval(quote_ident($1)::regclass, $2, $3)', [sequence, lastValue, isCalled]);
      break;
    }
    const table = tables[at];
    // Table and columns are only ever those that the migrations made: nothing in the file becomes SQL.
    if (table?.table !== line.table || table.columns.join() !== line.columns.join()) throw damaged();
    const hash = createHash('sha256');
    // Rows that come back are no news: the numbers of the runs come back with them.
    await client.query(`ALTER TABLE "${table.table}" DISABLE TRIGGER USER`);
    const copying = client.query(copyFrom(`COPY ${columnList(table)} FROM STDIN`));
    await pipeline(Readable.from(reader.pieces(hash), { objectMode: false }), copying);
    const said = await reader.line<TableFooter>();
    await client.query(`ALTER TABLE "${table.table}" ENABLE TRIGGER USER`);
    if (hash.digest('hex') !== said.sha256 || copying.rowCount !== said.rows) throw damaged();
    if ((await checksum(client, table)) !== said.sha256) throw damaged();
    restored.push({ table: table.table, ...said });
  }
  for (const { table, name, definition } of foreignKeys) await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  await client.query('COMMIT');
  return { tables: restored };
}
