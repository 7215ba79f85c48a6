import { linePath } from '@plimsoll/pages/line-path';
import chartStyles from './chart.module.css';
/** A line the size of a word: the shape, no axes. Plain SVG. */
export function Sparkline({ values, colour = 'var(--accent)' }: { values: readonly (number | null)[]; colour?: string }) {
  const known = values.filter((value): value is number => value !== null);
  if (known.length < 2) return <svg width="100%" height="18" aria-hidden="true" />;
  const most = Math.max(...known) || 1;
  const step = 100 / (values.length - 1);
  const path = linePath(values.map((value, at) => [at * step, value === null ? null : 17 - (value / most) * 15]));
  return (
    <svg
      className={chartStyles.chart}
      style={{ margin: 0, display: 'block' }}
      viewBox="0 0 100 18"
      width="100%"
      height="18"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} fill="none" stroke={colour} strokeWidth={1.4} vectorEffect="non-scaling-stroke" strokeLinejoin="round" />
    </svg>
  );
}
