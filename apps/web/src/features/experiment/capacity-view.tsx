import type { Experiment } from '@plimsoll/contracts/experiment';
import { isTerminal } from '@plimsoll/contracts/run';
import { formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { IconCheck, IconCircleDot, IconQuestionMark, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isUnderWay } from '../../api/experiments.ts';
import { TriesChart } from '../../charts/tries-chart.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';

/** The figure with its interval, and the rates that led to it. */
export function CapacityView({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation();
  const { capacity, search } = experiment;
  const tries = experiment.runs.filter((run) => run.rate !== null && run.state !== null);
  const held = tries.filter((run) => run.passed === true).length;
  const broke = tries.filter((run) => run.passed === false).length;
  const over = !isUnderWay(experiment.state);
  const rateText = capacity?.rate != null ? formatSignificant(capacity.rate) : null;
  return (
    <div className="capacity">
      <section className="card pad" aria-label={t('experiment.capacity')}>
        <div className="tile-label">{t('experiment.capacity')}</div>
        <div className="capacity-figure">
          {rateText === null ? (
            <span className="capacity-none">{t(over && capacity ? 'experiment.capacityZero' : 'experiment.capacityNone')}</span>
          ) : (
            <>
              {rateText}
              <small>/s</small>
            </>
          )}
        </div>
        {capacity?.interval && (
          <div className="soft num">
            {t('experiment.interval', { low: formatRate(capacity.interval.low), high: formatRate(capacity.interval.high) })}
          </div>
        )}
        {capacity && over && (
          <div className="row tight" style={{ marginBlockStart: 8 }}>
            <Chip tone={capacity.confirmed ? 'good' : 'warn'} icon={capacity.confirmed ? IconCheck : IconQuestionMark}>
              {t(capacity.confirmed ? 'experiment.confirmed' : 'experiment.unconfirmed')}
            </Chip>
            {capacity.confirmed && <span className="small soft">{t('experiment.confirmedWhy')}</span>}
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
      <section className="card pad" aria-label={t('experiment.tried')}>
        <h2>{t('experiment.tried')}</h2>
        <TriesChart
          tries={tries.map((run, at) => ({
            rate: run.rate ?? 0,
            passed: run.passed,
            title: `${at + 1}: ${formatRate(run.rate)}, ${t(outcome(run.passed))}, p99 ${formatUs(run.p99Us)}`,
          }))}
          interval={capacity?.interval ?? null}
          found={capacity?.rate ?? null}
          format={formatShortCount}
          label={t('experiment.triedSummary', { held, broke })}
        />
        <div className="chart-foot">{t('experiment.triedSummary', { held, broke })}</div>
      </section>
      <Tries tries={tries} />
    </div>
  );
}

const outcome = (passed: boolean | null) => (passed === null ? 'experiment.under' : passed ? 'experiment.held' : 'experiment.broke');

function Tries({ tries }: { tries: Experiment['runs'] }) {
  const { t } = useTranslation();
  const unit = timeUnit(tries.map((run) => run.p99Us));
  return (
    <div className="capacity-tries">
      <ScrollBox label={t('experiment.tried')}>
        <table className="table" aria-label={t('experiment.tried')}>
          <thead>
            <tr>
              <th scope="col">{t('experiment.try')}</th>
              <th scope="col" className="n">
                {t('experiment.rate')}
              </th>
              <th scope="col" className="n not-narrow">
                {t('metric.throughput')}
              </th>
              <th scope="col" className="n">
                p99
              </th>
              <th scope="col" className="n not-narrow">
                {t('metric.errorRate')}
              </th>
              <th scope="col">{t('experiment.thresholds')}</th>
            </tr>
          </thead>
          <tbody>
            {tries.map((run, at) => (
              <tr key={run.position}>
                <td>
                  {run.runId ? (
                    <Link to="/runs/$runId" params={{ runId: run.runId }}>
                      {at + 1}
                    </Link>
                  ) : (
                    at + 1
                  )}
                </td>
                <td className="n">{formatRate(run.rate)}</td>
                <td className="n not-narrow">{formatRate(run.throughputPerSecond)}</td>
                <td className="n">{formatUs(run.p99Us, unit)}</td>
                <td className="n not-narrow">{formatShare(run.errorRate)}</td>
                <td>
                  {run.passed === null ? (
                    <Chip tone="live" icon={IconCircleDot}>
                      {run.state && isTerminal(run.state) ? t(`state.${run.state}`) : t('experiment.under')}
                    </Chip>
                  ) : (
                    <Chip tone={run.passed ? 'good' : 'bad'} icon={run.passed ? IconCheck : IconX}>
                      {t(outcome(run.passed))}
                    </Chip>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}
