/** An outage is told once in the server's own words, then now and then, and once more when it is over: never twice a second. */

export type OutageNotice =
  /** `times`: failures with this reason since it was last told. */
  { readonly kind: 'away'; readonly reason: string; readonly times: number } | { readonly kind: 'back' };

export interface OutageReporter {
  failed(error: unknown): void;
  /** Somebody was answered. */
  answered(): void;
}

const mostReasons = 20;

/** Tells each reason at most once in `everyMs`. `now` is a clock in milliseconds. */
export function openOutageReporter(
  tell: (notice: OutageNotice) => void,
  { everyMs = 30_000, now = () => performance.now() }: { readonly everyMs?: number; readonly now?: () => number } = {},
): OutageReporter {
  const told = new Map<string, { at: number; since: number }>();
  let away = false;
  return {
    failed(error) {
      const reason = outageReason(error);
      const before = told.get(reason);
      if (before && now() - before.at < everyMs) {
        before.since += 1;
        return;
      }
      if (!before && told.size >= mostReasons) told.clear();
      told.set(reason, { at: now(), since: 0 });
      away = true;
      tell({ kind: 'away', reason, times: (before?.since ?? 0) + 1 });
    },
    answered() {
      if (!away) return;
      away = false;
      tell({ kind: 'back' });
    },
  };
}

/** The words of the server or the network: `password authentication failed for user "plimsoll"`, `connect ECONNREFUSED 10.0.0.1:5432`. */
export function outageReason(error: unknown): string {
  // Node tries each address of a name, and then says nothing of its own.
  const said = error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
  const { message, code } = (said ?? {}) as { readonly message?: string; readonly code?: string };
  return message || code || String(said);
}
