import type { Run, RunState, Validity } from '@plimsoll/contracts/run';
import { runLimitBriefWords, runLimitWords, validityWords } from '@plimsoll/wording/en/names';
import { runStateWord } from '@plimsoll/wording/run-state';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconCircleDot,
  IconClock,
  IconGauge,
  IconPlayerStop,
  IconPlugConnectedX,
  IconShieldCheck,
  IconShieldQuestion,
  IconShieldX,
  type TablerIcon,
} from '@tabler/icons-react';
import { Chip, type Tone } from '../../ui/chip.tsx';
import runTableStyles from './table/run-table.module.css';

const looks: Record<RunState, readonly [Tone, TablerIcon]> = {
  queued: ['even', IconClock],
  starting: ['live', IconClock],
  running: ['live', IconCircleDot],
  stopping: ['live', IconPlayerStop],
  completed: ['good', IconCheck],
  stopped: ['even', IconPlayerStop],
  auto_stopped: ['warn', IconAlertTriangle],
  worker_lost: ['bad', IconPlugConnectedX],
  control_lost: ['bad', IconPlugConnectedX],
  start_failed: ['bad', IconBan],
  target_refused: ['bad', IconBan],
};

const failedIcons = { bad: IconPlugConnectedX, warn: IconAlertTriangle } as const;

/** How it ended, and how far it failed. */
export function StateChip({ run }: { run: Pick<Run, 'state' | 'summary'> }) {
  const [tone, icon] = looks[run.state];
  const { text, tone: failed } = runStateWord(run);
  return (
    <Chip tone={failed ?? tone} icon={failed ? failedIcons[failed] : icon}>
      {text}
    </Chip>
  );
}

const stamps: Record<Validity['stamp'], readonly [Tone, TablerIcon]> = {
  valid: ['good', IconShieldCheck],
  unwatched: ['even', IconShieldQuestion],
  degraded: ['warn', IconAlertTriangle],
  invalid: ['bad', IconShieldX],
};

/** Was the generator fit to measure? */
export function ValidityChip({ validity }: { validity: Validity }) {
  const [tone, icon] = stamps[validity.stamp];
  return (
    <Chip tone={tone} icon={icon} title={validity.reasons.join(' ') || validityWords.validWhy}>
      {validityWords[validity.stamp]}
    </Chip>
  );
}

/** The limit that held the load back, as small print below the state of a run: silent where nothing did, or where it is not known. */
export function LimitMark({ validity }: { validity: Validity }) {
  const { limit } = validity;
  if (limit === null || limit === 'none' || limit === 'unknown') return null;
  return (
    <div className={`small soft ${runTableStyles.stateMark}`} title={runLimitWords[limit]}>
      <IconGauge size={13} aria-hidden /> {runLimitBriefWords[limit]}
    </div>
  );
}

/** The stamp as small print below the state of a run. */
export function ValidityMark({ validity }: { validity: Validity }) {
  return (
    <div
      className={`small ${runTableStyles.stateMark} ${runTableStyles.stamp}`}
      data-stamp={validity.stamp}
      title={validity.reasons.join(' ')}
    >
      <IconAlertTriangle size={13} aria-hidden /> {validityWords[validity.stamp]}
    </div>
  );
}
