import { unansweredKinds } from '@plimsoll/contracts/outcome';
import type { BareFinding } from '@plimsoll/contracts/story';
import type { StoryContext } from './story-context.ts';

type Found = Extract<BareFinding, { readonly kind: 'first_connection_error' }>;

/**
 * The first of each kind of request without an answer, which is a different thing from an answer that says no. One is enough: a healthy
 * target answers. By rising second; of one second the commonest first.
 */
export function findFirstConnectionErrors({ counted }: Pick<StoryContext, 'counted'>): Found[] {
  return unansweredKinds
    .flatMap((outcome): Found[] => {
      const first = counted.find(({ outcomes }) => (outcomes[outcome] ?? 0) > 0);
      const count = counted.reduce((sum, { outcomes }) => sum + (outcomes[outcome] ?? 0), 0);
      return first ? [{ kind: 'first_connection_error', second: first.second, figures: { outcome, count } }] : [];
    })
    .sort((a, b) => a.second - b.second || b.figures.count - a.figures.count);
}
