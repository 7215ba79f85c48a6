/** Percentile curves: the axis runs by -log10(1 - p), so that p90, p99 and p99.9 stand equally far apart. */

import { linearTicks, logTicks, nines, trimZeros } from '@plimsoll/wording/ticks';
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame } from './chart-frame.tsx';
import { seriesLook, xAxisLook, yAxisLook } from './chart-look.ts';
import { ChartTip } from './chart-tip.tsx';
import type { ChartRow, Series } from './types.ts';

export type CurvePoints = readonly (readonly [number, number])[];

/** Place of a percentile on the axis; p100 stands one step behind the last. */
export function curveX(percentile: number, most: number): number {
  return percentile >= 100 ? most : Math.min(most, nines(percentile));
}

function percentileAt(x: number, most: number): string {
  if (x >= most) return 'max';
  const percentile = 100 * (1 - 10 ** -x);
  return `p${percentile < 99 ? percentile.toFixed(percentile < 90 ? 0 : 1) : percentile.toFixed(3)}`
    .replace(/\.0+$/, '')
    .replace(/(\.\d*?)0+$/, '$1');
}

/** Curves on one row list, so that one cursor reads them all. */
export function curveRows(curves: Readonly<Record<string, CurvePoints>>, most: number): ChartRow[] {
  const rows = new Map<number, { x: number; [key: string]: number }>();
  for (const [key, points] of Object.entries(curves))
    for (const [percentile, us] of points) {
      const x = Number(curveX(percentile, most).toFixed(4));
      const row = rows.get(x) ?? { x };
      row[key] = us;
      rows.set(x, row);
    }
  return [...rows.values()].sort((a, b) => a.x - b.x);
}

interface Props {
  readonly curves: Readonly<Record<string, CurvePoints>>;
  readonly series: readonly Series[];
  readonly format: (us: number) => string;
  readonly log: boolean;
  readonly height?: number;
}

export function CurveChart({ curves, series, format, log, height = 260 }: Props) {
  const finest = Math.max(1, ...Object.values(curves).flatMap((points) => points.filter(([p]) => p < 100).map(([p]) => nines(p))));
  const most = Math.ceil(finest + 0.01);
  const rows = curveRows(curves, most);
  const values = rows.flatMap((row) =>
    series.map(({ key }) => row[key]).filter((value): value is number => typeof value === 'number' && value > 0),
  );
  const useLog = log && values.length > 0;
  const ticks = useLog ? logTicks(Math.min(...values), Math.max(...values)) : linearTicks(Math.max(0, ...values));
  return (
    <ChartFrame height={height}>
      <LineChart data={rows} margin={{ top: 8, right: 14, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--hair)" />
        <XAxis
          {...xAxisLook}
          domain={[0, most]}
          ticks={[0, 0.30103, ...Array.from({ length: most }, (_, at) => at + 1)]}
          tickFormatter={(x: number) => percentileAt(x, most)}
        />
        <YAxis
          {...yAxisLook}
          scale={useLog ? 'log' : 'linear'}
          domain={[ticks[0] as number, ticks.at(-1) as number]}
          ticks={ticks}
          tickFormatter={(value: number) => trimZeros(format(value))}
        />
        <Tooltip
          isAnimationActive={false}
          content={<ChartTip series={series} format={format} title={(x) => percentileAt(x, most)} />}
          cursor={{ stroke: 'var(--ink3)' }}
        />
        {series.map((one) => (
          <Line key={one.key} {...seriesLook(one)} connectNulls />
        ))}
      </LineChart>
    </ChartFrame>
  );
}
