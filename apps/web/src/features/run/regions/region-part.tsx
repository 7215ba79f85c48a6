/** The regions of a run that workers of several made: the figures of each, and its latency over time. Fetched where a run has some. */
import { listRegions } from '@plimsoll/contracts/generators';
import type { Run } from '@plimsoll/contracts/run';
import type { RunWindow } from '@plimsoll/contracts/window';
import { armLook } from '@plimsoll/pages/line-look';
import { lastSecond } from '@plimsoll/pages/region-rows';
import { RegionTable } from '@plimsoll/pages/region-table';
import { chartWords } from '@plimsoll/wording/en/chart';
import { regionWords } from '@plimsoll/wording/en/region';
import { joined } from '@plimsoll/wording/list';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { useQueries } from '@tanstack/react-query';
import { regionSamples } from '../../../api/run-figures.ts';
import { TimeChart } from '../../../charts/lazy.ts';
import type { ChartRow, Series } from '../../../charts/types.ts';
import { ChartCard } from '../../../ui/chart-card.tsx';

interface Props {
  readonly run: Run;
  readonly window?: RunWindow | null;
  readonly live?: boolean;
}

/** Looks that differ by colour and by dash; with more regions than these they come again. */
const looks = 4;

export function RegionPart({ run, window = null, live = false }: Props) {
  const regions = listRegions(run.plan.generators);
  const answers = useQueries({ queries: regions.map(({ label }) => regionSamples(run.id, label, { window, live })) });
  const points = answers.map(({ data }) => data?.points ?? []);
  const together = answers.every(({ data }) => data && data.sampleSeconds > 1 && data.points.length === 0);
  const figures = live
    ? regions.flatMap(({ label, n }, at) => lastSecond({ label, generators: n }, points[at] ?? []) ?? [])
    : (run.summary?.byRegion ?? []);
  const series: Series[] = regions.map(({ label }, at) => ({ key: `region ${label}`, name: label, ...armLook(1 + (at % looks)) }));
  const rows = new Map<number, ChartRow>();
  for (const [at, one] of series.entries())
    for (const { second, responseTime } of points[at] ?? [])
      rows.set(second, { ...(rows.get(second) ?? { x: second }), [one.key]: responseTime.p99Us });
  const lines = [...rows.values()].sort((a, b) => a.x - b.x);
  const highest = series.map(({ key }) => lines.reduce((high, row) => Math.max(high, row[key] ?? 0), 0));
  const unit = timeUnit(highest);
  const format = (us: number) => formatUs(us, unit);
  const told = series.map(({ name }, at) => regionWords.one({ label: name, time: format(highest[at] ?? 0) }));
  const isMeasured = highest.some((us) => us > 0);
  return (
    <div className="stack" style={{ gap: 14, marginBlockStart: 14 }}>
      <RegionTable regions={figures} live={live} />
      {together && <p className="soft">{regionWords.together}</p>}
      {/* A region whose points are on their way has no highest second yet. */}
      {lines.length > 0 && answers.every(({ data }) => data) && (
        <ChartCard
          id="regions"
          title={regionWords.chart}
          summary={isMeasured ? regionWords.summary({ list: joined(told) }) : chartWords.nothingYet}
          series={series}
          rows={lines}
          format={format}
        >
          <TimeChart rows={lines} series={series} format={format} group="run" />
        </ChartCard>
      )}
    </div>
  );
}
