import { formatPlain, formatSignificant } from '@plimsoll/wording/number';
import { TimeChart } from '../../../charts/lazy.ts';
import type { TimeChartProps } from '../../../charts/time-chart.tsx';
import { ChartCard } from '../../../ui/chart-card.tsx';
import { countWarmupSeconds } from '../table/run-rows.ts';
import type { RunChartsProps } from './run-charts-props.ts';

interface Props extends Pick<RunChartsProps, 'points' | 'story'>, Pick<TimeChartProps, 'rows' | 'series' | 'limits' | 'whole'> {
  /** Differs from those of the other charts of a page. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

/** The number of something in each second, in the card of its chart. */
export function AmountsChart({ id, title, summary, rows, series, points, story, ...axis }: Props) {
  return (
    <ChartCard id={id} title={title} summary={summary} series={series} rows={rows} format={formatSignificant}>
      <TimeChart
        rows={rows}
        series={series}
        format={formatPlain}
        group="run"
        {...story}
        {...axis}
        warmupSeconds={countWarmupSeconds(points)}
        least={1}
      />
    </ChartCard>
  );
}
