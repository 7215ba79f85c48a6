/** The history of `npm run seed`, a short one: computed once in a run of the tests, and copied for each file that begins with it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { filledDatabase, type ThrowawayDatabase } from '@plimsoll/testbed/postgres';
import type { Seeded } from '../../scripts/seed/seed-history.ts';
import { productEnvironment } from './product.ts';

const seeder = fileURLToPath(new URL('../../scripts/seed.ts', import.meta.url));
/** The fewest of which the history's comparison has its runs. */
const seededRuns = 24;

export interface CopiedHistory {
  readonly database: ThrowawayDatabase;
  /** Its pages. */
  readonly seeded: Seeded;
  /** Of a product that opens it. */
  readonly settings: Readonly<Record<string, string>>;
}

export async function copyHistory(): Promise<CopiedHistory> {
  const key = { PLIMSOLL_SECRET_KEY: 'the key of the history that is copied' };
  const { told, ...database } = await filledDatabase('history', async (url) => {
    const env = productEnvironment({ ...key, DATABASE_URL: url });
    return (await promisify(execFile)(process.execPath, [seeder, '--json', '--runs', String(seededRuns)], { env })).stdout;
  });
  return { database, seeded: JSON.parse(told) as Seeded, settings: { ...key, DATABASE_URL: database.url } };
}
