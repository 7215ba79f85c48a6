import { Switch } from '@mantine/core';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { formatShare } from '@plimsoll/wording/share';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { IntervalBar } from '../../charts/interval-bar.tsx';
import { useSearchState } from '../../ui/search-state.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import comparisonTableStyles from './comparison-table.module.css';
import { findReach, metricChange, metricColumn, metricInterval, worstFirst } from './comparison-words.ts';
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
  const reach = findReach(metrics, minimumEffect);
  const write = metricColumn(metrics);
  return (
    <DataTable
      label={label}
      boxLabel={t('compare.table')}
      className={comparisonTableStyles.deltaTable}
      grid={3}
      rows={worstFirst(metrics)}
      rowKey={({ metric }) => metric}
      columns={[
        {
          key: 'metric',
          head: t('compare.metric'),
          naming: true,
          className: comparisonTableStyles.deltaName,
          cell: ({ metric }) => t(`metric.${metric}`),
        },
        figure(t('compare.base'), ({ metric, base }) => write(metric, base)),
        { ...figure(t('compare.candidate'), ({ metric, candidate }) => write(metric, candidate)), className: comparisonTableStyles.strong },
        figure(t('compare.change'), (metric) => metricChange(metric)),
        {
          key: 'interval',
          head: t('compare.intervalBand', { band: formatShare(minimumEffect) }),
          className: comparisonTableStyles.intervalCell,
          wholeLine: true,
          cell: (metric) => <Interval metric={metric} reach={reach} band={minimumEffect} />,
        },
        {
          key: 'verdict',
          head: t('compare.verdict'),
          wholeLine: true,
          cell: (metric) => (
            <>
              <VerdictChip verdict={metric.verdict} up={(metric.delta ?? 0) > 0} title={metric.reason} />
              <div className={why === '1' ? `faint small ${comparisonTableStyles.why}` : 'sr-only'}>{metric.reason}</div>
            </>
          ),
        },
      ]}
      foot={
        <Switch
          size="xs"
          label={t('compare.reasons')}
          checked={why === '1'}
          onChange={() => change({ why: why === '1' ? undefined : '1' })}
        />
      }
    />
  );
}

function figure(head: string, text: (metric: MetricDelta) => string): Column<MetricDelta> {
  return { key: head, head, numeric: true, cardLabel: head, cell: (metric) => text(metric) };
}

function Interval({ metric, reach, band }: { metric: MetricDelta; reach: number; band: number }) {
  const { t } = useTranslation();
  const { interval } = metric;
  const range = metricInterval(metric) ?? t('compare.noInterval');
  return (
    <>
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
      <div className={`faint ${comparisonTableStyles.intervalText}`}>{range}</div>
    </>
  );
}
