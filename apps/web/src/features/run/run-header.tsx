import type { Run } from '@plimsoll/contracts/run';
import { runPlanWords } from '@plimsoll/pages/run-words';
import { formatMoment } from '@plimsoll/wording/date';
import { plansWords } from '@plimsoll/wording/en/app';
import { trendWords } from '@plimsoll/wording/en/comparison';
import { designWords } from '@plimsoll/wording/en/design';
import { baselineWords } from '@plimsoll/wording/en/experiment';
import { requestWords } from '@plimsoll/wording/request-words';
import { IconPinned } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import chipStyles from '../../ui/chip.module.css';
import { Chip } from '../../ui/chip.tsx';
import { useIsBaseline } from './finished/baseline.tsx';
import styles from './run-header.module.css';

interface Props {
  readonly run: Run;
  /** Chips beside its name. */
  readonly state: ReactNode;
  readonly actions: ReactNode;
  /** Below what it does. */
  readonly children?: ReactNode;
}

/** Name, state, what it does, and the actions. */
export function RunHeader({ run, state, actions, children }: Props) {
  const isBaseline = useIsBaseline(run);
  return (
    <header>
      <div className="head">
        <div className="head-title">
          <h1>{run.plan.name}</h1>
          {run.number && (
            <Link to="/runs/$runId" params={{ runId: String(run.number) }} className="soft run-number">
              #{run.number}
            </Link>
          )}
          {state}
          {isBaseline && (
            <Chip tone="even" icon={IconPinned} title={baselineWords.isWhy}>
              {baselineWords.is}
            </Chip>
          )}
        </div>
        <div className="row tight no-print">{actions}</div>
      </div>
      <div className="sub">
        <code>{requestWords(run.plan)}</code> · {runPlanWords(run)}
        {run.startedAt && ` · ${formatMoment(run.startedAt)}`}
        {run.createdBy && ` · ${run.createdBy.name}`}
        {run.planId && (
          <>
            {' · '}
            <Link to="/plans/$planId" params={{ planId: run.planId }}>
              {plansWords.plan}
            </Link>
          </>
        )}
        {run.experimentId && (
          <>
            {' · '}
            <Link to="/experiments/$experimentId" params={{ experimentId: run.experimentId }}>
              {trendWords.experiment}
            </Link>
          </>
        )}
        {run.schedule && (
          <>
            {' · '}
            <Link to="/schedules/$scheduleId" params={{ scheduleId: run.schedule.id }}>
              {trendWords.ofSchedule({ name: run.schedule.name })}
            </Link>
          </>
        )}
        {run.turns &&
          ` · ${designWords[run.turns.pilot ? 'pilotOf' : 'turnsOf']({ block: run.turns.blockSeconds, burnIn: run.turns.burnInSeconds })}`}
        {Object.entries(run.tags).map(([name, value]) => (
          <Link key={name} className={`${chipStyles.tag} ${styles.headTag}`} to="/runs" search={{ tag: value ? `${name}:${value}` : name }}>
            {value ? `${name}: ${value}` : name}
          </Link>
        ))}
      </div>
      {children}
    </header>
  );
}
