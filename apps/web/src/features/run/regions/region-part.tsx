/** The regions of a run that workers of several made: the figures of each, and its latency over time. Fetched where a run has some. */
import { listRegions } from '@plimsoll/contracts/generators';
import { regionLine } from '@plimsoll/contracts/region-line';
import type { Run } from '@plimsoll/contracts/run';
import type { RunWindow } from '@plimsoll/contracts/window';
import { lastSecond } from '@plimsoll/pages/region-rows';
import { RegionTable } from '@plimsoll/pages/region-table';
import { regionWords } from '@plimsoll/wording/en/region';
import { useQueries } from '@tanstack/react-query';
import { regionSamples } from '../../../api/run-figures.ts';
import { RegionChart } from '../../../domain/run/regions/region-chart.tsx';

interface Props {
  readonly run: Run;
  readonly window?: RunWindow | null;
  readonly live?: boolean;
}

export function RegionPart({ run, window = null, live = false }: Props) {
  const regions = listRegions(run.plan.generators);
  const answers = useQueries({ queries: regions.map(({ label }) => regionSamples(run.id, label, { window, live })) });
  const points = answers.map(({ data }) => data?.points ?? []);
  const together = answers.every(({ data }) => data && data.sampleSeconds > 1 && data.points.length === 0);
  const figures = live
    ? regions.flatMap(({ label, n }, at) => lastSecond({ label, generators: n }, points[at] ?? []) ?? [])
    : (run.summary?.byRegion ?? []);
  return (
    <div className="stack" style={{ gap: 14, marginBlockStart: 14 }}>
      <RegionTable regions={figures} live={live} />
      {together && <p className="soft">{regionWords.together}</p>}
      {/* A region whose points are on their way has no highest second yet. */}
      {answers.every(({ data }) => data) && <RegionChart regions={regions.map(({ label }, at) => regionLine(label, points[at] ?? []))} />}
    </div>
  );
}
