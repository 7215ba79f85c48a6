/** The tables that a backup holds, and their rows in an order that is the same in every database. */
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { migrationsTable } from '../schema/schema-state.ts';
import type { SequenceState, TableHeader } from './backup-format.ts';

/** The same text of a value wherever it is written: no time zone, no locale and no rounding of the session. */
const sessionSettings = `SET LOCAL client_encoding = 'UTF8'; SET LOCAL "DateStyle" = 'ISO, YMD'; SET LOCAL "IntervalStyle" = 'iso_8601';
  SET LOCAL "TimeZone" = 'UTC'; SET LOCAL extra_float_digits = 3; SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/** Begins the transaction in which tables are read or written; `readOnly` shows one moment throughout. */
export async function beginCopying(client: Client, mode: 'readOnly' | 'write'): Promise<void> {
  await client.query(mode === 'readOnly' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN');
  await client.query(sessionSettings);
}

interface TableToCopy extends TableHeader {
  /** SQL of the order of its rows. */
  readonly order: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Tables of ours, by name; one of several parts is one table, in the order of its parts' key. The queue has a schema of its own and is left out: what waits there is found
 * again by the workers.
 */
export async function listTables(client: Client): Promise<TableToCopy[]> {
  const { rows } = await client.query<{ table: string; columns: string[]; key: string[] }>(
    `SELECT c.relname AS table,
       array(SELECT a.attname::text FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
       array(SELECT quote_ident(a.attname) || CASE WHEN a.attcollation = 0 THEN '' ELSE ' COLLATE "C"' END
             FROM pg_index i, unnest(i.indkey::int[]) WITH ORDINALITY AS part(attnum, place)
             JOIN pg_attribute a ON a.attnum = part.attnum
             WHERE i.indrelid = coalesce((SELECT min(inhrelid::oid) FROM pg_inherits WHERE inhparent = c.oid), c.oid)
               AND i.indisprimary AND a.attrelid = i.indrelid ORDER BY part.place) AS key
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> $1
     ORDER BY c.relname COLLATE "C"`,
    [migrationsTable],
  );
  return rows.map(({ table, columns, key }) => ({
    table,
    columns,
    order: key.length > 0 ? key.join(', ') : `${quoted(table)}::text COLLATE "C"`,
  }));
}

export const columnList = ({ table, columns }: TableHeader) => `${quoted(table)} (${columns.map(quoted).join(', ')})`;

/** The rows of a table as text, in the order of their key. */
export function copyOut(client: Client, { table, columns, order }: TableToCopy): AsyncIterable<Uint8Array> & { readonly rowCount: number } {
  return client.query(copyTo(`COPY (SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)} ORDER BY ${order}) TO STDOUT`));
}

/** The content of a table now, as the footer of its backup says it. */
export async function checksum(client: Client, table: TableToCopy): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of copyOut(client, table)) hash.update(piece);
  return hash.digest('hex');
}

export async function listSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT s.relname AS name FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('i', 'a') JOIN pg_class t ON t.oid = d.refobjid
     JOIN pg_namespace n ON n.oid = s.relnamespace
     WHERE s.relkind = 'S' AND n.nspname = 'public' AND t.relname <> $1 ORDER BY s.relname COLLATE "C"`,
    [migrationsTable],
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${quoted(name)}`,
    );
    const [found] = state.rows;
    if (found) states.push({ sequence: name, lastValue: found.last, isCalled: found.called });
  }
  return states;
}
