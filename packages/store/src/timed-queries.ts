/** Tells how long each query of a pool took, of those in transactions, too. */
import type pg from 'pg';

export interface TimedQuery {
  /** Without its values. */
  readonly text: string;
  readonly startMs: number;
  readonly tookMs: number;
  readonly failed: boolean;
}

type Ask = (...query: never[]) => unknown;

/** From now on `onQuery` hears of each query once it is over, on the stack of whoever asked. */
export function timeQueries(pool: pg.Pool, onQuery: (query: TimedQuery) => void): void {
  const timed = (ask: Ask): Ask =>
    function timedQuery(...query) {
      const [startMs, began] = [Date.now(), performance.now()];
      const answer = ask(...query);
      // The pool asks its clients with a callback, and is timed itself.
      if (!(answer instanceof Promise)) return answer;
      const over = (failed: boolean) => () => onQuery({ text: textOf(query[0]), startMs, tookMs: performance.now() - began, failed });
      answer.then(over(false), over(true));
      return answer;
    };
  const watch = (asked: { query: unknown }) => {
    asked.query = timed((asked.query as Ask).bind(asked));
  };
  watch(pool);
  pool.on('connect', watch);
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { readonly text?: unknown } | null)?.text ?? '');
}
