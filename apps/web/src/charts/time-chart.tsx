/** Lines over elapsed seconds. Dumb: rows in, SVG out; never animated, one cursor with all charts of the same `group`. */

import { clockTicks, linearTicks, logTicks, trimZeros } from '@plimsoll/wording/ticks';
import { formatClock } from '@plimsoll/wording/time';
import { Area, CartesianGrid, ComposedChart, DefaultZIndexes, Line, ReferenceArea, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame } from './chart-frame.tsx';
import { seriesLook, xAxisLook, yAxisLook } from './chart-look.ts';
import { BandName, LimitMark, MomentMark } from './chart-marks.tsx';
import { ChartTip } from './chart-tip.tsx';
import type { Band, ChartRow, Limit, Mark, Series } from './types.ts';
import { useSpan } from './use-span.ts';

export interface TimeChartProps {
  readonly rows: readonly ChartRow[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  readonly limits?: readonly Limit[];
  readonly log?: boolean;
  readonly stacked?: boolean;
  readonly group?: string;
  /** Seconds of warm-up, shaded. */
  readonly warmupSeconds?: number;
  readonly height?: number;
  /** Keep at least this at the top of the axis, so that a flat line of zeros does not fill the picture. */
  readonly least?: number;
  /** Counts things there are no halves of. */
  readonly whole?: boolean;
  readonly marks?: readonly Mark[] | undefined;
  readonly bands?: readonly Band[] | undefined;
}

function largest(rows: readonly ChartRow[], series: readonly Series[], stacked: boolean): number {
  let most = 0;
  for (const row of rows) {
    const values = series.map(({ key }) => row[key] ?? 0);
    most = Math.max(most, stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values));
  }
  return most;
}

function smallest(rows: readonly ChartRow[], series: readonly Series[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const row of rows) for (const { key } of series) if ((row[key] ?? 0) > 0) least = Math.min(least, row[key] as number);
  return Number.isFinite(least) ? least : 1;
}

export function TimeChart(props: TimeChartProps) {
  const {
    rows,
    series,
    format,
    limits = [],
    log = false,
    stacked = false,
    group,
    warmupSeconds = 0,
    height = 190,
    least = 0,
    whole = false,
    marks = [],
    bands = [],
  } = props;
  const lastX = rows.at(-1)?.x ?? 1;
  const amounts = series.filter(({ share }) => !share);
  const share = series.find((one) => one.share)?.share;
  const top = Math.max(largest(rows, amounts, stacked), least);
  const visible = limits.filter((limit) => limit.value <= Math.max(top * 3, least) && limit.value > 0);
  const highest = Math.max(top, ...visible.map((limit) => limit.value * 1.08));
  const ticks = log
    ? logTicks(smallest(rows, amounts), Math.max(top, ...visible.map((limit) => limit.value)))
    : linearTicks(highest, whole);
  const firstX = rows[0]?.x ?? 0;
  const endX = Math.max(lastX, firstX + 1);
  const span = useSpan((rows[1]?.x ?? firstX + 1) - firstX);
  return (
    <ChartFrame height={height}>
      <ComposedChart
        data={rows as ChartRow[]}
        margin={{ top: 8, right: 6, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        {...span.handlers}
        {...(group ? { syncId: group, syncMethod: 'value' as const } : {})}
      >
        <CartesianGrid vertical={false} stroke="var(--hair)" />
        {bands.map((band) => (
          <ReferenceArea
            key={band.from}
            x1={Math.max(firstX, band.from)}
            x2={Math.min(band.to, endX)}
            fill="var(--even-soft)"
            fillOpacity={band.shaded ? 0.8 : 0}
            // They come later than the lines do, and stand behind all areas.
            zIndex={DefaultZIndexes.barBackground}
            label={<BandName text={band.label} />}
          />
        ))}
        {warmupSeconds > 0 && <ReferenceArea x1={firstX} x2={Math.min(warmupSeconds, lastX)} fill="var(--even-soft)" fillOpacity={0.9} />}
        {span.drawn && (
          <ReferenceArea
            x1={Math.min(span.drawn.start, span.drawn.end)}
            x2={Math.max(span.drawn.start, span.drawn.end)}
            fill="var(--accent)"
            fillOpacity={0.16}
          />
        )}
        <XAxis
          {...xAxisLook}
          domain={[firstX, endX]}
          ticks={clockTicks(firstX, endX)}
          tickFormatter={formatClock}
          minTickGap={12}
          allowDecimals={false}
        />
        <YAxis
          {...yAxisLook}
          scale={log ? 'log' : 'linear'}
          domain={[ticks[0] as number, ticks.at(-1) as number]}
          ticks={ticks}
          allowDataOverflow={log}
          tickFormatter={(value: number) => trimZeros(format(value))}
        />
        {share && <YAxis {...yAxisLook} yAxisId="share" orientation="right" domain={[0, 1]} ticks={[0, 0.5, 1]} tickFormatter={share} />}
        <Tooltip
          isAnimationActive={false}
          content={<ChartTip series={series} format={format} title={formatClock} />}
          cursor={{ stroke: 'var(--ink3)' }}
        />
        {series.map((one) => (stacked || one.area ? area(one, stacked) : line(one, alone(rows, one))))}
        {marks.map(({ x, label }, at) => (
          <ReferenceLine
            key={x}
            x={x}
            stroke="var(--ink2)"
            strokeDasharray="2 3"
            label={<MomentMark text={label} lower={at % 2 === 1} />}
          />
        ))}
        {visible.map((limit) => (
          <ReferenceLine key={limit.label} y={limit.value} stroke="var(--bad)" strokeWidth={1.2} label={<LimitMark text={limit.label} />} />
        ))}
      </ComposedChart>
    </ChartFrame>
  );
}

/** The rows in which a line has a figure, and in neither of those beside them: no stretch of it would show them. */
function alone(rows: readonly ChartRow[], { key, share }: Series): ReadonlySet<number> {
  const known = (at: number) => (rows[at]?.[key] ?? null) !== null;
  return new Set(share ? [] : rows.flatMap((_, at) => (known(at) && !known(at - 1) && !known(at + 1) ? [at] : [])));
}

function line(one: Series, points: ReadonlySet<number>) {
  const dot = ({ index, cx, cy }: { index: number; cx?: number; cy?: number }) =>
    points.has(index) ? <circle key={index} cx={cx} cy={cy} r={2} fill={one.colour} /> : <g key={index} />;
  return (
    <Line
      key={one.key}
      {...seriesLook(one)}
      dot={points.size > 0 && dot}
      activeDot={{ r: 3 }}
      connectNulls={one.share !== undefined}
      {...(one.share ? { yAxisId: 'share' } : {})}
      type="linear"
    />
  );
}

function area(one: Series, stacked: boolean) {
  return (
    <Area
      key={one.key}
      {...seriesLook(one)}
      fill={one.colour}
      fillOpacity={stacked ? 0.45 : 0.13}
      activeDot={{ r: 3 }}
      connectNulls={false}
      type="linear"
      {...(stacked ? { stackId: 'all' } : {})}
    />
  );
}
