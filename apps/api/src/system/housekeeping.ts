/**
 * What the API does by itself: runs whose worker is lost are ended even where no worker is left, what has had its time
 * is purged, samples that a team no longer wants go, and a full disk is noticed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import { openReaper } from '@plimsoll/analysis/reap-runs';
import type { DbPool } from '@plimsoll/store/db';
import { purgeExpired } from '@plimsoll/store/purge';
import { tryToWrite } from '@plimsoll/store/storage-watch';
import type { FastifyBaseLogger } from 'fastify';
import { applyRetention } from './retention.ts';

export interface HousekeepingOptions {
  readonly db: DbPool;
  readonly analysis: Analysis;
  readonly log: FastifyBaseLogger;
}

const reapEveryMs = 1000;
const purgeEveryMs = 10 * 60_000;
/** Who just asked for room looks at the page. */
const retainEveryMs = 60_000;
const writeEveryMs = 60_000;

/** Runs until the answer is called, which resolves when nothing is under way any more. */
export function startHousekeeping({ db, analysis, log }: HousekeepingOptions): () => Promise<void> {
  const closing = new AbortController();
  const reap = openReaper({
    db,
    analysis,
    onReaped: ({ id, attempt, requestId }) => log.warn({ runId: id, attempt, requestId }, 'run lost its worker'),
    onExperimentReaped: (experimentId) => log.warn({ experimentId }, 'experiment lost its worker, and there is no other'),
    onHopeless: ({ id, requestId }, error) =>
      log.error({ runId: id, requestId, err: error }, 'the figures of a lost run cannot be computed'),
  });
  const purge = async () => {
    const purged = await purgeExpired(db);
    if (purged && Object.values(purged).some((rows) => rows > 0)) log.info(purged, 'purged what has had its time');
  };
  const retain = async () => {
    const onHopeless = (what: string, error: unknown) => log.error({ what, err: error }, 'old samples cannot be freed yet');
    const freed = await applyRetention({ db, analysis, onHopeless, signal: closing.signal });
    for (const [teamId, ofTeam] of freed) log.info({ teamId, ...ofTeam }, 'freed samples that the team no longer keeps');
  };
  /** `rest`: it waits so many times as long as it looked, where that is longer. */
  async function every(ms: number, look: () => Promise<void>, rest = 0): Promise<void> {
    while (!closing.signal.aborted) {
      const began = performance.now();
      // A database that is away is told by every request; what is not done now is done later.
      await look().catch((error: unknown) => log.debug({ err: error }, 'housekeeping waits'));
      await sleep(Math.max(ms, rest * (performance.now() - began)), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  const running = Promise.all([
    every(reapEveryMs, reap),
    every(purgeEveryMs, purge),
    // In a long history a look at every month takes seconds.
    every(retainEveryMs, retain, 50),
    every(writeEveryMs, () => tryToWrite(db)),
  ]);
  return async () => {
    closing.abort();
    await running;
  };
}
