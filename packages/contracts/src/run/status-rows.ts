import { unansweredKinds } from './outcome.ts';
import type { Summary } from './summary.ts';

export interface StatusRow {
  /** A status, or the outcome of requests that had no answer. */
  readonly status: string;
  readonly count: number;
  /** The share of all that ended. */
  readonly share: number;
  /** Seconds of the run; null where an older version did not keep them. */
  readonly first: number | null;
  readonly last: number | null;
}

/** Every status that came, by rising status, and behind them the requests without an answer. */
export function listStatuses({ statuses, outcomes, statusSeconds }: Pick<Summary, 'statuses' | 'outcomes' | 'statusSeconds'>): StatusRow[] {
  const answered = Object.entries(statuses).sort(([a], [b]) => Number(a) - Number(b));
  const unanswered = unansweredKinds.map((kind): [string, number] => [kind, outcomes[kind] ?? 0]).filter(([, count]) => count > 0);
  const sum = (rows: readonly (readonly [string, number])[]) => rows.reduce((all, [, count]) => all + count, 0);
  // Another tool may have counted its answers without their statuses.
  const ended = Math.max(sum(answered), outcomes.response ?? 0) + sum(unanswered);
  const rows = [...answered, ...unanswered];
  return rows.map(([status, count]) => {
    const seconds = statusSeconds?.[status];
    return { status, count, share: count / ended, first: seconds?.first ?? null, last: seconds?.last ?? null };
  });
}
