/** The story of a run as its charts show it: marks at the seconds of its findings, and its stages behind the lines. */
import type { Story } from '@plimsoll/contracts/story';
import { hasStages, loadStages, markFindings } from '@plimsoll/contracts/story-marks';
import type { Band, Mark } from '../../../charts/types.ts';

export function listMarks(story: Pick<Story, 'findings'>): Mark[] {
  return markFindings(story).map(({ second, label }) => ({ x: second, label }));
}

/** Ramps are shaded, what is held is not. */
export function listBands({ stages }: Pick<Story, 'stages'>): Band[] {
  if (!hasStages({ stages })) return [];
  return loadStages(stages).map(({ name, fromSecond, toSecond }) => ({
    from: fromSecond,
    to: toSecond,
    label: name,
    shaded: name.startsWith('~'),
  }));
}
