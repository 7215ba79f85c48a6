/** A comparison as CSV for spreadsheets and programs: one row for each candidate, request or region, and metric. */
import { rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { type Arm, type Candidate, type ComparisonResult, isComparable } from '@plimsoll/contracts/comparison';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { csvCell, csvLines } from '../run/csv-cell.ts';

/**
 * `Base`, `Candidate` and `Difference` are in `Unit`; `RelativeDifference` and its 95 % interval are fractions, of a share its difference
 * itself. `BaseRuns` and `CandidateRuns` name each run with its validity stamp: `id:valid|id:degraded`.
 */
export const comparisonCsvFields = [
  'Arm',
  'Request',
  'Metric',
  'Unit',
  'Base',
  'Candidate',
  'Difference',
  'RelativeDifference',
  'IntervalLow',
  'IntervalHigh',
  'Verdict',
  'Comparability',
  'BaseRuns',
  'CandidateRuns',
  'Region',
] as const;

/** `names`: of the candidates, in their order. Numbers are as they were computed; a cell is empty where there is none. Lines end with CRLF. */
export function comparisonToCsv({ base, candidates }: Pick<ComparisonResult, 'base' | 'candidates'>, names: readonly string[]): string {
  const rows = candidates.flatMap((candidate, at) => {
    const name = csvCell(names[at] ?? '');
    const judged = [csvCell(candidate.comparability.grade), csvCell(listRuns(base)), csvCell(listRuns(candidate))];
    const comparable = isComparable(candidate);
    return listMetrics(candidate).map(({ request, region, metric }) =>
      [name, csvCell(request), ...metricCells(metric), comparable ? metric.verdict : '', ...judged, csvCell(region)].join(','),
    );
  });
  return csvLines([comparisonCsvFields.join(','), ...rows]);
}

/** Rows of all requests and regions together come first. */
function listMetrics({ metrics, byRequest, byRegion = [] }: Candidate): { request: string; region: string; metric: MetricDelta }[] {
  return [
    ...metrics.map((metric) => ({ request: '', region: '', metric })),
    ...byRequest.flatMap((one) => one.metrics.map((metric) => ({ request: one.name, region: '', metric }))),
    ...byRegion.flatMap((one) => one.metrics.map((metric) => ({ request: '', region: one.name, metric }))),
  ];
}

function metricCells({ metric, base, candidate, delta, deltaRelative, interval }: MetricDelta): (string | number)[] {
  const figures = [base, candidate, delta, deltaRelative, interval?.low, interval?.high].map((figure) => figure ?? '');
  return [metric, rowOfMetric(metric).unit, ...figures];
}

function listRuns({ runs }: Arm): string {
  return runs.map(({ id, validity }) => `${id}:${validity?.stamp ?? ''}`).join('|');
}
