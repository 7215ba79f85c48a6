import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { BareFinding } from '@plimsoll/contracts/story';
import type { StoryContext } from './story-context.ts';

/** Outcomes in which the target gave no answer: a different thing from an answer that says no. */
const unanswered = [
  'connect_refused',
  'connect_timeout',
  'reset',
  'closed_early',
  'timeout',
  'tls',
  'dns',
] as const satisfies OutcomeKind[];

/** One is enough: a healthy target answers. */
export function findFirstConnectionError({ seconds }: Pick<StoryContext, 'seconds'>): BareFinding[] {
  const first = seconds.find(({ outcomes }) => unanswered.some((kind) => (outcomes[kind] ?? 0) > 0));
  if (!first) return [];
  const [outcome] = unanswered.toSorted((a, b) => (first.outcomes[b] ?? 0) - (first.outcomes[a] ?? 0)) as [OutcomeKind];
  const count = seconds.reduce((sum, { outcomes }) => sum + (outcomes[outcome] ?? 0), 0);
  return [{ kind: 'first_connection_error', second: first.second, figures: { outcome, count } }];
}
