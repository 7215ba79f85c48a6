/** Writes all that is kept into one stream, as it was at one moment, while the product goes on. Needs no program of Postgres's. */
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { listAppliedMigrations } from '../schema/schema-state.ts';
import { withClient } from '../schema/with-client.ts';
import { putLine, putPieces, type TableFooter } from './backup-format.ts';
import { beginCopying, copyOut, listSequences, listTables } from './backup-tables.ts';

export interface BackupReport {
  /** Each table with the checksum of its rows: those of a backup and of what was restored from it are equal. */
  readonly tables: readonly (TableFooter & { readonly table: string })[];
}

/** Ends `out` when all is written. Throws what Postgres or `out` says. */
export async function writeBackup(url: string, out: Writable, keyMark: string | null): Promise<BackupReport> {
  const zip = createGzip();
  const written = pipeline(zip, out);
  written.catch(() => undefined);
  try {
    const report = await withClient(url, 'plimsoll backup', (client) => writeTables(client, zip, keyMark));
    zip.end();
    await written;
    return report;
  } catch (error) {
    zip.destroy();
    throw out.errored ?? error;
  }
}

async function writeTables(client: Client, zip: Writable, keyMark: string | null): Promise<BackupReport> {
  await beginCopying(client, 'readOnly');
  const takenAt = new Date().toISOString();
  const migrations = (await listAppliedMigrations(client)).map(({ name }) => name);
  await putLine(zip, { backup: 'plimsoll', format: 1, takenAt, migrations, keyMark });
  const tables: (TableFooter & { table: string })[] = [];
  for (const table of await listTables(client)) {
    await putLine(zip, { table: table.table, columns: table.columns });
    const copying = copyOut(client, table);
    const sha256 = await putPieces(zip, copying);
    const footer = { rows: copying.rowCount, sha256 };
    tables.push({ table: table.table, ...footer });
    await putLine(zip, footer);
  }
  await putLine(zip, { sequences: await listSequences(client) });
  await client.query('COMMIT');
  return { tables };
}
