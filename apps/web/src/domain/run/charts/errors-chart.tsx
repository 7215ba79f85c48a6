import { chartWords } from '@plimsoll/wording/en/chart';
import { joined } from '@plimsoll/wording/list';
import { errorName } from '@plimsoll/wording/names';
import { formatPlain, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { IconCheck } from '@tabler/icons-react';
import { TimeChart } from '../../../charts/lazy.ts';
import chartCardStyles from '../../../ui/chart-card.module.css';
import { ChartCard } from '../../../ui/chart-card.tsx';
import { countWarmupSeconds, errorRows } from '../table/run-rows.ts';
import type { RunChartsProps } from './run-charts-props.ts';

/** Failures of each second by kind, stacked; a line where there are none. */
export function ErrorsChart({ points, errorStatuses, story }: RunChartsProps) {
  const { rows, series, totals } = errorRows(points, errorStatuses, errorName);
  if (totals.length === 0)
    return (
      <section className={`card whole-line ${chartCardStyles.chartNone}`} aria-label={chartWords.errors}>
        <IconCheck size={16} color="var(--good)" aria-hidden /> {chartWords.noErrors}
      </section>
    );
  const list = joined(totals.slice(0, 3).map(([kind, count]) => `${errorName(kind)} ×${formatShortCount(count)}`));
  return (
    <ChartCard
      id="errors"
      title={chartWords.errors}
      summary={chartWords.errorsSummary({ list })}
      series={series}
      rows={rows}
      format={formatSignificant}
    >
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
    </ChartCard>
  );
}
