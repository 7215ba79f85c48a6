/** The part of one run that a comparison reads: its series and its charts. All of it follows from the samples and a grid, and can be kept. */
import type { Curve } from '@plimsoll/contracts/curve';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import { buildChartedSeries } from '../../bootstrap/charted-series.ts';
import type { RunGrid } from '../../bootstrap/comparison-grid.ts';
import {
  buildDetails,
  buildSeries,
  type DetailSeries,
  type RunSeries,
  seriesOfRegion,
  seriesOfRequest,
} from '../../bootstrap/run-series.ts';
import { curveOfHistogram } from '../../histogram/curve.ts';
import { groupForPoints } from '../../second/point.ts';

export interface MeasuredRun {
  readonly series: RunSeries;
  /** Null where none is shown: it takes as long again. */
  readonly charts: { readonly points: Point[]; readonly curve: Curve } | null;
  readonly details: DetailSeries;
  /** By the name of the request, and of regions by `regionKey`. */
  readonly requests: ReadonlyMap<string, RunSeries>;
}

/** No request has such a name: it would be two lines. */
export function regionKey(label: string): string {
  return `\n${label}`;
}

/** With the series of its regions, each of the measured samples of its own shards. */
export function withRegions(
  run: MeasuredRun,
  { requestUnitSeconds }: RunGrid,
  regions: readonly { readonly label: string; readonly measured: readonly Sample[] }[],
): MeasuredRun {
  const series = regions.map(({ label, measured }) => [regionKey(label), seriesOfRegion(measured, requestUnitSeconds)] as const);
  return { ...run, requests: new Map([...run.requests, ...series]) };
}

/** `measured`: samples without the warm-up, or those of a window; `requests`: names. */
export function measureRun(
  measured: readonly Sample[],
  grid: RunGrid,
  { requests, charted }: { readonly requests: readonly string[]; readonly charted: boolean },
): MeasuredRun {
  const groups = requests.length > 0 ? groupForPoints(measured, grid.requestUnitSeconds) : [];
  return {
    ...(charted ? measureWithCharts(measured, grid) : measureAlone(measured, grid)),
    requests: new Map(requests.map((name) => [name, seriesOfRequest(groups, grid.requestUnitSeconds, name)])),
  };
}

type Measured = Pick<MeasuredRun, 'series' | 'details' | 'charts'>;

/** Units of the run as a whole that are one of its other times: about a unit of its requests. */
function unitsTogether({ unitSeconds, requestUnitSeconds }: RunGrid): number {
  return Math.max(1, Math.floor(requestUnitSeconds / unitSeconds));
}

function measureAlone(measured: readonly Sample[], grid: RunGrid): Measured {
  const { unitSeconds } = grid;
  return { series: buildSeries(measured, unitSeconds), details: buildDetails(measured, unitSeconds, unitsTogether(grid)), charts: null };
}

function measureWithCharts(measured: readonly Sample[], grid: RunGrid): Measured {
  const { series, details, points, responseTime, serviceTime } = buildChartedSeries(measured, grid.unitSeconds, unitsTogether(grid));
  const curve = { responseTime: curveOfHistogram(responseTime), serviceTime: curveOfHistogram(serviceTime) };
  return { series, details, charts: { points, curve } };
}
