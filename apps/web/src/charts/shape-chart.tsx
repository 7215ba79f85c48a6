/** The load before it runs: corner points as an area. Plain SVG, so that the launch form needs no chart library. */
import type { LoadShape } from '@plimsoll/contracts/load-shape';
import { linePath } from '@plimsoll/pages/line-path';
import { formatPlain } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';
import chartStyles from './chart.module.css';

const width = 300;
const height = 120;
/** Its text grows with it. */
const mostWidth = 380;
const left = 42;
const bottom = 18;

interface Props {
  readonly shape: LoadShape;
  readonly label: string;
  /** Of the axis; none where the figures are left out. */
  readonly unit?: string;
}

export function ShapeChart({ shape, label, unit }: Props) {
  const { points, seconds } = shape;
  const top = unit === undefined ? 6 : 20;
  const lastSecond = points.at(-1)?.second ?? 1;
  const peak = shape.peak > 0 ? shape.peak : 1;
  const x = (second: number) => left + (second / Math.max(lastSecond, 1e-9)) * (width - left - 4);
  const y = (value: number) => height - bottom - (value / peak) * (height - bottom - top);
  const line = linePath(points.map((point) => [x(point.second), y(point.value)]));
  const floor = `L${x(lastSecond).toFixed(1)} ${y(0)}L${x(points[0]?.second ?? 0).toFixed(1)} ${y(0)}Z`;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className={chartStyles.chart}
      style={{ blockSize: 'auto', maxInlineSize: mostWidth }}
    >
      {unit !== undefined && (
        <text x={0} y={9.5} style={{ fontSize: 9.5 }}>
          {unit}
        </text>
      )}
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <path d={`M${left} ${y(peak * share)}H${width - 4}`} stroke="var(--hair)" />
          <text x={left - 5} y={y(peak * share) + 3.5} textAnchor="end" style={{ fontSize: 9.5 }}>
            {formatPlain(peak * share)}
          </text>
        </g>
      ))}
      <path d={line + floor} fill="var(--accent)" opacity={0.16} />
      <path d={line} fill="none" stroke="var(--accent)" strokeWidth={1.8} strokeLinejoin="round" />
      <text x={left} y={height - 4} style={{ fontSize: 9.5 }}>
        {seconds === null ? '' : '0 s'}
      </text>
      <text x={width - 4} y={height - 4} textAnchor="end" style={{ fontSize: 9.5 }}>
        {seconds === null ? '…' : formatLength(seconds * 1000)}
      </text>
    </svg>
  );
}
