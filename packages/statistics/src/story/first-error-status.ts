import { isErrorStatus } from '@plimsoll/contracts/error-status';
import type { BareFinding } from '@plimsoll/contracts/story';
import { findFirstConnectionError } from './first-connection-error.ts';
import type { StoryContext } from './story-context.ts';

/** The first answer whose status the plan counts as an error; the commonest of its second. */
export function findFirstErrorStatus({ plan, seconds }: StoryContext): BareFinding[] {
  const errors = (statuses: Readonly<Record<string, number>>) =>
    Object.keys(statuses).filter((status) => (statuses[status] ?? 0) > 0 && isErrorStatus(plan.errorStatuses, Number(status)));
  const first = seconds.find(({ statuses }) => errors(statuses).length > 0);
  if (!first) return [];
  const [status] = errors(first.statuses).sort((a, b) => (first.statuses[b] ?? 0) - (first.statuses[a] ?? 0)) as [string];
  const count = seconds.reduce((sum, { statuses }) => sum + (statuses[status] ?? 0), 0);
  const [error] = findFirstConnectionError({ seconds });
  const secondsAfterConnectionError = error ? first.second - error.second : null;
  return [{ kind: 'first_error_status', second: first.second, figures: { status: Number(status), count, secondsAfterConnectionError } }];
}
