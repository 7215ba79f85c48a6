/** What became of one due time, in a line: a chip, the load that it started, and why not where it started none. */

import { lateAfterMs, type ScheduleOutcome } from '@plimsoll/contracts/schedule';
import { formatMoment } from '@plimsoll/wording/date';
import { scheduleOutcomeWords } from '@plimsoll/wording/en/schedule';
import { paragraph } from '@plimsoll/wording/list';
import { drillSentence, scheduleReasonSentence } from '@plimsoll/wording/schedule-sentence';
import { IconCheck, IconClockPause, IconEyeOff, IconPlayerSkipForward } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Chip } from '../../ui/chip.tsx';

const looks = {
  started: { tone: 'good', icon: IconCheck },
  waiting: { tone: 'live', icon: IconClockPause },
  skipped: { tone: 'warn', icon: IconPlayerSkipForward },
} as const;

function Load({ run, experiment, state }: ScheduleOutcome) {
  if (run)
    return (
      <Link to="/runs/$runId" params={{ runId: run.id }}>
        {scheduleOutcomeWords.run({ number: run.number === null ? '' : `#${run.number}` })}
      </Link>
    );
  if (experiment)
    return (
      <Link to="/experiments/$experimentId" params={{ experimentId: experiment.id }}>
        {scheduleOutcomeWords.experiment}
      </Link>
    );
  return state === 'started' ? <span className="soft">{scheduleOutcomeWords.runGone}</span> : null;
}

/** Times are those of the schedule's zone, as the due ones are. */
export function OutcomeLine({ outcome, timeZone }: { outcome: ScheduleOutcome; timeZone: string }) {
  const { state, reason, missed, dueAt, at } = outcome;
  const late = state === 'started' && Date.parse(at) - Date.parse(dueAt) > lateAfterMs;
  const drill = drillSentence(outcome);
  const sentences = [
    ...(late ? [`${scheduleOutcomeWords.startedLate({ at: formatMoment(at, timeZone) })}.`] : []),
    ...(missed > 0 ? [scheduleOutcomeWords.missed({ count: missed })] : []),
    ...(reason ? [scheduleReasonSentence(reason)] : []),
  ];
  return (
    <div>
      <span className="row tight">
        <Chip {...looks[state]}>{scheduleOutcomeWords[state]}</Chip>
        <Load {...outcome} />
      </span>
      {outcome.reference && (
        <div className="small">
          <Link to="/runs/$runId" params={{ runId: outcome.reference.id }}>
            {scheduleOutcomeWords.reference({ number: outcome.reference.number === null ? '' : `#${outcome.reference.number}` })}
          </Link>
        </div>
      )}
      {drill &&
        (outcome.drill?.found === false ? (
          <div className="small" style={{ color: 'var(--bad)' }}>
            <IconEyeOff size={14} stroke={2.4} aria-hidden /> {drill}
          </div>
        ) : (
          <div className="small soft">{drill}</div>
        ))}
      {sentences.length > 0 && <div className="small soft">{paragraph(sentences)}</div>}
    </div>
  );
}
