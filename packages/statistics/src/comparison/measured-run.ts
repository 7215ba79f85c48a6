/** What a comparison reads of one run: its series and its charts. All of it follows from the samples and a grid, and can be kept. */
import type { Curve } from '@plimsoll/contracts/run';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import { buildChartedSeries, buildSeries, type RunSeries, seriesOfRequest } from '../bootstrap/run-series.ts';
import { curveOfHistogram } from '../histogram/curve.ts';
import { groupForPoints } from '../second/point.ts';
import type { RunGrid } from './comparison-grid.ts';

export interface MeasuredRun {
  readonly series: RunSeries;
  /** Null where none is shown: it takes as long again. */
  readonly charts: { readonly points: Point[]; readonly curve: Curve } | null;
  /** By the name of the request. */
  readonly requests: ReadonlyMap<string, RunSeries>;
}

/** `measured`: samples without the warm-up, or those of a window; `requests`: names. */
export function measureRun(
  measured: readonly Sample[],
  grid: RunGrid,
  { requests, charted }: { readonly requests: readonly string[]; readonly charted: boolean },
): MeasuredRun {
  const groups = requests.length > 0 ? groupForPoints(measured, grid.requestUnitSeconds) : [];
  return {
    ...(charted ? measureWithCharts(measured, grid) : { series: buildSeries(measured, grid.unitSeconds), charts: null }),
    requests: new Map(requests.map((name) => [name, seriesOfRequest(groups, grid.requestUnitSeconds, name)])),
  };
}

function measureWithCharts(measured: readonly Sample[], { unitSeconds }: RunGrid): Pick<MeasuredRun, 'series' | 'charts'> {
  const { series, points, responseTime, serviceTime } = buildChartedSeries(measured, unitSeconds);
  const curve = { responseTime: curveOfHistogram(responseTime), serviceTime: curveOfHistogram(serviceTime) };
  return { series, charts: { points, curve } };
}
