/** Guesses which column of a file tells which metric, by the names that the usual tools give them. */
import type { ResourceMetric } from '../figure/target-figures.ts';

/** The unit of a column. `share`: 0 to 1. `oneCorePercent`: 100 is one core busy. `idlePercent`: the idle rest. */
export const columnUnits = [
  'share',
  'percent',
  'idlePercent',
  'oneCorePercent',
  'count',
  'bytes',
  'kibibytes',
  'mebibytes',
  'gibibytes',
  'blocks',
] as const;
export type ColumnUnit = (typeof columnUnits)[number];

/** A metric is the sum of these columns (by place), in this unit. */
export interface ColumnUse {
  readonly columns: readonly number[];
  readonly unit: ColumnUnit;
}
export type ColumnMap = { readonly [Name in ResourceMetric]?: ColumnUse };

/** Units that a metric can be given in; the first is ours. */
export const unitsOf: Readonly<Record<ResourceMetric, readonly ColumnUnit[]>> = {
  cpu: ['share', 'percent', 'idlePercent', 'oneCorePercent'],
  memoryBytes: ['bytes', 'kibibytes', 'mebibytes', 'gibibytes'],
  memoryShare: ['share', 'percent'],
  diskBytesPerSecond: ['bytes', 'kibibytes', 'mebibytes', 'blocks'],
  diskShare: ['share', 'percent'],
  openSockets: ['count'],
  threads: ['count'],
  busiestThread: ['share', 'percent'],
  waitedForCore: ['share', 'percent'],
};

/** `share` stands for "as the values say": above 1.5 they are percent. */
interface KnownColumn {
  readonly metric: ResourceMetric;
  readonly name: RegExp;
  readonly unit: ColumnUnit;
  /** All columns of this name add up, as those of reading and writing do. */
  readonly sum?: boolean;
}

/** The first that fits a metric counts, so that a total comes before its parts. */
const knownColumns: readonly KnownColumn[] = [
  // Our own names, those of agents and of most scripts
  { metric: 'cpu', name: /^cpu$|^cpu[ _-]?(%|pct|percent|usage|util\w*|load|share|fraction)$|^%cpu\(s\)$/i, unit: 'share' },
  { metric: 'memoryBytes', name: /^(mem(ory)?[ _-]?)?(bytes|rss|used)$|^memoryBytes$|^mem$/i, unit: 'bytes' },
  { metric: 'memoryShare', name: /^memoryShare$|^mem(ory)?[ _-]?(%|pct|percent|usage|share)$/i, unit: 'share' },
  { metric: 'diskBytesPerSecond', name: /^diskBytesPerSecond$|^disk$|^disk[ _-]?(bytes|io)([ _/-]?s(ec)?)?$/i, unit: 'bytes' },
  { metric: 'diskShare', name: /^diskShare$|^disk[ _-]?(%|pct|percent|util\w*|busy)$/i, unit: 'share' },
  { metric: 'openSockets', name: /^(open)?sockets?$|^open[ _-]sockets$|^connections$/i, unit: 'count' },
  { metric: 'threads', name: /^threads?$|^num[ _-]?threads$/i, unit: 'count' },
  // typeperf
  { metric: 'cpu', name: /\\Processor( Information)?\(_Total\)\\% Processor (Time|Utility)$/i, unit: 'percent' },
  { metric: 'memoryBytes', name: /\\Memory\\Committed Bytes$/i, unit: 'bytes' },
  { metric: 'memoryBytes', name: /\\Process(\(.*\)|V2\(.*\))\\(Working Set|Private Bytes)( - Private)?$/i, unit: 'bytes' },
  { metric: 'memoryShare', name: /\\Memory\\% Committed Bytes In Use$/i, unit: 'percent' },
  { metric: 'diskBytesPerSecond', name: /\\(Physical|Logical)Disk\(_Total\)\\Disk Bytes\/sec$/i, unit: 'bytes' },
  { metric: 'diskBytesPerSecond', name: /\\(Physical|Logical)Disk\(_Total\)\\Disk (Read|Write) Bytes\/sec$/i, unit: 'bytes', sum: true },
  { metric: 'diskShare', name: /\\(Physical|Logical)Disk\(_Total\)\\% Disk Time$/i, unit: 'percent' },
  { metric: 'openSockets', name: /\\TCPv[46]\\Connections Established$/i, unit: 'count', sum: true },
  { metric: 'threads', name: /\\(System\\Threads|Process(V2)?\(.*\)\\Thread Count)$/i, unit: 'count' },
  // sar, vmstat, dstat
  { metric: 'cpu', name: /^%idle$|^id$|^(.*:)?idl$/i, unit: 'idlePercent' },
  { metric: 'memoryBytes', name: /^kbmemused$/i, unit: 'kibibytes' },
  { metric: 'memoryBytes', name: /^memory usage:used$/i, unit: 'bytes' },
  { metric: 'memoryShare', name: /^%memused$/i, unit: 'percent' },
  { metric: 'diskBytesPerSecond', name: /^b(read|wrtn)\/s$/i, unit: 'blocks', sum: true },
  { metric: 'diskBytesPerSecond', name: /^[rw]kB\/s$|^b[io]$/i, unit: 'kibibytes', sum: true },
  { metric: 'diskBytesPerSecond', name: /^(dsk\/total:)?(read|writ)$/i, unit: 'bytes', sum: true },
  { metric: 'diskShare', name: /^%util$/i, unit: 'percent' },
  { metric: 'openSockets', name: /^tcpsck$/i, unit: 'count' },
  // pidstat: shares of one core
  { metric: 'cpu', name: /^%CPU$/, unit: 'oneCorePercent' },
  { metric: 'memoryBytes', name: /^RSS$/, unit: 'kibibytes' },
  { metric: 'diskBytesPerSecond', name: /^kB_(rd|wr)\/s$/, unit: 'kibibytes', sum: true },
];

const clean = (name: string) => name.trim();

/** Guesses nothing for columns that no tool known to us writes. */
export function guessColumns(columns: readonly string[]): ColumnMap {
  const map: { [Name in ResourceMetric]?: ColumnUse } = {};
  for (const { metric, name, unit, sum } of knownColumns) {
    if (map[metric] !== undefined) continue;
    const found = columns.flatMap((column, at) => (name.test(clean(column)) ? [at] : []));
    if (found.length > 0) map[metric] = { columns: sum ? found : found.slice(0, 1), unit };
  }
  return map;
}

const scales: Readonly<Record<ColumnUnit, number>> = {
  share: 1,
  percent: 0.01,
  idlePercent: -0.01,
  oneCorePercent: 0.01,
  count: 1,
  bytes: 1,
  kibibytes: 1024,
  mebibytes: 1024 ** 2,
  gibibytes: 1024 ** 3,
  blocks: 512,
};

/** Converts a column's value into a figure of ours. `cores`: of the machine, which `oneCorePercent` needs. */
export function toFigure(value: number, unit: ColumnUnit, cores: number | null): number {
  const scaled = value * scales[unit];
  const figure = unit === 'idlePercent' ? 1 + scaled : unit === 'oneCorePercent' ? scaled / (cores ?? 1) : scaled;
  // Tools round, and a share of two samples may pass its bounds by a little.
  return isShare(unit) ? Math.min(1, Math.max(0, figure)) : figure;
}

export function isShare(unit: ColumnUnit): boolean {
  return unit === 'share' || unit === 'percent' || unit === 'idlePercent' || unit === 'oneCorePercent';
}
