import type { Experiment } from '@plimsoll/contracts/experiment';
import type { Figures } from '@plimsoll/wording/experiment-figures';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { VerdictChip } from '../../ui/comparison/verdict-chip.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';

/** Every variant with its figures and its verdict against the first; a name opens the comparison. */
export function VariantTable({ experiment, figures }: { experiment: Experiment; figures: readonly Figures[] }) {
  const { t } = useTranslation();
  const unit = timeUnit(figures.map((one) => one.p99Us));
  const runsOf = (variant: number) =>
    experiment.runs.flatMap((run) => (run.variant === variant && run.runId && run.state === 'completed' ? [run.runId] : []));
  const base = runsOf(0);
  // Where no verdict was possible, one sentence says so instead of two columns of the same chip.
  const verdicts = figures.flatMap((one) => [one.verdicts.throughput, one.verdicts.p99]).filter((one) => one !== null);
  const open = verdicts.length > 0 && verdicts.every((one) => one.verdict === 'not_enough_evidence');
  const columns = open ? [] : (['throughput', 'p99'] as const);
  return (
    <>
      {open && experiment.comparisons[0] && (
        <p className="soft small" style={{ margin: 0 }}>
          {experiment.comparisons[0].result.sentence}
        </p>
      )}
      <ScrollBox label={t('experiment.list')}>
        <table className="table run-table" aria-label={t('experiment.list')}>
          <thead>
            <tr>
              <th scope="col" className="n">
                #
              </th>
              <th scope="col">{t('experiment.variants')}</th>
              <th scope="col" className="n">
                {t('metric.throughput')}
              </th>
              <th scope="col" className="n">
                p99
              </th>
              <th scope="col" className="n">
                {t('metric.errorRate')}
              </th>
              {columns.map((metric) => (
                <th key={metric} scope="col">
                  {t('experiment.vsBase', { metric: metric === 'p99' ? 'p99' : t('metric.throughput') })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.map((one, variant) => {
              const name = experiment.variants[variant]?.name ?? '';
              const runs = runsOf(variant);
              return (
                <tr key={name}>
                  <td className="n faint">{variant + 1}</td>
                  <td className="wide">
                    {variant === 0 || runs.length === 0 ? (
                      <span className="run-name">{name}</span>
                    ) : (
                      <Link className="run-name" to="/compare" search={{ base: base.join(','), candidate: runs.join(',') }}>
                        {name}
                      </Link>
                    )}
                    {variant === 0 && <span className="soft small"> · {t('newExperiment.base')}</span>}
                  </td>
                  <td className="n" data-label={t('metric.throughput')}>
                    {formatRate(one.throughput)}
                  </td>
                  <td className="n" data-label="p99">
                    {formatUs(one.p99Us, unit)}
                  </td>
                  <td className="n" data-label={t('metric.errorRate')}>
                    {formatShare(one.errorRate)}
                  </td>
                  {columns.map((metric) => (
                    <td key={metric} data-label={t('experiment.vsBase', { metric: metric === 'p99' ? 'p99' : t('metric.throughput') })}>
                      {one.verdicts[metric] ? <VerdictChip {...one.verdicts[metric]} /> : <span className="faint">–</span>}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}
