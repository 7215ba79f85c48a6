/** What more load brings: rates on the left axis and a time on the right one, over the planned rate. */

import { linearTicks, trimZeros } from '@plimsoll/wording/ticks';
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import chartStyles from './chart.module.css';
import { ChartTip } from './chart-tip.tsx';
import type { ChartRow, Series } from './types.ts';

interface Props {
  readonly rows: readonly ChartRow[];
  readonly rates: readonly Series[];
  readonly time: Series;
  readonly format: (rate: number) => string;
  readonly formatTime: (us: number) => string;
  /** Where more load brings no more, on the axis of rates. */
  readonly ceiling: number;
  readonly height?: number;
}

const tick = { fontSize: 11, fill: 'var(--ink3)' };

export function LoadCurveChart({ rows, rates, time, format, formatTime, ceiling, height = 220 }: Props) {
  const highest = Math.max(ceiling, ...rows.flatMap((row) => rates.map(({ key }) => row[key] ?? 0)));
  const slowest = Math.max(0, ...rows.map((row) => row[time.key] ?? 0));
  const axis = { interval: 0 as const, tick, tickLine: false, axisLine: false, width: 'auto' as const };
  const rateTicks = linearTicks(highest);
  const timeTicks = linearTicks(slowest);
  return (
    <div className={chartStyles.chart} style={{ blockSize: height }}>
      <ResponsiveContainer width="100%" height="100%" debounce={50}>
        <LineChart data={rows as ChartRow[]} margin={{ top: 8, right: 6, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--hair)" />
          <XAxis
            dataKey="x"
            type="number"
            domain={[0, 'dataMax']}
            ticks={linearTicks(rows.at(-1)?.x ?? 1).filter((x) => x <= (rows.at(-1)?.x ?? 1))}
            tickFormatter={format}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            height={22}
          />
          <YAxis yAxisId="rate" domain={[0, rateTicks.at(-1) ?? 1]} ticks={rateTicks} tickFormatter={format} {...axis} />
          <YAxis
            yAxisId="time"
            orientation="right"
            domain={[0, timeTicks.at(-1) ?? 1]}
            ticks={timeTicks}
            tickFormatter={(us: number) => trimZeros(formatTime(us))}
            {...axis}
          />
          <Tooltip
            isAnimationActive={false}
            content={<ChartTip series={[...rates, time]} format={format} title={format} />}
            cursor={{ stroke: 'var(--ink3)' }}
          />
          <ReferenceLine yAxisId="rate" y={ceiling} stroke="var(--ink2)" strokeDasharray="2 3" />
          {[...rates, time].map((one) => (
            <Line
              key={one.key}
              yAxisId={one === time ? 'time' : 'rate'}
              dataKey={one.key}
              name={one.name}
              stroke={one.colour}
              strokeWidth={1.8}
              {...(one.dash ? { strokeDasharray: one.dash } : {})}
              dot={false}
              isAnimationActive={false}
              connectNulls
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
