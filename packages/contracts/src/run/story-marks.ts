/** The part of a run's story that a page shows. */

import type { Story } from './story.ts';
import type { Validity } from './validity.ts';

/** The story without the finding that says what the limit of the run says, which stands above it. */
export function besideLimit<Told extends Pick<Story, 'findings'>>(story: Told, validity: Pick<Validity, 'limit'> | null): Told {
  if (validity?.limit !== 'connections') return story;
  return { ...story, findings: story.findings.filter(({ kind }) => kind !== 'concurrency_bound') };
}

/** Findings are marked by their number in the list; those of one second share a mark. */
export function markFindings({ findings }: Pick<Story, 'findings'>): { readonly second: number; readonly label: string }[] {
  const bySecond = new Map<number, number[]>();
  for (const [at, { second }] of findings.entries()) bySecond.set(second, [...(bySecond.get(second) ?? []), at + 1]);
  return [...bySecond].map(([second, numbers]) => ({ second, label: numbers.join(' ') }));
}

/** Rows of the list of stages that the plan's load does not have. */
const beside = ['warmup', 'drain'];

/** The stages of the plan's load. */
export function loadStages<Stage extends { readonly name: string }>(stages: readonly Stage[]): Stage[] {
  return stages.filter(({ name }) => !beside.includes(name));
}

/** One stage alone is the whole run. */
export function hasStages({ stages }: Pick<Story, 'stages'>): boolean {
  return loadStages(stages).length > 1;
}
