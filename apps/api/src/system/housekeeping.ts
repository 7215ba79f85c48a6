/**
 * Housekeeping of the API: it ends runs whose worker is lost even where no worker is left, purges what has had its time, drops samples that
 * a team no longer wants or moves them to the archive, removes what nobody names there, makes exports of teams, counts the storage of teams, notices a full disk, and starts what schedules ask for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openReaper } from '@plimsoll/analysis/reap-runs';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import { removeLeftObjects } from '@plimsoll/store/object-removals';
import { purgeExpired } from '@plimsoll/store/purge';
import { tryToWrite } from '@plimsoll/store/storage-watch';
import { keepTeamStorage } from '@plimsoll/store/team-storage';
import { tracedLog } from '@plimsoll/telemetry/spans';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiContext } from '../context.ts';
import { makeTeamExport } from '../exports/make-team-export.ts';
import { tickSchedules } from '../schedules/tick-schedules.ts';
import { applyRetention } from './retention.ts';

const reapEveryMs = 1000;
const tickEveryMs = 1000;
const purgeEveryMs = 10 * 60_000;
/** A person who just asked for room looks at the page. */
const retainEveryMs = 60_000;
const writeEveryMs = 60_000;
const clearEveryMs = 60_000;
/** A person who just asked for one looks at the page. */
const exportEveryMs = 2000;
/** Most looks find that what was counted still stands. */
const countEveryMs = 60_000;

/** Runs until the answer is called, which resolves when nothing is under way any more. */
export function startHousekeeping(context: ApiContext, log: FastifyBaseLogger): () => Promise<void> {
  const { db, analysis, traces } = context;
  const closing = new AbortController();
  const reap = openReaper({
    db,
    analysis,
    onReaped({ id, attempt, requestId, traceParent }) {
      const lost = traces.begin('run lost its worker', { parent: traceParent, attributes: { 'plimsoll.run_id': id } });
      lost.end('worker_lost');
      log.warn({ runId: id, attempt, requestId, ...tracedLog(lost) }, 'run lost its worker');
    },
    onExperimentReaped: (experimentId) => log.warn({ experimentId }, 'experiment lost its worker, and there is no other'),
    onFailed: ({ runId, requestId }, error) =>
      log.error({ runId, requestId, err: error }, 'the figures of a lost run cannot be computed yet'),
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
  const clear = async () => {
    if (db.objects) await removeLeftObjects(db, db.objects, closing.signal);
  };
  const exportTeams = async () => {
    while (!closing.signal.aborted && (await makeTeamExport(context, log, closing.signal)));
  };
  const tick = () =>
    tickSchedules(context, log).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error }, 'schedules cannot be looked at');
    });
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
    every(tickEveryMs, tick),
    every(purgeEveryMs, purge),
    // In a long history a look at every month takes seconds.
    every(retainEveryMs, retain, 200),
    every(clearEveryMs, clear),
    every(exportEveryMs, exportTeams),
    every(countEveryMs, () => keepTeamStorage(db)),
    every(writeEveryMs, () => tryToWrite(db)),
  ]);
  return async () => {
    closing.abort();
    await running;
  };
}
