/** One row of the target's figures a second, of several sources: each metric from the source that speaks for the target. */
import { noResourceFigures, type ResourceFigures, type ResourceMetric, type Resources, sourcesOf } from '@plimsoll/contracts/resources';

/** Metrics that stand for each other: bytes and a share of the same come from one source. */
const groups: readonly (readonly ResourceMetric[])[] = [
  ['cpu'],
  ['memoryBytes', 'memoryShare'],
  ['diskBytesPerSecond', 'diskShare'],
  ['openSockets'],
  ['threads'],
];

export function targetOfSecond(resources: Resources): (second: number) => ResourceFigures | undefined {
  const { points, resolutionSeconds } = resources;
  const chosen = groups.flatMap((metrics) => {
    const [source] = sourcesOf(resources, ...metrics);
    return source ? metrics.map((metric) => ({ metric, source: source.name })) : [];
  });
  const rows = new Map<number, ResourceFigures>();
  for (const point of points)
    for (const { metric, source } of chosen)
      if (point.source === source && point[metric] !== null)
        rows.set(point.second, { ...(rows.get(point.second) ?? noResourceFigures), [metric]: point[metric] });
  return (second) => rows.get(Math.floor(second / resolutionSeconds) * resolutionSeconds);
}
