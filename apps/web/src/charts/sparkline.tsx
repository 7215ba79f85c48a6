import chartStyles from './chart.module.css';
/** A line the size of a word: the shape, no axes. Plain SVG. */
export function Sparkline({ values, colour = 'var(--accent)' }: { values: readonly (number | null)[]; colour?: string }) {
  const known = values.filter((value): value is number => value !== null);
  if (known.length < 2) return <svg width="100%" height="18" aria-hidden="true" />;
  const most = Math.max(...known) || 1;
  const step = 100 / (values.length - 1);
  let pen = 'M';
  const path = values
    .map((value, at) => {
      if (value === null) {
        pen = 'M';
        return '';
      }
      const point = `${pen}${(at * step).toFixed(1)} ${(17 - (value / most) * 15).toFixed(1)}`;
      pen = 'L';
      return point;
    })
    .join('');
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
