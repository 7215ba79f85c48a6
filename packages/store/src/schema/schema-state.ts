/** Holds the migrations that a database was made by against those that this version knows. */
import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { StoreError } from '../store-error.ts';
import { goesOn, kindOfMigration, type MigrationKind } from './migration-kind.ts';

export const migrationsDir = fileURLToPath(new URL('../../../../migrations', import.meta.url));
export const migrationsTable = 'schema_migrations';

export interface Migration {
  readonly name: string;
  readonly kind: MigrationKind;
  readonly sql: string;
}

/** The migrations of this version, in order. */
export async function listKnownMigrations(dir: string = migrationsDir): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(dir, file), 'utf8');
      return { name: file.slice(0, -4), kind: kindOfMigration(sql), sql };
    }),
  );
}

let last: string | undefined;
/** The name of this version's last one. */
export function lastMigration(): string {
  last ??= (
    readdirSync(migrationsDir)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .at(-1) ?? ''
  ).slice(0, -4);
  return last;
}

interface AppliedMigration {
  readonly name: string;
  /** Null where it was applied before kinds were kept. */
  readonly kind: string | null;
}

/** Those the database holds, in order. */
export async function listAppliedMigrations(client: Client): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    `public.${migrationsTable}`,
  ]);
  if (!found[0]?.exists) return [];
  // A schema of before has no such column.
  const { rows } = await client.query<AppliedMigration>(
    `SELECT name, to_jsonb(m) ->> 'kind' AS kind FROM ${migrationsTable} m ORDER BY run_on, id`,
  );
  return rows;
}

/**
 * Those of this version that the database does not hold yet. Throws StoreError `newer_schema` where it holds one of a later version that this
 * one cannot go on with, and `schema_gap` where one is missing that comes before another that is there.
 */
export function listPending(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const names = new Set(known.map(({ name }) => name));
  const later = applied.find(({ name, kind }) => !names.has(name) && !goesOn(kind, (migration) => names.has(migration)));
  if (later) throw new StoreError('newer_schema', { migration: later.name });
  const there = new Set(applied.map(({ name }) => name));
  const last = known.findLastIndex(({ name }) => there.has(name));
  const gap = known.slice(0, Math.max(0, last)).find(({ name }) => !there.has(name));
  if (gap) throw new StoreError('schema_gap', { migration: gap.name, later: known[last]?.name ?? '' });
  return known.slice(last + 1);
}
