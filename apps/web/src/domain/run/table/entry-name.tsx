/** The first cell of a run's or an experiment's row: its name, what it did, its tags. */
import type { RunListItem } from '@plimsoll/contracts/run';
import { IconFlask } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import chipStyles from '../../../ui/chip.module.css';
import { runLoadWords } from '../run-words.ts';
import type { ExperimentItem } from './run-entry.ts';
import runTableStyles from './run-table.module.css';

export function RunName({ run }: { run: RunListItem }) {
  const { t } = useTranslation();
  return (
    <>
      <Link to="/runs/$runId" params={{ runId: run.id }} className={runTableStyles.runName} title={run.plan.name}>
        {run.plan.name}
      </Link>
      <div className="small soft">
        {runLoadWords(run)}
        {run.plan.target?.grpc
          ? ` · gRPC ${run.plan.target.grpc.call}`
          : run.plan.connection.client === 'wire' && ` · ${t('httpClient.wire')}`}
        {!run.plan.connection.keepAlive && ` · ${t('load.keepAliveOff')}`}
        {run.experimentId && (
          <>
            {' · '}
            <Link to="/experiments/$experimentId" params={{ experimentId: run.experimentId }} className="in-text">
              {t('baseline.experiment')}
            </Link>
          </>
        )}
      </div>
      <Tags tags={run.tags} />
    </>
  );
}

/** Stands for all its runs. */
export function ExperimentName({ experiment }: { experiment: ExperimentItem }) {
  const { t } = useTranslation();
  const { id, name, kind, progress } = experiment;
  return (
    <>
      <Link to="/experiments/$experimentId" params={{ experimentId: id }} className={runTableStyles.runName} title={name}>
        {name}
      </Link>
      <div className="small soft">
        <IconFlask size={13} aria-hidden style={{ verticalAlign: -2 }} /> {t(`experimentKind.${kind}`)} ·{' '}
        {t('plans.runs', { count: progress.done })}
      </div>
    </>
  );
}

const mostTags = 4;

function Tags({ tags }: { tags: Readonly<Record<string, string>> }) {
  const entries = Object.entries(tags);
  if (entries.length === 0) return null;
  return (
    <div className={runTableStyles.tags}>
      {entries.slice(0, mostTags).map(([name, value]) => (
        <Link key={name} className={chipStyles.tag} to="/runs" search={{ tag: value ? `${name}:${value}` : name }}>
          {value ? `${name}: ${value}` : name}
        </Link>
      ))}
    </div>
  );
}
