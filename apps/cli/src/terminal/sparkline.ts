/** A series as one line of eight heights, from 0; a blank where nothing was measured. */
const heights = '▁▂▃▄▅▆▇█';

export function sparkline(values: readonly (number | null)[]): string {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return values
    .map((value) => (value === null ? ' ' : heights[most === 0 ? 0 : Math.round((value / most) * (heights.length - 1))]))
    .join('');
}
