import type { RunState, Validity } from '@plimsoll/contracts/run';
import { nameOf } from '@plimsoll/wording/names';
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
import { useTranslation } from 'react-i18next';
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

export function StateChip({ state }: { state: RunState }) {
  const { t } = useTranslation();
  const [tone, icon] = looks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {t(`state.${state}`)}
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
  const { t } = useTranslation();
  const [tone, icon] = stamps[validity.stamp];
  return (
    <Chip tone={tone} icon={icon} title={validity.reasons.join(' ') || t('validity.validWhy')}>
      {t(`validity.${validity.stamp}`)}
    </Chip>
  );
}

/** What held the load back, as small print below the state of a run: silent where nothing did, or where it is not known. */
export function LimitMark({ validity }: { validity: Validity }) {
  const { t } = useTranslation();
  const { limit } = validity;
  if (limit === null || limit === 'none' || limit === 'unknown') return null;
  return (
    <div className={`small soft ${runTableStyles.stateMark}`} title={nameOf(`runLimit.${limit}`)}>
      <IconGauge size={13} aria-hidden /> {t(`runLimitBrief.${limit}`)}
    </div>
  );
}

/** The stamp as small print below the state of a run. */
export function ValidityMark({ validity }: { validity: Validity }) {
  const { t } = useTranslation();
  return (
    <div
      className={`small ${runTableStyles.stateMark} ${runTableStyles.stamp}`}
      data-stamp={validity.stamp}
      title={validity.reasons.join(' ')}
    >
      <IconAlertTriangle size={13} aria-hidden /> {t(`validity.${validity.stamp}`)}
    </div>
  );
}
