/** A map of counts: the oftener something was in a bucket of a column, the deeper the hue. The axis of buckets is logarithmic. */

import { clockTicks, logTicks, trimZeros } from '@plimsoll/wording/ticks';
import { useMemo } from 'react';
import { depthPaths, levels, type MapColumn, opacityOf, placeOf } from './density-paths.ts';
import styles from './plot-frame.module.css';
import { PlotFrame, type PlotTick } from './plot-frame.tsx';

interface Props {
  /** By rising x; x may be missing. */
  readonly columns: readonly MapColumn[];
  readonly columnWidth: number;
  /** Edges of the buckets, by rising value: one more than there are buckets. */
  readonly edges: readonly number[];
  readonly colour: string;
  readonly formatX: (x: number) => string;
  readonly formatY: (value: number) => string;
  readonly title: (cell: { readonly x: number; readonly row: number; readonly count: number }) => string;
  /** At the ends of the scale. */
  readonly few: string;
  readonly many: string;
  readonly height?: number;
}

export function DensityMap({ columns, columnWidth, edges, colour, formatX, formatY, title, few, many, height = 256 }: Props) {
  const first = columns[0]?.x ?? 0;
  const end = (columns.at(-1)?.x ?? 0) + columnWidth;
  const paths = useMemo(() => depthPaths(columns, columnWidth, edges), [columns, columnWidth, edges]);
  const [low = 1, high = 10] = [edges[0], edges.at(-1)];
  const yTicks = logTicks(Math.max(1, low), high)
    .map((value): PlotTick => ({ at: placeOf(value, edges), label: trimZeros(formatY(value)) }))
    .filter(({ at }) => at >= 0 && at <= 1);
  const xTicks = clockTicks(first, end).map((x): PlotTick => ({ at: (x - first) / (end - first), label: formatX(x) }));
  const told = (x: number, y: number) => {
    const at = first + x * (end - first);
    const column = columns.findLast((one) => one.x <= at);
    const row = edges.findLastIndex((edge) => placeOf(edge, edges) <= y);
    const count = column?.counts[row] ?? 0;
    return column && count > 0 ? title({ x: column.x, row, count }) : null;
  };
  return (
    <>
      <PlotFrame height={height} xTicks={xTicks} yTicks={yTicks} told={told}>
        <svg viewBox={`0 0 ${end - first} 1`} preserveAspectRatio="none" shapeRendering="crispEdges" aria-hidden="true">
          {paths.map((d, level) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            <path key={level} d={d} fill={colour} fillOpacity={opacityOf(level)} />
          ))}
        </svg>
      </PlotFrame>
      <div className={`heat-scale ${styles.scale}`} aria-hidden="true">
        {few}
        <svg viewBox={`0 0 ${levels} 1`} preserveAspectRatio="none" aria-hidden="true">
          {paths.map((_, level) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            <rect key={level} x={level} width={1} height={1} fill={colour} fillOpacity={opacityOf(level)} />
          ))}
        </svg>
        {many}
      </div>
    </>
  );
}
