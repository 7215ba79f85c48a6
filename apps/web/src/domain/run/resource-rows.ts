/** The target's resources as lines of charts. */
import { noResources, type Resources, sourcesOf } from '@plimsoll/contracts/resources';
import { formatShare } from '@plimsoll/wording/share';
import type { ChartRow, Series } from '../../charts/types.ts';

/** More lines than these tell nothing. */
const mostLines = 3;
const dashes = [undefined, '6 3', '2 2'];

export interface CpuLine {
  readonly source: string;
  readonly at: (second: number) => number | null;
}

/** The CPU of each source, the one that speaks for the target first. */
export function cpuLines(resources: Resources = noResources): CpuLine[] {
  const { resolutionSeconds, points } = resources;
  return sourcesOf(resources, 'cpu')
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
