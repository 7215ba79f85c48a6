import type { Summary } from './run.ts';

export interface StatusRow {
  readonly status: string;
  readonly count: number;
  /** Of all answers. */
  readonly share: number;
  /** Seconds of the run; null where an older version did not keep them. */
  readonly first: number | null;
  readonly last: number | null;
}

/** Every status that came, by rising status. */
export function listStatuses({ statuses, statusSeconds }: Pick<Summary, 'statuses' | 'statusSeconds'>): StatusRow[] {
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return Object.entries(statuses)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([status, count]) => {
      const seconds = statusSeconds?.[status];
      return { status, count, share: count / answers, first: seconds?.first ?? null, last: seconds?.last ?? null };
    });
}
