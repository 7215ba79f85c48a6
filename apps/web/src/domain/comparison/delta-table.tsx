import { Switch } from '@mantine/core';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { formatShare } from '@plimsoll/wording/share';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { IntervalBar } from '../../charts/interval-bar.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useSearchState } from '../../ui/search-state.ts';
import { metricChange, metricInterval, metricValue, reachOf, worstFirst } from './comparison-words.ts';
import { VerdictChip, verdictColours } from './verdict-chip.tsx';

const searchSchema = z.object({ why: z.string().optional() });

interface Props {
  readonly metrics: readonly MetricDelta[];
  /** Relative. */
  readonly minimumEffect: number;
  readonly label: string;
}

/** One row a metric: both figures, the change, its interval, the verdict. */
export function DeltaTable({ metrics, minimumEffect, label }: Props) {
  const { t } = useTranslation();
  const [{ why }, change] = useSearchState(searchSchema);
  const reach = reachOf(metrics, minimumEffect);
  return (
    <ScrollBox label={t('compare.table')}>
      <table className="table delta-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('compare.metric')}</th>
            <th scope="col" className="n">
              {t('compare.base')}
            </th>
            <th scope="col" className="n">
              {t('compare.candidate')}
            </th>
            <th scope="col" className="n">
              {t('compare.change')}
            </th>
            <th scope="col">{t('compare.intervalBand', { band: formatShare(minimumEffect) })}</th>
            <th scope="col">{t('compare.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {worstFirst(metrics).map((metric) => (
            <DeltaRow key={metric.metric} metric={metric} reach={reach} band={minimumEffect} why={why === '1'} />
          ))}
        </tbody>
      </table>
      <div className="table-foot">
        <Switch
          size="xs"
          label={t('compare.reasons')}
          checked={why === '1'}
          onChange={() => change({ why: why === '1' ? undefined : '1' })}
        />
      </div>
    </ScrollBox>
  );
}

function DeltaRow({ metric, reach, band, why }: { metric: MetricDelta; reach: number; band: number; why: boolean }) {
  const { t } = useTranslation();
  const { interval } = metric;
  const range = metricInterval(metric) ?? t('compare.noInterval');
  return (
    <tr>
      <th scope="row" className="delta-name">
        {t(`metric.${metric.metric}`)}
      </th>
      <td className="n" data-label={t('compare.base')}>
        {metricValue(metric, metric.base)}
      </td>
      <td className="n strong" data-label={t('compare.candidate')}>
        {metricValue(metric, metric.candidate)}
      </td>
      <td className="n" data-label={t('compare.change')}>
        {metricChange(metric)}
      </td>
      <td className="interval-cell">
        {interval && (
          <IntervalBar
            low={interval.low}
            high={interval.high}
            middle={metric.deltaRelative ?? (interval.low + interval.high) / 2}
            band={band}
            reach={reach}
            colour={verdictColours[metric.verdict]}
            label={range}
          />
        )}
        <div className="faint interval-text">{range}</div>
      </td>
      <td>
        <VerdictChip verdict={metric.verdict} up={(metric.delta ?? 0) > 0} title={metric.reason} />
        <div className={why ? 'faint small why' : 'sr-only'}>{metric.reason}</div>
      </td>
    </tr>
  );
}
