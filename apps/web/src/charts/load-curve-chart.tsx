/** The effect of more load: rates on the left axis and a time on the right one, over the planned rate. */

import { linearTicks, trimZeros } from '@plimsoll/wording/ticks';
import { CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame } from './chart-frame.tsx';
import { seriesLook, xAxisLook, yAxisLook } from './chart-look.ts';
import { MomentMark } from './chart-marks.tsx';
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
  /** From where on it does not. */
  readonly knee?: { readonly x: number; readonly name: string } | undefined;
  readonly height?: number;
}

export function LoadCurveChart({ rows, rates, time, format, formatTime, ceiling, knee, height = 220 }: Props) {
  const highest = Math.max(ceiling, ...rows.flatMap((row) => rates.map(({ key }) => row[key] ?? 0)));
  const slowest = Math.max(0, ...rows.map((row) => row[time.key] ?? 0));
  const rateTicks = linearTicks(highest);
  const timeTicks = linearTicks(slowest);
  return (
    <ChartFrame height={height}>
      <LineChart data={rows as ChartRow[]} margin={{ top: 8, right: 16, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--hair)" />
        <XAxis
          {...xAxisLook}
          domain={[0, 'dataMax']}
          ticks={linearTicks(rows.at(-1)?.x ?? 1).filter((x) => x <= (rows.at(-1)?.x ?? 1))}
          tickFormatter={format}
        />
        <YAxis yAxisId="rate" domain={[0, rateTicks.at(-1) ?? 1]} ticks={rateTicks} tickFormatter={format} {...yAxisLook} />
        <YAxis
          yAxisId="time"
          orientation="right"
          domain={[0, timeTicks.at(-1) ?? 1]}
          ticks={timeTicks}
          tickFormatter={(us: number) => trimZeros(formatTime(us))}
          {...yAxisLook}
        />
        <Tooltip
          isAnimationActive={false}
          content={<ChartTip series={[...rates, time]} format={format} title={format} />}
          cursor={{ stroke: 'var(--ink3)' }}
        />
        <ReferenceLine yAxisId="rate" y={ceiling} stroke="var(--ink2)" strokeDasharray="2 3" />
        {knee && (
          <ReferenceLine
            yAxisId="rate"
            x={knee.x}
            stroke="var(--ink2)"
            strokeDasharray="2 3"
            label={<MomentMark text={knee.name} lower={false} />}
          />
        )}
        {[...rates, time].map((one) => (
          <Line key={one.key} {...seriesLook(one)} yAxisId={one === time ? 'time' : 'rate'} connectNulls />
        ))}
      </LineChart>
    </ChartFrame>
  );
}
