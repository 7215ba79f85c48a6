/** Seconds of an imported run in which nothing was sent and nothing ended: they have no row, and are there again for every reader. */
import { emptySample } from '@plimsoll/contracts/empty-sample';
import type { Sample } from '@plimsoll/contracts/sample';
import { findArchived } from '../archive/archived-series.ts';
import { sampleSecondsOf } from '../archive/run-objects.ts';
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

/** An imported run that keeps no row for a second without data. */
export interface SparseRun {
  /** Its length. */
  readonly seconds: number;
  readonly stepSeconds: number;
}

/** Null where the run keeps a row for each second, or none at all. */
export async function findSparseRun(db: Db, runId: string): Promise<SparseRun | null> {
  const { rows } = await db.query<SparseRun>(
    `SELECT ceil((r.summary ->> 'durationMs')::float8 / 1000 - 1e-6) AS seconds, ${sampleSecondsOf} AS "stepSeconds"
     FROM runs r WHERE r.id = $1 AND r.source ->> 'data' <> 'summary' AND ${sampleSecondsOf} > 0`,
    [runId],
  );
  return first(rows);
}

/** Requests under way before the second. */
async function inFlightBefore(db: Db, runId: string, second: number): Promise<number> {
  if (second <= 0) return 0;
  const { rows } = await db.query<{ inFlight: number }>(
    `SELECT (s.counts ->> 'inFlight')::float8 AS "inFlight" FROM samples s JOIN runs r ON r.id = s.run_id AND r.attempt = s.attempt AND r.sample_month = s.month
     WHERE s.run_id = $1 AND s.second < $2 ORDER BY s.second DESC LIMIT 1`,
    [runId, second],
  );
  const archived = rows.length === 0 ? await findArchived(db, runId) : null;
  let last = first(rows)?.inFlight ?? 0;
  if (archived)
    for await (const { sample } of archived.seconds(true)) {
      const row = sample as { second: number; counts: Pick<Sample, 'inFlight'> };
      if (row.second < second) last = row.counts.inFlight;
    }
  return last;
}

export function stretchOf({ seconds, stepSeconds }: SparseRun, { from = 0, to, emptySeconds }: Window, inFlight: number): EmptyStretch {
  const end = Math.min(to ?? seconds, seconds);
  return { from, to: end, stepSeconds, emptySeconds: emptySeconds ?? Math.max(stepSeconds, emptyStep(end - from)), inFlight };
}

/** The seconds of the run within the window; null where it keeps a row for each, or none at all. */
export async function readStretch(db: Db, runId: string, window: Window = {}): Promise<EmptyStretch | null> {
  const run = await findSparseRun(db, runId);
  return run && stretchOf(run, window, await inFlightBefore(db, runId, window.from ?? 0));
}

/** The samples of the window as they are kept, with those of an imported run that have no row. */
export async function withEmptySeconds(db: Db, runId: string, samples: Sample[], window: Window = {}): Promise<Sample[]> {
  const stretch = await readStretch(db, runId, window);
  return stretch ? fillSamples(samples, stretch, stretch.inFlight) : samples;
}
