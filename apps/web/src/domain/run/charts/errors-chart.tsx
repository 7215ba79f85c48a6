import '../../../i18n/run-text.ts';
import { formatPlain, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { useTranslation } from 'react-i18next';
import { TimeChart } from '../../../charts/lazy.ts';
import chartCardStyles from '../../../ui/chart-card.module.css';
import { ChartCard } from '../../../ui/chart-card.tsx';
import { countWarmupSeconds, errorRows } from '../table/run-rows.ts';
import type { RunChartsProps } from './run-charts-props.ts';
import { useOutcomeName } from './use-outcome-name.ts';

/** Failures of each second by kind, stacked. */
export function ErrorsChart({ points, errorStatuses, story }: RunChartsProps) {
  const { t } = useTranslation();
  const nameOf = useOutcomeName();
  const { rows, series, totals } = errorRows(points, errorStatuses, nameOf);
  const summary =
    totals.length === 0
      ? t('chart.noErrors')
      : t('chart.errorsSummary', {
          list: totals
            .slice(0, 3)
            .map(([kind, count]) => `${nameOf(kind)} ×${formatShortCount(count)}`)
            .join(', '),
        });
  return (
    <ChartCard id="errors" title={t('chart.errors')} summary={summary} series={series} rows={rows} format={formatSignificant}>
      {totals.length === 0 ? (
        <div className={chartCardStyles.chartNone}>{summary}</div>
      ) : (
        <TimeChart
          rows={rows}
          series={series}
          format={formatPlain}
          stacked
          group="run"
          {...story}
          warmupSeconds={countWarmupSeconds(points)}
          least={1}
        />
      )}
    </ChartCard>
  );
}
