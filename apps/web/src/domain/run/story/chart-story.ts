/** The story of a run as its charts show it: marks at the seconds of its findings, and its stages behind the lines. */
import type { Story } from '@plimsoll/contracts/story';
import type { Band, Mark } from '../../../charts/types.ts';

/** Findings are marked by their number in the list; those of one second share a mark. */
export function listMarks({ findings }: Pick<Story, 'findings'>): Mark[] {
  const bySecond = new Map<number, number[]>();
  for (const [at, { second }] of findings.entries()) bySecond.set(second, [...(bySecond.get(second) ?? []), at + 1]);
  return [...bySecond].map(([x, numbers]) => ({ x, label: numbers.join(' ') }));
}

/** One stage alone is the whole run. */
export function hasStages({ stages }: Pick<Story, 'stages'>): boolean {
  return stages.filter(({ name }) => name !== 'warmup').length > 1;
}

/** Ramps are shaded, what is held is not. */
export function listBands({ stages }: Pick<Story, 'stages'>): Band[] {
  if (!hasStages({ stages })) return [];
  const own = stages.filter(({ name }) => name !== 'warmup');
  return own.map(({ name, fromSecond, toSecond }) => ({ from: fromSecond, to: toSecond, label: name, shaded: name.startsWith('~') }));
}
