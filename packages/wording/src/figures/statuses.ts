import type { StatusCounts } from '@plimsoll/contracts/outcome';

/** `503: 12, 200: 4`, the commonest first. */
export function formatStatuses(statuses: StatusCounts): string {
  return Object.entries(statuses)
    .sort((a, b) => b[1] - a[1])
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}
