/** The target's resources as lines of charts. */
import { noResources, type ResourceSource, type Resources, sourcesOf } from '@plimsoll/contracts/resources';
import type { Point } from '@plimsoll/contracts/sample';
import { formatShare } from '@plimsoll/wording/share';
import type { ChartRow, Series } from '../../charts/types.ts';

/** More lines than these tell nothing. */
const mostLines = 3;
const dashes = [undefined, '6 3', '2 2'];

export interface CpuLine {
  readonly source: string;
  readonly at: (second: number) => number | null;
}

/** The CPU of each source, the one that speaks for the target first; of these sources alone where they are named. */
export function cpuLines(resources: Resources = noResources, named?: readonly string[]): CpuLine[] {
  const { resolutionSeconds, points } = resources;
  return sourcesOf(resources, 'cpu')
    .filter(({ name }) => named === undefined || named.includes(name))
    .slice(0, mostLines)
    .map(({ name }) => {
      const bySecond = new Map(points.flatMap(({ source, second, cpu }) => (source === name && cpu !== null ? [[second, cpu]] : [])));
      return { source: name, at: (second) => bySecond.get(Math.floor(second / resolutionSeconds) * resolutionSeconds) ?? null };
    });
}

const keyOf = (at: number) => `cpu${at}`;

export function withCpu(rows: readonly ChartRow[], lines: readonly CpuLine[]): ChartRow[] {
  return rows.map((row) => ({ ...row, ...Object.fromEntries(lines.map((line, at) => [keyOf(at), line.at(row.x)])) }));
}

/** `nameOf` a source. */
export function cpuSeries(lines: readonly CpuLine[], nameOf: (source: string) => string): Series[] {
  return lines.map(({ source }, at) => {
    const dash = dashes[at];
    return { key: keyOf(at), name: nameOf(source), colour: 'var(--cpu)', share: formatShare, ...(dash ? { dash } : {}) };
  });
}

/**
 * Good answers for each second that one core of the target was busy, over the measured points of which the source told the CPU. Null
 * where it does not say how many cores there are, or was never busy.
 */
export function requestsPerCpuSecond(
  points: readonly Pick<Point, 'second' | 'lengthMs' | 'warmup' | 'done'>[],
  resources: Resources,
  { name, cores }: Pick<ResourceSource, 'name' | 'cores'>,
): number | null {
  const line = cpuLines(resources, [name])[0];
  if (!line || cores === null) return null;
  let requests = 0;
  let cpuSeconds = 0;
  for (const { second, lengthMs, warmup, done } of points) {
    const cpu = warmup ? null : line.at(second);
    if (cpu === null) continue;
    requests += done;
    cpuSeconds += (cpu * cores * lengthMs) / 1000;
  }
  return cpuSeconds > 0 ? requests / cpuSeconds : null;
}
