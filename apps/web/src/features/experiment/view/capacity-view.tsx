import type { Experiment, ExperimentRun } from '@plimsoll/contracts/experiment';
import { isTerminal } from '@plimsoll/contracts/run';
import { DataTable } from '@plimsoll/pages/data-table';
import { DisturbanceNote, goodAnswers, TryResult } from '@plimsoll/pages/shared-tables';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords, stateWords, validityWords } from '@plimsoll/wording/en/names';
import { formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { commonDisturbance, hasHeld, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { IconCheck, IconCircleDot, IconQuestionMark } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isUnderWay } from '../../../api/experiments.ts';
import { TriesChart } from '../../../charts/tries-chart.tsx';
import chartCardStyles from '../../../ui/chart-card.module.css';
import { Chip } from '../../../ui/chip.tsx';
import styles from './capacity-view.module.css';

/** The figure with its interval, and the rates that led to it. */
export function CapacityView({ experiment }: { experiment: Experiment }) {
  const { capacity, search } = experiment;
  const tries = experiment.runs.filter((run) => run.rate !== null && run.state !== null);
  const held = tries.filter((run) => hasHeld(run) === true).length;
  const broke = tries.filter((run) => hasHeld(run) === false).length;
  const over = !isUnderWay(experiment.state);
  const rateText = capacity?.rate != null ? formatSignificant(capacity.rate) : null;
  return (
    <div className={styles.capacity}>
      <section className="card pad" aria-label={experimentWords.capacity}>
        <div className="tile-label">{experimentWords.capacity}</div>
        <div className={styles.capacityFigure}>
          {rateText === null ? (
            <span className={styles.capacityNone}>{over && capacity ? experimentWords.capacityZero : experimentWords.capacityNone}</span>
          ) : (
            <>
              {rateText}
              <small>/s</small>
            </>
          )}
        </div>
        {capacity?.interval && (
          <div className="soft num">
            {experimentWords.interval({ low: formatRate(capacity.interval.low), high: formatRate(capacity.interval.high) })}
          </div>
        )}
        {capacity && over && (
          <div className="row tight" style={{ marginBlockStart: 8 }}>
            <Chip tone={capacity.confirmed ? 'good' : 'warn'} icon={capacity.confirmed ? IconCheck : IconQuestionMark}>
              {capacity.confirmed ? experimentWords.confirmed : experimentWords.unconfirmed}
            </Chip>
            {capacity.confirmed && <span className="small soft">{experimentWords.confirmedWhy}</span>}
          </div>
        )}
        {capacity && <p className="soft">{capacity.sentence}</p>}
        {search && (
          <ul className="parts">
            {search.thresholds.map((threshold) => (
              <li key={threshold}>
                <code>{threshold}</code>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="card pad" aria-label={experimentWords.tried}>
        <h2>{experimentWords.tried}</h2>
        <TriesChart
          tries={tries.map((run, at) => ({
            rate: run.rate ?? 0,
            passed: hasHeld(run),
            title: [`${at + 1}: ${formatRate(run.rate)}`, tryResult(run) ?? experimentWords.under, ...tryRemarks(run)].join(', '),
          }))}
          interval={capacity?.interval ?? null}
          found={capacity?.rate ?? null}
          format={formatShortCount}
          label={experimentWords.triedSummary({ held, broke })}
        />
        <div className={chartCardStyles.chartFoot}>{experimentWords.triedSummary({ held, broke })}</div>
      </section>
      <Tries tries={tries} />
    </div>
  );
}

function Tries({ tries }: { tries: Experiment['runs'] }) {
  const time = timeColumn(tries.map((run) => run.p99Us));
  const common = commonDisturbance(tries);
  return (
    <div className={styles.capacityTries}>
      <DisturbanceNote common={common} />
      <DataTable
        label={experimentWords.tried}
        rows={tries}
        rowKey={({ position }) => position}
        columns={[
          { key: 'try', head: experimentWords.try, cell: ({ runId }, at) => <TryLink runId={runId} number={at + 1} /> },
          { key: 'rate', head: experimentWords.planned, numeric: true, cell: (run) => formatRate(run.rate) },
          { key: 'good', head: experimentWords.good, numeric: true, cell: goodAnswers },
          { key: 'p99', head: 'p99', numeric: true, wideOnly: true, cell: (run) => time(run.p99Us) },
          { key: 'errors', head: metricWords.errorRate, numeric: true, wideOnly: true, cell: (run) => formatShare(run.errorRate) },
          {
            key: 'generator',
            head: experimentWords.generator,
            wideOnly: true,
            cell: ({ validity }) => validity && validityWords[validity.stamp],
          },
          {
            key: 'held',
            head: experimentWords.result,
            cell: (run) => <TryResult run={run} common={common} under={<UnderWay run={run} />} />,
          },
        ]}
      />
    </div>
  );
}

function TryLink({ runId, number }: { runId: string | null; number: number }) {
  if (!runId) return number;
  return (
    <Link to="/runs/$runId" params={{ runId }}>
      {number}
    </Link>
  );
}

function UnderWay({ run }: { run: ExperimentRun }) {
  return (
    <Chip tone="live" icon={IconCircleDot}>
      {run.state && isTerminal(run.state) ? stateWords[run.state] : experimentWords.under}
    </Chip>
  );
}
