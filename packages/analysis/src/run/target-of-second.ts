/** One row of the target's figures a second, of several sources: each metric from the source that speaks for the target. */
import { noResourceFigures, type ResourceFigures, type Resources, sourcesOf } from '@plimsoll/contracts/resources';
import type { ResourceMetric } from '@plimsoll/contracts/target-figures';

/** Metrics that stand for each other: bytes and a share of the same come from one source. */
const groups: readonly (readonly ResourceMetric[])[] = [
  ['cpu'],
  ['memoryBytes', 'memoryShare'],
  ['diskBytesPerSecond', 'diskShare'],
  ['openSockets'],
  ['threads'],
  ['busiestThread', 'waitedForCore'],
];

/** Null: not told. */
export interface TargetSecond extends ResourceFigures {
  /** Cores of its machine, and those that its quota leaves it. */
  readonly cores: number | null;
  readonly quotaCores: number | null;
  /** The worker itself watched a process of its own machine. */
  readonly onThisMachine: boolean;
}

export type TargetOfSecond = (second: number) => TargetSecond | null;

export function targetOfSecond(resources: Resources): TargetOfSecond {
  const { points, resolutionSeconds } = resources;
  const [main] = sourcesOf(resources, 'cpu', 'busiestThread');
  const machine = { cores: main?.cores ?? null, quotaCores: main?.quotaCores ?? null, onThisMachine: main?.kind === 'process' };
  const chosen = groups.flatMap((metrics) => {
    const [source] = sourcesOf(resources, ...metrics);
    return source ? metrics.map((metric) => ({ metric, source: source.name })) : [];
  });
  const rows = new Map<number, TargetSecond>();
  for (const point of points)
    for (const { metric, source } of chosen)
      if (point.source === source && point[metric] !== null)
        rows.set(point.second, { ...(rows.get(point.second) ?? { ...noResourceFigures, ...machine }), [metric]: point[metric] });
  return (second) => rows.get(Math.floor(second / resolutionSeconds) * resolutionSeconds) ?? null;
}
