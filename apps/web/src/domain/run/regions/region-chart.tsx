import type { RegionLine } from '@plimsoll/contracts/region-line';
import { regionsDrawing } from '@plimsoll/pages/regions-drawing';
import type { ChartRow } from '../../../charts/types.ts';
import { TimeChartCard } from '../../../ui/time-chart-card.tsx';

/** p99 of each region over time; nothing before any of them told a second. */
export function RegionChart({ regions }: { regions: readonly RegionLine[] }) {
  const { title, summary, lines, format } = regionsDrawing(regions);
  const seconds = lines[0]?.points.map(([second]) => second) ?? [];
  if (seconds.length === 0) return null;
  const rows = seconds.map(
    (x, at): ChartRow => Object.fromEntries([['x', x], ...lines.map(({ key, points }) => [key, points[at]?.[1] ?? null])]),
  );
  return <TimeChartCard id="regions" title={title} summary={summary} series={lines} rows={rows} format={format} group="run" />;
}
