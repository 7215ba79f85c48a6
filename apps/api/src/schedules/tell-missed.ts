/** Tells who wants to know that a schedule did not start what was due, or started it late, in the transaction of the outcome. */
import { lateAfterMs, type ScheduleReason } from '@plimsoll/contracts/schedule';
import type { MissedFacts } from '@plimsoll/contracts/telling';
import type { Db } from '@plimsoll/store/db';
import { type DueSchedule, type Settled, wasSkippedBefore } from '@plimsoll/store/due-schedules';
import { recordTellings } from '@plimsoll/store/tellings';

const causes: Readonly<Partial<Record<ScheduleReason['kind'], MissedFacts['because']>>> = {
  lastRuns: 'stillRunning',
  lastWaits: 'stillRunning',
  targetBusy: 'busy',
  authorLeft: 'author',
  authorMayNot: 'author',
  tokenEnded: 'author',
};

/** Null: it is no news. What waits for its turn is told once it is given up. */
function causeOf({ dueAt, at, waits }: DueSchedule, settled: Settled, missed: number): MissedFacts['because'] | null {
  if (settled.state === 'skipped') return causes[settled.reason.kind] ?? 'refused';
  const late = !waits && (missed > 0 || at.getTime() - dueAt.getTime() > lateAfterMs);
  return late ? 'down' : null;
}

/** Of times that are skipped one after the other the first is told. */
export async function tellMissed(client: Db, due: DueSchedule, settled: Settled, missed: number): Promise<void> {
  const because = causeOf(due, settled, missed);
  if (because === null || (settled.state === 'skipped' && !settled.pauses && (await wasSkippedBefore(client, due)))) return;
  const facts = { scheduleId: due.id, name: due.name, dueAt: due.dueAt.toISOString(), times: missed + 1, because };
  await recordTellings(client, { teamId: due.teamId, planId: due.planId }, [{ kind: 'schedule.missed', facts }]);
}
