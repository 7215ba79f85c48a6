import { isOutcomeKind, type OutcomeCounts, type StatusCounts, unansweredKinds } from '@plimsoll/contracts/outcome';
import { outcomeWords } from '../en/names.ts';

/** `503: 12, Timeout: 7, 200: 4`: statuses, and requests without an answer by what became of them; the commonest first. */
export function formatStatuses(statuses: StatusCounts, outcomes: OutcomeCounts = {}): string {
  const unanswered = unansweredKinds.flatMap((kind) => (outcomes[kind] ? [[kind, outcomes[kind]] as const] : []));
  return [...Object.entries(statuses), ...unanswered]
    .sort((a, b) => b[1] - a[1])
    .map(([status, count]) => `${nameStatus(status)}: ${count}`)
    .join(', ');
}

/** `503`, or the name of an outcome. */
export function nameStatus(status: string): string {
  return isOutcomeKind(status) ? outcomeWords[status] : status;
}
