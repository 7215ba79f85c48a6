/** A run so far, as one event: read and written once for all who open it at the same time. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import type { DbPool } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import { sharedChartPoints } from '../runs/chart-points.ts';
import { eventBlock } from './event-block.ts';

export interface LiveSnapshot {
  readonly block: Buffer;
  readonly lastSequence: number;
}

export interface LiveSnapshots {
  /** At most a second old: who needs what came since reads on from `lastSequence`. Null: there is no such run in this team. */
  of(teamId: string, runId: string): Promise<LiveSnapshot | null>;
}

const freshMs = 1000;

export function openLiveSnapshots(db: DbPool, analysis: Analysis): LiveSnapshots {
  const made = new Map<string, Promise<LiveSnapshot | null>>();
  async function make(teamId: string, runId: string): Promise<LiveSnapshot | null> {
    const run = await findRun(db, teamId, runId);
    if (!run) return null;
    const { pointsJson, resolutionSeconds, lastSequence } = await sharedChartPoints(analysis, runId);
    const json = `${JSON.stringify({ run, resolutionSeconds }).slice(0, -1)},"points":${pointsJson}}`;
    return { block: eventBlock('snapshot', json, lastSequence), lastSequence };
  }
  return {
    of(teamId, runId) {
      const key = `${teamId} ${runId}`;
      const known = made.get(key);
      if (known) return known;
      const making = make(teamId, runId);
      made.set(key, making);
      const forget = () => void made.delete(key);
      making.then(() => setTimeout(forget, freshMs).unref(), forget);
      return making;
    },
  };
}
