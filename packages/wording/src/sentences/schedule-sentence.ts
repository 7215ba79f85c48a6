/** Why a schedule started nothing, and what became of its drills, as sentences. */
import { isTerminal } from '@plimsoll/contracts/run';
import type { ScheduleOutcome, ScheduleReason } from '@plimsoll/contracts/schedule';
import { scheduleOutcomeWords } from '../en/team/schedule.ts';
import { teamWords } from '../en/team/team.ts';
import { formatDay } from '../figures/date.ts';
import { formatChange } from '../figures/share.ts';
import { formatUs } from '../figures/time.ts';

export function scheduleReasonSentence(reason: ScheduleReason): string {
  switch (reason.kind) {
    case 'refused': {
      const { problems } = scheduleOutcomeWords;
      return reason.problem in problems ? problems[reason.problem as keyof typeof problems] : problems.other;
    }
    case 'paused':
      return scheduleOutcomeWords.pausedByPerson;
    case 'authorMayNot':
      return scheduleOutcomeWords.authorMayNot({ role: teamWords.role[reason.role].toLowerCase() });
    case 'drillTooFine':
      return scheduleOutcomeWords.drillTooFine({ p50: formatUs(reason.p50Us) });
    case 'other':
      return scheduleOutcomeWords.other({ text: reason.text });
    default:
      return scheduleOutcomeWords[reason.kind];
  }
}

/** Drill of 12 Nov 2026: planted +10 % (2 ms), found (worse). */
export function drillSentence({ dueAt, drill, run }: ScheduleOutcome): string | null {
  if (!drill) return null;
  const figures = { day: formatDay(dueAt), share: formatChange(drill.plantedShare), ms: drill.plantedMs };
  if (drill.found !== null) return (drill.found ? scheduleOutcomeWords.drillFound : scheduleOutcomeWords.drillMissed)(figures);
  const over = !run || isTerminal(run.state);
  return (over ? scheduleOutcomeWords.drillNone : scheduleOutcomeWords.drillOpen)(figures);
}
