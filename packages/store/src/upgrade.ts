/** The effect of an upgrade to this version's schema on the processes that run on the database now. */
import type { Client } from 'pg';
import { workerOnline } from './queue/workers-online.ts';
import { goesOn, type MigrationKind } from './schema/migration-kind.ts';
import { listAppliedMigrations, listKnownMigrations, listPending } from './schema/schema-state.ts';
import { withClient } from './schema/with-client.ts';
import { StoreError } from './store-error.ts';

export interface WorkerMet {
  readonly id: string;
  readonly hostname: string;
  readonly version: string;
  /** May it go on when all is applied? */
  readonly goesOn: boolean;
}

export interface Upgrade {
  /** Pending migrations, in order. */
  readonly pending: readonly { readonly name: string; readonly kind: MigrationKind }[];
  /** Those online now. */
  readonly workers: readonly WorkerMet[];
  /** Does nothing pending need that what runs now is stopped first? */
  readonly keepsAll: boolean;
}

/** Throws StoreError `newer_schema` and `schema_gap`, as `migrate` does. */
export async function readUpgrade(url: string, dir?: string): Promise<Upgrade> {
  const known = await listKnownMigrations(dir);
  return withClient(url, 'plimsoll upgrade', async (client) => {
    const pending = listPending(known, await listAppliedMigrations(client));
    return {
      pending: pending.map(({ name, kind }) => ({ name, kind })),
      workers: pending.length === known.length ? [] : await listMet(client, pending),
      keepsAll: pending.every(({ kind }) => kind === 'expand'),
    };
  });
}

async function listMet(client: Client, pending: Upgrade['pending']): Promise<WorkerMet[]> {
  // A schema of before does not say what a worker knows.
  const { rows } = await client.query<{ id: string; hostname: string; version: string; knows: string }>(
    `SELECT id, hostname, version, coalesce(to_jsonb(w) ->> 'migration', '') AS knows FROM workers_online w
     WHERE ${workerOnline('w')} ORDER BY hostname, id`,
  );
  return rows.map(({ knows, ...worker }) => ({
    ...worker,
    goesOn: pending.every(({ name, kind }) => name <= knows || goesOn(kind, (migration) => migration <= knows)),
  }));
}

/** Throws StoreError `workers_of_before` while workers are online that could not go on. */
export async function refuseWorkersOfBefore(url: string, dir?: string): Promise<void> {
  const { pending, workers } = await readUpgrade(url, dir);
  const left = workers.filter((worker) => !worker.goesOn);
  if (left.length === 0) return;
  throw new StoreError('workers_of_before', {
    migration: pending.find(({ kind }) => kind !== 'expand')?.name ?? '',
    workers: left.map(({ id, version }) => `${id} (${version})`).join(', '),
  });
}

/** Throws StoreError `schema_behind` while the database lacks what this version needs, and `newer_schema` where it never will do. */
export async function requireSchema(url: string): Promise<void> {
  const known = await listKnownMigrations();
  const [missing] = await withClient(url, 'plimsoll upgrade', async (client) => listPending(known, await listAppliedMigrations(client)));
  if (missing) throw new StoreError('schema_behind', { migration: missing.name });
}
