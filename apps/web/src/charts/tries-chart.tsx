/**
 * Rates a capacity search tried, in order, and the good answers to each: filled = held, cross = did not, broken = set aside. The band is the
 * interval, the line the found rate. Plain SVG.
 */

import { linePath } from '@plimsoll/pages/line-path';
import { linearTicks } from '@plimsoll/wording/ticks';
import chartStyles from './chart.module.css';
import { useWidth } from './use-width.ts';

export interface TryMark {
  readonly rate: number;
  /** `aside`: disturbed, or limited by ours, so that it tells nothing of the target. */
  readonly result: 'held' | 'broke' | 'aside' | 'under_way';
  /** Good answers per second; null where none are known. */
  readonly good: number | null;
  readonly title: string;
}

interface Props {
  readonly tries: readonly TryMark[];
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly found: number | null;
  readonly format: (rate: number) => string;
  readonly label: string;
}

const firstWidth = 720;
const leastWidth = 240;
const height = 240;
const left = 62;
const right = 16;
const top = 12;
const bottom = 26;

const strokes = { held: 'var(--good)', broke: 'var(--bad)', aside: 'var(--warn)', under_way: 'var(--accent)' } as const;

export function TriesChart({ tries, interval, found, format, label }: Props) {
  const { frame, width: laidOut } = useWidth(firstWidth);
  const width = Math.max(leastWidth, laidOut);
  const ticks = linearTicks(Math.max(1, ...tries.map((one) => one.rate)));
  const most = ticks.at(-1) ?? 1;
  const slots = Math.max(6, tries.length);
  const x = (at: number) => left + ((at + 0.5) / slots) * (width - left - right);
  const y = (rate: number) => height - bottom - (rate / most) * (height - bottom - top);
  const path = linePath(tries.map((one, at) => [x(at), y(one.rate)]));
  return (
    <div ref={frame} className={chartStyles.chart}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} width="100%" height={height}>
        {ticks.map((tick) => (
          <g key={tick}>
            <path d={`M${left} ${y(tick)}H${width - right}`} stroke="var(--hair)" />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {interval && (
          <rect
            x={left}
            width={width - left - right}
            y={y(interval.high)}
            height={Math.max(2, y(interval.low) - y(interval.high))}
            fill="var(--accent-soft)"
          />
        )}
        {found !== null && (
          <g>
            <path d={`M${left} ${y(found)}H${width - right}`} stroke="var(--accent)" strokeWidth={1.4} />
            <circle cx={width - right - 8} cy={y(found)} r={5} fill="var(--card)" stroke="var(--accent)" strokeWidth={1.4} />
          </g>
        )}
        <path d={path} fill="none" stroke="var(--planned)" strokeDasharray="2 4" />
        {tries.map(
          ({ good, rate }, at) =>
            good !== null && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a try is its place in the order
              <g key={at} transform={`translate(${x(at).toFixed(1)} 0)`} stroke="var(--ok)">
                <path d={`M0 ${y(rate)}V${y(good)}`} strokeWidth={1.4} />
                <path d={`M-9 ${y(good)}H9`} strokeWidth={3} />
              </g>
            ),
        )}
        {tries.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a try is its place in the order
          <g key={at} transform={`translate(${x(at).toFixed(1)} ${y(one.rate).toFixed(1)})`}>
            <title>{one.title}</title>
            <circle r={11} fill="transparent" />
            {one.result === 'broke' ? (
              <path d="M-5.5 -5.5L5.5 5.5M5.5 -5.5L-5.5 5.5" stroke="var(--bad)" strokeWidth={2.6} strokeLinecap="round" />
            ) : (
              <circle
                r={6}
                fill={one.result === 'held' ? 'var(--good)' : 'var(--card)'}
                stroke={strokes[one.result]}
                strokeWidth={2}
                {...(one.result === 'aside' && { strokeDasharray: '3 2.5' })}
              />
            )}
          </g>
        ))}
        {tries.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a try is its place in the order
          <text key={at} x={x(at)} y={height - 8} textAnchor="middle">
            {at + 1}
          </text>
        ))}
      </svg>
    </div>
  );
}
