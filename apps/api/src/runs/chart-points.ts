/** Chart points of a run, read once for all who ask for them within a minute, and kept as the bytes that go over the wire. */
import type { Asker } from '@plimsoll/analysis/asker';
import type { Analysis } from '@plimsoll/analysis/open-analysis';

export interface SharedChartPoints {
  /** A JSON array: one copy of it serves all who read it. */
  readonly pointsJson: Buffer;
  readonly resolutionSeconds: number;
  readonly lastSequence: number;
}

/** All who watch runs of a team: what one of them asks for serves the others. */
const viewersOf = (teamId: string): Asker => ({ group: teamId, person: `viewers of ${teamId}` });

/** A run with a long past takes 50 MB and more to read. A live feed still knows what came since: it keeps twice as many seconds. */
const freshMs = 60_000;
/** Limit for all runs that are kept for a minute: beyond it the oldest goes. */
const mostKeptBytes = 32 * 1024 * 1024;
const shared = new Map<string, Promise<SharedChartPoints>>();

/** The run so far, at most a minute old: who needs what came since, too, reads on from `lastSequence`. */
export function sharedChartPoints(analysis: Pick<Analysis, 'chartPoints'>, teamId: string, runId: string): Promise<SharedChartPoints> {
  const known = shared.get(runId);
  if (known) return known;
  const made = analysis
    .chartPoints({ runId }, viewersOf(teamId))
    .then(({ pointsJson, ...rest }) => ({ pointsJson: Buffer.from(pointsJson), ...rest }));
  shared.set(runId, made);
  const forget = () => {
    if (shared.get(runId) !== made) return;
    shared.delete(runId);
    kept.delete(runId);
  };
  made.then(({ pointsJson }) => {
    setTimeout(forget, freshMs).unref();
    keep(runId, pointsJson.length);
  }, forget);
  return made;
}

/** Bytes of each run, in the order in which they came. */
const kept = new Map<string, number>();

function keep(runId: string, bytes: number): void {
  kept.set(runId, bytes);
  let sum = kept.values().reduce((all, one) => all + one, 0);
  for (const [oldest, its] of kept) {
    if (sum <= mostKeptBytes) return;
    sum -= its;
    kept.delete(oldest);
    shared.delete(oldest);
  }
}
