/** The CPU that the target of a run used, beside its good answers of the same seconds: who tells it, and what an arm used in all. */
import type { ArmResources } from '@plimsoll/contracts/comparison';
import { type ResourceSource, type Resources, sourcesOf } from '@plimsoll/contracts/resources';

/** A measured second of which both are known. */
export interface TargetSecond {
  readonly second: number;
  /** Fraction of all cores. */
  readonly cpu: number;
  /** Good answers. */
  readonly good: number;
  readonly lengthMs: number;
}

/** The target's use in one run. */
export interface TargetUse {
  readonly source: string;
  readonly kind: ResourceSource['kind'];
  readonly cores: number | null;
  readonly memoryPeakBytes: number | null;
  /** Rising. */
  readonly seconds: readonly TargetSecond[];
}

/** Good answers of a measured second, over all shards. */
export type SecondAnswers = Omit<TargetSecond, 'cpu'>;

/**
 * Chooses the source that tells the CPU of each run, null where none does. One kind of source does not see the same as another (a process is less than
 * its machine), so all runs that have one are told by one kind: the first of the usual order that each of them has, and in it by one
 * name where all have it. Without a common kind each run has the source that speaks for it.
 */
export function chooseCpuSources(runs: readonly Pick<Resources, 'sources'>[]): (ResourceSource | null)[] {
  const told = runs.map((run) => sourcesOf(run, 'cpu'));
  const some = told.filter((sources) => sources.length > 0);
  const kind = some[0]?.map((source) => source.kind).find((one) => some.every((sources) => sources.some((source) => source.kind === one)));
  const ofKind = told.map((sources) => (kind === undefined ? sources : sources.filter((source) => source.kind === kind)));
  const name = ofKind.find((sources) => sources.length > 0)?.map((source) => source.name);
  const shared = name?.find((one) => ofKind.every((sources) => sources.length === 0 || sources.some((source) => source.name === one)));
  return ofKind.map((sources) => sources.find((source) => source.name === shared) ?? sources[0] ?? null);
}

/** `resources`: one point a second. Null where the source told none of the run's measured seconds. */
export function measureTarget(source: ResourceSource, resources: Resources, answers: readonly SecondAnswers[]): TargetUse | null {
  const points = new Map(resources.points.flatMap((point) => (point.source === source.name ? [[point.second, point]] : [])));
  const seconds = answers.flatMap((one) => {
    // A sample of a thinned run covers several seconds.
    const covered = Array.from(
      { length: Math.max(1, Math.round(one.lengthMs / 1000)) },
      (_, at) => points.get(one.second + at)?.cpu ?? null,
    );
    const told = covered.filter((cpu) => cpu !== null);
    return told.length === 0 ? [] : [{ ...one, cpu: told.reduce((sum, cpu) => sum + cpu, 0) / told.length }];
  });
  if (seconds.length === 0) return null;
  const memory = answers.flatMap(({ second }) => points.get(second)?.memoryBytes ?? []);
  const memoryPeakBytes = memory.length > 0 ? memory.reduce((most, bytes) => Math.max(most, bytes)) : null;
  return { source: source.name, kind: source.kind, cores: source.cores, memoryPeakBytes, seconds };
}

/** Seconds that one core was busy in this one. */
export function cpuSecondsOf({ cpu, lengthMs }: TargetSecond, cores: number): number {
  return (cpu * cores * lengthMs) / 1000;
}

/** The use of an arm's runs in all; null where some of them did not tell. `unitSeconds`: of the arm's charts. */
export function sumTarget(uses: readonly (TargetUse | null)[], unitSeconds: number): ArmResources | null {
  const told = uses.filter((use) => use !== null);
  const [first] = told;
  if (!first || told.length < uses.length) return null;
  const seconds = told.flatMap((use) => use.seconds);
  const memory = told.map(({ memoryPeakBytes }) => memoryPeakBytes);
  let good = 0;
  let cpuSeconds = 0;
  for (const use of told)
    for (const second of use.seconds) {
      good += second.good;
      cpuSeconds += use.cores === null ? Number.NaN : cpuSecondsOf(second, use.cores);
    }
  return {
    source: first.source,
    kind: first.kind,
    cores: told.every(({ cores }) => cores === first.cores) ? first.cores : null,
    cpuMean: mean(seconds.map(({ cpu }) => cpu)),
    cpuPeak: seconds.reduce((most, { cpu }) => Math.max(most, cpu), 0),
    memoryPeakBytes: memory.includes(null) ? null : memory.reduce<number>((most, bytes) => Math.max(most, bytes ?? 0), 0),
    requestsPerCpuSecond: cpuSeconds > 0 ? good / cpuSeconds : null,
    points: drawn(first.seconds, unitSeconds),
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function drawn(seconds: readonly TargetSecond[], unitSeconds: number): ArmResources['points'] {
  const units = new Map<number, number[]>();
  for (const { second, cpu } of seconds) {
    const unit = Math.floor(second / unitSeconds) * unitSeconds;
    const known = units.get(unit);
    if (known) known.push(cpu);
    else units.set(unit, [cpu]);
  }
  return [...units].map(([second, told]) => ({ second, cpu: mean(told) }));
}
