/** The responses that a plan counts as failed, by their status. */
import type { Plan } from '../plan/plan.ts';

export type ErrorStatuses = Plan['errorStatuses'];

/** Statuses of 600 and above, which RFC 9110 does not know, fail like those of the server. */
export function isErrorStatus(rule: ErrorStatuses, status: number): boolean {
  return rule !== 'none' && status >= (rule === '5xx' ? 500 : 400);
}
