/** The look of axes and lines, the same in every chart. */
import { strokeOf } from '@plimsoll/pages/line-look';
import type { Series } from './types.ts';

/** Each chart says its ticks itself. */
const niceTicks = 'none';
const tick = { fontSize: 11, fill: 'var(--ink3)' };

/** The axis at the bottom, over `x` of the rows. */
export const xAxisLook = {
  dataKey: 'x',
  type: 'number',
  tick,
  tickLine: false,
  niceTicks,
  axisLine: { stroke: 'var(--line)' },
  height: 22,
} as const;

/** An axis at a side. */
export const yAxisLook = { interval: 0, tick, niceTicks, tickLine: false, axisLine: false, width: 'auto' } as const;

/** A line or an area of a chart, but for its dots and gaps. */
export function seriesLook({ key, name, ...look }: Series) {
  return {
    dataKey: key,
    name,
    strokeWidth: 1.8,
    isAnimationActive: false,
    dot: false,
    ...strokeOf(look),
  } as const;
}
