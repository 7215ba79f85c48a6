/** A migrated database with two teams, and samples to put into it. */
import { emptySample } from '@plimsoll/contracts/empty-sample';
import { createExperimentSchema } from '@plimsoll/contracts/experiment';
import { type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { Environment, Run } from '@plimsoll/contracts/run';
import { type Sample, unknownMachine } from '@plimsoll/contracts/sample';
import { histogramNames } from '@plimsoll/contracts/times';
import { openPool } from '@plimsoll/store/database';
import type { Db, DbPool } from '@plimsoll/store/db';
import { insertExperiment, type NewExperiment } from '@plimsoll/store/experiments';
import { insertRun } from '@plimsoll/store/runs';
import { putTeam, putUser } from '@plimsoll/testbed/people';
import { migratedDatabase } from '@plimsoll/testbed/postgres';
import { afterAll, beforeAll } from 'vitest';
import type { z } from 'zod';

export const secretKey = 'a secret key of the tests, 32 characters or more';

interface OpenDatabase {
  readonly db: DbPool;
  readonly url: string;
  close(): Promise<void>;
}

export async function openDatabase(): Promise<OpenDatabase> {
  const { url, drop } = await migratedDatabase();
  const db = openPool(url, { max: 30 });
  await putUser(db, 'ann', 'Ann');
  await putTeam(db, 'red', 'Red');
  await putTeam(db, 'blue', 'Blue');
  return {
    db,
    url,
    close: async () => {
      await db.end();
      await drop();
    },
  };
}

/** The database of one file's tests: opened before them, dropped after them. The object is filled by the hooks. */
export function useDatabase(): OpenDatabase {
  const opened = {} as OpenDatabase;
  beforeAll(async () => {
    Object.assign(opened, await openDatabase());
  });
  afterAll(() => opened.close?.());
  return opened;
}

export function makePlan(change: Partial<PlanInput> = {}): Plan {
  return planSchema.parse({
    version: 1,
    name: 'a plan',
    target: { url: 'http://127.0.0.1:8080/' },
    load: { model: 'closed', connections: 1, requests: 1 },
    ...change,
  });
}

export const environment: Environment = {
  worker: 'w',
  hostname: 'somewhere',
  cpuModel: 'a processor',
  cores: 2,
  memoryBytes: 1,
  kernel: 'Linux',
  node: '24.0.0',
  client: 'undici 8.0.0',
  plimsoll: '0.2.0',
  threads: 1,
  protocol: 'http1',
  lineBitsPerSecond: null,
  latencyFloor: null,
};

export async function queueRun(db: Db, options: { teamId?: string; plan?: Plan; cap?: number } = {}): Promise<Run> {
  return insertRun(db, {
    teamId: options.teamId ?? 'red',
    userId: 'ann',
    plan: options.plan ?? makePlan(),
    planId: null,
    expectedDurationMs: null,
    caps: options.cap === undefined ? null : { maxConcurrentRuns: options.cap, maxRunsOfPerson: 1000, maxRunsInAll: 1000 },
    secretKey,
  });
}

/** Its first round is planned: each variant once. Answers its id. */
export async function queueExperiment(
  db: Db,
  asked: z.input<typeof createExperimentSchema>,
  change: Partial<Omit<NewExperiment, 'experiment'>> = {},
): Promise<string> {
  const experiment = createExperimentSchema.parse(asked);
  const { id } = await insertExperiment(db, {
    teamId: 'red',
    userId: 'ann',
    name: 'an experiment',
    experiment,
    runs: experiment.variants.map((_, variant) => ({ variant, rate: null })),
    caps: { maxExperiments: 100, maxExperimentsInAll: 100 },
    secretKey,
    ...change,
  });
  return id;
}

export function makeSample(second: number, sent = 10): Sample {
  const bytes = () => new Uint8Array([second % 256, 1, 2, 0, 255]);
  return {
    ...emptySample({ second, lengthMs: 1000 }),
    warmup: second === 0,
    planned: sent,
    sent,
    done: sent,
    outcomes: { response: sent },
    statuses: { 200: sent },
    doneTimeUs: 1000,
    bytes: { sent: 1, received: 1 },
    slots: 10,
    connections: { opened: 1, reused: 9, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 1 },
    histograms: Object.fromEntries(histogramNames.map((name) => [name, bytes()])) as Sample['histograms'],
    generator: { cpu: 0.1, eventLoopDelayP99Us: 100, eventLoopUtilisation: 0.5, rssBytes: 1, clockDriftMs: 0, ...unknownMachine },
  };
}
