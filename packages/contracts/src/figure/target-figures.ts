/** Figures of the target's own resources: one row each. */
import type { Unit, WrittenThreshold } from './amounts.ts';

interface TargetRow {
  /** A share is a fraction, 0 to 1. */
  readonly unit: Unit;
  /** Does a share of a run show it? */
  readonly public?: true;
  /** Made of others: no source tells it by itself. */
  readonly derived?: true;
  /** On its mean over the measured seconds, of an amount on the most in one second. */
  readonly threshold?: WrittenThreshold;
}

export const targetFigures = {
  /** Fraction of all cores of the machine. */
  cpu: { unit: 'share', public: true, threshold: { name: 'target_cpu', example: '< 80%' } },
  /** Busy cores. */
  cores: { unit: 'cores', derived: true, threshold: { name: 'target_cores', example: '< 1.5' } },
  /** Memory in use; of processes, the sum of their resident sets, which counts memory they share once for each. */
  memoryBytes: { unit: 'bytes', public: true, threshold: { name: 'target_memory', example: '< 512MB' } },
  /** Share of all memory that is in use, where a source tells no bytes. */
  memoryShare: { unit: 'share', public: true },
  /** Read and written. */
  diskBytesPerSecond: { unit: 'bytesPerSecond', public: true },
  /** Share of the time in which the disk was busy. */
  diskShare: { unit: 'share', public: true },
  openSockets: { unit: 'count', threshold: { name: 'target_sockets', example: '< 1000' } },
  threads: { unit: 'count', threshold: { name: 'target_threads', example: '< 200' } },
  /** Share of one core that the busiest single thread used; of a process with very many threads, the busiest of those looked at. */
  busiestThread: { unit: 'share' },
  /** Share of the time in which that thread was runnable and had no core. */
  waitedForCore: { unit: 'share' },
} as const satisfies Readonly<Record<string, TargetRow>>;

type TargetTable = typeof targetFigures;
export type TargetFigure = keyof TargetTable;
const names = Object.keys(targetFigures) as TargetFigure[];

export function targetRow(name: TargetFigure): TargetRow {
  return targetFigures[name];
}

/** The metrics that sources tell. */
export type ResourceMetric = { [Name in TargetFigure]: TargetTable[Name] extends { derived: true } ? never : Name }[TargetFigure];
export const resourceMetrics = names.filter((name): name is ResourceMetric => targetRow(name).derived !== true);
/** Those that a share shows. */
export const publicMetrics = resourceMetrics.filter((name) => targetRow(name).public);

/** The figures that thresholds can be about. */
export type TargetThreshold = { [Name in TargetFigure]: TargetTable[Name] extends { threshold: object } ? Name : never }[TargetFigure];
export const targetThresholds = names.filter((name): name is TargetThreshold => targetRow(name).threshold !== undefined);
