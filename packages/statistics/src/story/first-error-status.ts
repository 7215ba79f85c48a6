import { isErrorStatus } from '@plimsoll/contracts/error-status';
import type { BareFinding } from '@plimsoll/contracts/story';
import { sumByKey } from '../second/merge-fields.ts';
import { findFirstConnectionErrors } from './first-connection-error.ts';
import type { StoryContext } from './story-context.ts';

/** A target that answers whatever number comes to its mind has hundreds: the commonest few tell what there is to know. */
const mostTold = 8;

/** The first answer of each status that the plan counts as an error. */
export function findFirstErrorStatuses({ plan, counted }: Pick<StoryContext, 'plan' | 'counted'>): BareFinding[] {
  const [error] = findFirstConnectionErrors({ counted });
  return Object.entries(sumByKey(counted.map(({ statuses }) => statuses)))
    .filter(([status, count]) => count > 0 && isErrorStatus(plan.errorStatuses, Number(status)))
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostTold)
    .flatMap(([status, count]): BareFinding[] => {
      const first = counted.find(({ statuses }) => (statuses[status] ?? 0) > 0);
      if (!first) return [];
      const secondsAfterConnectionError = error ? first.second - error.second : null;
      return [
        { kind: 'first_error_status', second: first.second, figures: { status: Number(status), count, secondsAfterConnectionError } },
      ];
    });
}
