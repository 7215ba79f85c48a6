import type { Run } from '@plimsoll/contracts/run';

/** Did workers of several regions make it? The figures of one are the whole run's. */
export function hasRegions({ plan: { generators } }: Pick<Run, 'plan'>): boolean {
  return typeof generators !== 'number' && generators.length > 1;
}
