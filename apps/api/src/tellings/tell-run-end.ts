/** Records the events that follow from the end of a run. A reader of ends: it may be told of one twice, and each event is recorded once. */
import type { Run } from '@plimsoll/contracts/run';
import type { RunTelling } from '@plimsoll/contracts/telling';
import type { Db } from '@plimsoll/store/db';
import { type DrillOfRun, drillOfRun } from '@plimsoll/store/due-schedules';
import type { RunEnd } from '@plimsoll/store/run-events';
import { findRun } from '@plimsoll/store/runs';
import { recordTellings } from '@plimsoll/store/tellings';

/** The weightiest first. */
function eventsOf({ state, experimentId, source, thresholds, baseline }: Run): RunTelling[] {
  // Somebody brought a file: nothing happened just now.
  if (source !== null) return [];
  if (state === 'worker_lost') return ['worker.lost'];
  // An experiment speaks for its runs.
  if (experimentId !== null) return [];
  return [
    ...(baseline?.verdict === 'worse' ? (['run.worse'] as const) : []),
    ...(thresholds.some(({ passed }) => !passed) ? (['run.failed_threshold'] as const) : []),
    'run.finished',
  ];
}

export async function tellRunEnd(db: Db, { teamId, runId, attempt }: RunEnd): Promise<void> {
  const run = await findRun(db, teamId, runId);
  if (!run) return;
  // It was slowed down on purpose: that it got worse is no news.
  const drill = await drillOfRun(db, runId);
  if (drill) return tellDrill(db, run, teamId, drill);
  const tellings = eventsOf(run).map((kind) => ({ kind, runId, attempt }));
  await recordTellings(db, { teamId, planId: run.planId }, tellings);
}

async function tellDrill(db: Db, { state, baseline }: Run, teamId: string, { planId, scheduleId, name, dueAt }: DrillOfRun): Promise<void> {
  if (state !== 'completed' || baseline === null || baseline.verdict === 'worse') return;
  const facts = { scheduleId, name, dueAt: dueAt.toISOString(), times: 1, because: 'blind' } as const;
  await recordTellings(db, { teamId, planId }, [{ kind: 'schedule.missed', facts }]);
}
