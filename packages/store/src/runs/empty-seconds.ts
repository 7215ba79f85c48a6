/** Seconds of an imported run in which nothing was sent and nothing ended: they have no row, and are there again for whoever reads. */
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
}

type Row = Pick<Sample, 'second' | 'lengthMs'>;

/** Rows by rising second, with what `make` makes of each step between them that has none; `before`: the row that stands before it. */
export function fillEmpty<R extends Row>(
  rows: readonly R[],
  { from, to, stepSeconds }: Stretch,
  make: (empty: Row, before: R | null) => R,
): R[] {
  const filled: R[] = [];
  let next = Math.ceil(from / stepSeconds) * stepSeconds;
  let before: R | null = null;
  const fillUpTo = (end: number) => {
    while (next < end) {
      const stop = Math.min(end, (Math.floor(next / stepSeconds) + 1) * stepSeconds);
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

/** What was under way before is under way in them. */
export function fillSamples(samples: readonly Sample[], stretch: Stretch, inFlight = 0): Sample[] {
  return fillEmpty(samples, stretch, (empty, before) => ({ ...emptySample(empty), inFlight: before?.inFlight ?? inFlight }));
}

interface Window {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface EmptyStretch extends Stretch {
  /** Under way when it begins. */
  readonly inFlight: number;
}

/** The seconds of the run within the window; null where it keeps a row for each, or none at all. */
export async function readStretch(db: Db, runId: string, { from = 0, to }: Window = {}): Promise<EmptyStretch | null> {
  const { rows } = await db.query<{ seconds: number; stepSeconds: number; inFlight: number | null }>(
    `SELECT ceil((r.summary ->> 'durationMs')::float8 / 1000 - 1e-6) AS seconds, r.sample_seconds AS "stepSeconds",
       (SELECT (s.counts ->> 'inFlight')::float8 FROM samples s WHERE s.run_id = r.id AND s.attempt = r.attempt AND s.month = r.sample_month
          AND s.second < $2 ORDER BY s.second DESC LIMIT 1) AS "inFlight"
     FROM runs r WHERE r.id = $1 AND r.source ->> 'data' <> 'summary' AND r.sample_seconds > 0`,
    [runId, from],
  );
  const run = first(rows);
  if (!run) return null;
  return { from, to: Math.min(to ?? run.seconds, run.seconds), stepSeconds: run.stepSeconds, inFlight: run.inFlight ?? 0 };
}

/** The samples of the window as they are kept, with those of an imported run that have no row. */
export async function withEmptySeconds(db: Db, runId: string, samples: Sample[], window: Window = {}): Promise<Sample[]> {
  const stretch = await readStretch(db, runId, window);
  return stretch ? fillSamples(samples, stretch, stretch.inFlight) : samples;
}
