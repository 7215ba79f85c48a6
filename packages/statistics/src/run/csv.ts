/**
 * A run as CSV, one row a second, warm-up included: the columns people already chart k6 ramping studies with, and behind them the
 * HTTP client that sent the requests and the validity stamp of the run, which is empty while it was not judged. `Cpu`, `Mem` and `Disk` are the target's own resources and stay empty where nothing reports
 * them: the generator's health is not the target's. `Cpu` is percent of all cores, `Mem` bytes, `Disk` bytes read and written a second; where
 * a source tells only a share of memory, or of the time its disk was busy, it stands there with its sign: `43.2%`. A run of streams has
 * columns of its own behind these (`stream-columns.ts`).
 */
import { durationMs } from '@plimsoll/contracts/duration';
import { isDrain } from '@plimsoll/contracts/load-end';
import { buildRateLine } from '@plimsoll/contracts/load-shape';
import type { Plan } from '@plimsoll/contracts/plan';
import type { ResourceFigures } from '@plimsoll/contracts/resources';
import type { Sample } from '@plimsoll/contracts/sample';
import { fieldsIn, sampleFields } from '@plimsoll/contracts/sample-fields';
import type { HistogramName } from '@plimsoll/contracts/times';
import type { Validity } from '@plimsoll/contracts/validity';
import type { Histogram } from '../histogram/histogram.ts';
import { mergeFields } from '../second/merge-fields.ts';
import { failedKinds, groupBySecond } from '../second/seconds.ts';
import { csvCell, csvLines } from './csv-cell.ts';
import { columnNames, streamCells, streamGroups } from './stream-columns.ts';
import { errorGroups } from './summary.ts';
import { requestColumns, timeCells, timeFields } from './time-columns.ts';

/** Counts with a column of their own, which the table of a second's fields names. */
const countColumns = Object.entries(sampleFields).flatMap(([name, field]) =>
  'csv' in field ? [{ name: name as CountName, column: field.csv }] : [],
);
type CountName = {
  [Name in keyof typeof sampleFields]: (typeof sampleFields)[Name] extends { csv: string } ? Name : never;
}[keyof typeof sampleFields];

export const csvFields = [
  'Time',
  'Secs',
  'Stage',
  ...countColumns.map(({ column }) => column),
  'AvgDoneDura',
  'AvgFailedDura',
  'AvgDura',
  'ErrCodeStats',
  'Cpu',
  'Mem',
  'Disk',
  'Client',
  'Validity',
  ...timeFields(requestColumns),
];
const secondFields = { ...fieldsIn('point'), grpcStatuses: sampleFields.grpcStatuses };
const asName = (field: string) => field.charAt(0).toLowerCase() + field.slice(1);

export interface CsvOptions {
  /** `fields`: Time,Secs,…; `names`: time,secs,… */
  readonly header?: 'fields' | 'names';
  /** With its version, as the run's environment has it; the plan's where that is not known. */
  readonly client?: string | undefined;
  /** Can the run be trusted? */
  readonly stamp?: Validity['stamp'] | undefined;
  /** The target's resources of a second, where something reported them. */
  readonly target?: ((second: number) => TargetFigures | null) | undefined;
}

export type TargetFigures = Pick<ResourceFigures, 'cpu' | 'memoryBytes' | 'memoryShare' | 'diskBytesPerSecond' | 'diskShare'>;

/** `startedAt` (ISO time or Date) is second 0. Average durations are in ms. Rows end with CRLF (RFC 4180). */
export function samplesToCsv(
  plan: Plan,
  startedAt: string | Date,
  samples: readonly Sample[],
  { header = 'fields', client = plan.connection.client, stamp, target }: CsvOptions = {},
): string {
  const start = new Date(startedAt).getTime();
  const groups = streamGroups(plan);
  const fields = [...csvFields, ...columnNames(groups)];
  const scratch = new Map<HistogramName, Histogram>();
  const rows = groupBySecond(samples).map(({ second, shards }) => {
    const counts = mergeFields(secondFields, shards, 'shards');
    return [
      new Date(start + second * 1000).toISOString(),
      second,
      stageLabel(plan, second),
      ...countColumns.map(({ name }) => counts[name]),
      averageMs(counts.doneTimeUs, counts.done),
      averageMs(counts.failedTimeUs, counts.failed),
      averageMs(counts.doneTimeUs + counts.failedTimeUs, counts.done + counts.failed),
      errorCodes(counts, shards, plan),
      ...targetCells(target?.(second) ?? null),
      csvCell(client),
      stamp ?? '',
      ...timeCells(requestColumns, shards, scratch),
      ...(groups.length > 0 ? streamCells(groups, shards, scratch) : []),
    ].join(',');
  });
  return csvLines([(header === 'names' ? fields.map(asName) : fields).join(','), ...rows]);
}

function targetCells(figures: TargetFigures | null): [cpu: string, memory: string, disk: string] {
  if (!figures) return ['', '', ''];
  const { cpu, memoryBytes, memoryShare, diskBytesPerSecond, diskShare } = figures;
  const amount = (value: number | null, share: number | null) =>
    value !== null ? String(Math.round(value)) : share !== null ? `${(share * 100).toFixed(1)}%` : '';
  return [cpu === null ? '' : (cpu * 100).toFixed(1), amount(memoryBytes, memoryShare), amount(diskBytesPerSecond, diskShare)];
}

/** ms with µs kept; empty where nothing ended. */
function averageMs(sumUs: number, requests: number): string {
  return requests > 0 ? (sumUs / requests / 1000).toFixed(3) : '';
}

/** `503:12|500:3`, most frequent first; requests without a response by their outcome. */
function errorCodes(
  counts: Pick<Sample, 'failed' | 'outcomes' | 'statuses' | 'grpcStatuses'>,
  shards: readonly Sample[],
  plan: Plan,
): string {
  const groups = errorGroups(counts, shards, plan.errorStatuses).filter((group) => group.kind !== 'check_failed');
  // A 503 that failed the status check is a 503 to whoever reads this column.
  const checkFailed = counts.outcomes.check_failed ?? 0;
  let unexplained = checkFailed;
  if (checkFailed > 0)
    for (const [status, answers] of Object.entries(counts.statuses)) {
      if (Number(status) < 400) continue;
      const known = groups.find((group) => group.kind === status);
      const more = Math.min(unexplained, answers - (known?.count ?? 0));
      if (more <= 0) continue;
      unexplained -= more;
      if (known) known.count += more;
      else groups.push({ kind: status, count: more, example: null });
    }
  if (unexplained > 0) groups.push({ kind: 'check_failed', count: unexplained, example: null });
  const order = (kind: string) => (failedKinds.includes(kind as never) ? 1 : 0);
  return groups
    .sort((a, b) => order(a.kind) - order(b.kind) || b.count - a.count || a.kind.localeCompare(b.kind))
    .map((group) => `${group.kind}:${group.count}`)
    .join('|');
}

/**
 * The stage a second begins in: `~50` while ramping to 50, `50` while holding it; `warmup` before the load, `drain` after it, while the
 * last requests come back. An open load is labelled by rate, a closed one by connections.
 */
export function stageLabel(plan: Plan, second: number): string {
  const warmupMs = durationMs(plan.warmup);
  if (second * 1000 < warmupMs) return 'warmup';
  const atMs = second * 1000 - warmupMs;
  if (isDrain(plan, second)) return 'drain';
  const { load } = plan;
  if (!load.stages) return String(load.model === 'open' ? (buildRateLine(load).segments[0]?.toRate ?? 0) : (load.connections ?? 1));
  let from = load.model === 'open' ? (load.startRate ?? 0) : (load.startConnections ?? 1);
  let endMs = 0;
  let label = String(from);
  for (const stage of load.stages) {
    const overMs = durationMs(stage.over);
    if (overMs > 0) label = from === stage.to ? String(stage.to) : `~${stage.to}`;
    endMs += overMs;
    if (overMs > 0 && atMs < endMs) return label;
    from = stage.to;
  }
  return label;
}
