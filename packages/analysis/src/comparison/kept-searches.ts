/**
 * The searches for change points that this process goes on with: a trend is asked for again after each run of its plan, and by everybody who looks
 * at the plan. A search answers what one from nothing would, so it does not matter which are kept.
 */
import { type ChangeSearch, openChangeSearch } from '@plimsoll/statistics/change-points';

export interface KeptSearches {
  of(planId: string, metric: string): ChangeSearch;
}

/** Some 20 kB each, of 200 runs. */
const mostSearches = 64;

/** Those that were asked for last. */
export function openKeptSearches(most = mostSearches): KeptSearches {
  const kept = new Map<string, ChangeSearch>();
  return {
    of(planId, metric) {
      const name = `${planId} ${metric}`;
      const search = kept.get(name) ?? openChangeSearch();
      kept.delete(name);
      kept.set(name, search);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return search;
    },
  };
}
