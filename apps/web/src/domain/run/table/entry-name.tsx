/** The first cell of a run's or an experiment's row: its name, what it did, its tags. */
import type { RunListItem } from '@plimsoll/contracts/run-list';
import { runLoadWords } from '@plimsoll/pages/run-words';
import { loadWords, plansWords } from '@plimsoll/wording/en/app';
import { baselineWords } from '@plimsoll/wording/en/experiment';
import { experimentKindWords, httpClientWords } from '@plimsoll/wording/en/names';
import { IconFlask } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import chipStyles from '../../../ui/chip.module.css';
import type { ExperimentItem } from './run-entry.ts';
import runTableStyles from './run-table.module.css';

/** `withLoad`: what it did stands beside its name, in no column of its own. */
export function RunName({ run, withLoad }: { run: RunListItem; withLoad: boolean }) {
  const about = aboutRun(run, withLoad);
  return (
    <div className={runTableStyles.nameLine}>
      <span className={runTableStyles.title}>
        <Link to="/runs/$runId" params={{ runId: String(run.number ?? run.id) }} className={runTableStyles.runName} title={run.plan.name}>
          {run.plan.name}
        </Link>
        {run.number && <span className="small soft">#{run.number}</span>}
      </span>
      <span className={`small soft ${runTableStyles.about}`} title={about}>
        {about}
        {run.experimentId && (
          <>
            {about && ' · '}
            <Link to="/experiments/$experimentId" params={{ experimentId: run.experimentId }} className="in-text">
              {baselineWords.experiment}
            </Link>
          </>
        )}
      </span>
      <span className={runTableStyles.cardTags}>
        <Tags tags={run.tags} />
      </span>
    </div>
  );
}

function aboutRun({ plan, source }: RunListItem, withLoad: boolean): string {
  const { target, connection } = plan;
  return [
    withLoad && runLoadWords({ plan, source }),
    target?.grpc ? `gRPC ${target.grpc.call}` : connection.client === 'wire' && httpClientWords.wire,
    !connection.keepAlive && loadWords.keepAliveOff,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Stands for all its runs. */
export function ExperimentName({ experiment }: { experiment: ExperimentItem }) {
  const { id, name, kind, progress } = experiment;
  return (
    <div className={runTableStyles.nameLine}>
      <span className={runTableStyles.title}>
        <Link to="/experiments/$experimentId" params={{ experimentId: id }} className={runTableStyles.runName} title={name}>
          {name}
        </Link>
      </span>
      <span className={`small soft ${runTableStyles.about}`}>
        <IconFlask size={13} aria-hidden style={{ verticalAlign: -2 }} /> {experimentKindWords[kind]} ·{' '}
        {plansWords.runs({ count: progress.done })}
      </span>
    </div>
  );
}

const mostTags = 4;

export function Tags({ tags }: { tags: Readonly<Record<string, string>> }) {
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
