/** A plan's checks, compiled once: those that any answer can be held against. A protocol adds its own. */

import type { Check } from '@plimsoll/contracts/check';
import { durationMs } from '@plimsoll/contracts/duration';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';

/** The parts of a whole answer that these checks look at. */
export interface CheckedAnswer {
  readonly status: number;
  readonly bodyBytes: number;
  readonly responseTimeUs: number;
}

export type Judge<Answer> = (answer: Answer) => CheckFailure | null;

export interface CheckList<Answer> {
  /** Returns the first failure that a check found, or null. */
  readonly judge: Judge<Answer>;
  readonly isEmpty: boolean;
}

/** `own`: the judge of a check that only the protocol knows; null where it has none. */
export function compileChecks<Answer extends CheckedAnswer>(
  checks: readonly Check[],
  own: (check: Check) => Judge<Answer> | null,
): CheckList<Answer> {
  const judges = checks.map((check) => commonJudge(check) ?? own(check)).filter((judge) => judge !== null);
  return {
    isEmpty: judges.length === 0,
    judge(answer) {
      for (const judge of judges) {
        const failed = judge(answer);
        if (failed !== null) return failed;
      }
      return null;
    },
  };
}

function commonJudge(check: Check): Judge<CheckedAnswer> | null {
  if ('status' in check) return statusJudge(check.status);
  if ('maxBodyBytes' in check)
    return ({ bodyBytes }) => (bodyBytes > check.maxBodyBytes ? { kind: 'bodyTooLong', got: bodyBytes, limit: check.maxBodyBytes } : null);
  if (!('maxResponseTime' in check)) return null;
  const limitUs = durationMs(check.maxResponseTime) * 1000;
  return ({ responseTimeUs }) =>
    responseTimeUs > limitUs ? { kind: 'tookTooLong', got: responseTimeUs / 1000, limit: check.maxResponseTime } : null;
}

function statusJudge(wanted: number | readonly number[] | string): Judge<CheckedAnswer> {
  const matches = statusMatcher(wanted);
  const text = Array.isArray(wanted) ? wanted.join(', ') : String(wanted);
  return ({ status }) => (matches(status) ? null : { kind: 'wrongStatus', got: status, wanted: text });
}

/** A predicate for `200`, `[200, 201]`, `"2xx"` or `"200-299"`. */
export function statusMatcher(wanted: number | readonly number[] | string): (status: number) => boolean {
  if (typeof wanted === 'number') return (status) => status === wanted;
  if (typeof wanted !== 'string') return (status) => wanted.includes(status);
  if (wanted.endsWith('xx')) return (status) => Math.floor(status / 100) === Number(wanted[0]);
  const [low = 0, high = 0] = wanted.split('-').map(Number);
  return (status) => status >= low && status <= high;
}
