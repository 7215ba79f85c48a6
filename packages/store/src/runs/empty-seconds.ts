/** Seconds of an imported run in which nothing was sent and nothing ended: they have no row, and are there again for every reader. */
import { emptySample } from '@plimsoll/contracts/empty-sample';
import type { Sample } from '@plimsoll/contracts/sample';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

/** Seconds of [from, to). */
interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Seconds that one sample covers: 1, more once the run was thinned. */
  readonly stepSeconds: number;
  /** Seconds that a sample of nothing covers at most. */
  readonly emptySeconds: number;
}

type Row = Pick<Sample, 'second' | 'lengthMs'>;

/** They divide a minute, which summaries are kept of, and ten seconds, which runs are thinned to. */
const emptySteps = [1, 10, 60];
/** The most samples of nothing: a long run with little data is read as quickly as it was stored. */
const mostEmpty = 600;

/** As few seconds as one sample of nothing has to cover. */
export function emptyStep(seconds: number): number {
  return emptySteps.find((step) => seconds <= step * mostEmpty) ?? 60;
}

/** Rows by rising second, with what `make` makes of each step between them that has none; `before`: the row that stands before it. */
export function fillEmpty<R extends Row>(
  rows: readonly R[],
  { from, to, stepSeconds, emptySeconds }: Stretch,
  make: (empty: Row, before: R | null) => R,
): R[] {
  const filled: R[] = [];
  let next = Math.ceil(from / stepSeconds) * stepSeconds;
  let before: R | null = null;
  const fillUpTo = (end: number) => {
    while (next < end) {
      const stop = Math.min(end, (Math.floor(next / emptySeconds) + 1) * emptySeconds);
      filled.push(make({ second: next, lengthMs: 1000 * (stop - next) }, before));
      next = stop;
    }
  };
  for (const row of rows) {
    fillUpTo(row.second);
    filled.push(row);
    before = row;
    next = row.second + Math.max(1, Math.ceil(row.lengthMs / 1000));
  }
  fillUpTo(to);
  return filled;
}

/** Requests that were under way before are under way in them. */
export function fillSamples(samples: readonly Sample[], stretch: Stretch, inFlight = 0): Sample[] {
  return fillEmpty(samples, stretch, (empty, before) => ({ ...emptySample(empty), inFlight: before?.inFlight ?? inFlight }));
}

interface Window {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** At most so many in one sample of nothing; absent: as few samples as are enough. */
  readonly emptySeconds?: number | undefined;
}

interface EmptyStretch extends Stretch {
  /** Requests under way when it begins. */
  readonly inFlight: number;
}

/** The seconds of the run within the window; null where it keeps a row for each, or none at all. */
export async function readStretch(db: Db, runId: string, { from = 0, to, emptySeconds }: Window = {}): Promise<EmptyStretch | null> {
  const { rows } = await db.query<{ seconds: number; stepSeconds: number; inFlight: number | null }>(
    `SELECT ceil((r.summary ->> 'durationMs')::float8 / 1000 - 1e-6) AS seconds, r.sample_seconds AS "stepSeconds",
       (SELECT (s.counts ->> 'inFlight')::float8 FROM samples s WHERE s.run_id = r.id AND s.attempt = r.attempt AND s.month = r.sample_month
          AND s.second < $2 ORDER BY s.second DESC LIMIT 1) AS "inFlight"
     FROM runs r WHERE r.id = $1 AND r.source ->> 'data' <> 'summary' AND r.sample_seconds > 0`,
    [runId, from],
  );
  const run = first(rows);
  if (!run) return null;
  const { seconds, stepSeconds, inFlight } = run;
  const end = Math.min(to ?? seconds, seconds);
  return {
    from,
    to: end,
    stepSeconds,
    emptySeconds: emptySeconds ?? Math.max(stepSeconds, emptyStep(end - from)),
    inFlight: inFlight ?? 0,
  };
}

/** The samples of the window as they are kept, with those of an imported run that have no row. */
export async function withEmptySeconds(db: Db, runId: string, samples: Sample[], window: Window = {}): Promise<Sample[]> {
  const stretch = await readStretch(db, runId, window);
  return stretch ? fillSamples(samples, stretch, stretch.inFlight) : samples;
}
