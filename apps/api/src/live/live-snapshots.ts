/** A run so far, as one event: made once for all who open it at the same time, of points that many share. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import type { DbPool } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import { sharedChartPoints } from '../runs/chart-points.ts';
import { eventBlocks } from './event-block.ts';

export interface LiveSnapshot {
  readonly blocks: readonly Buffer[];
  readonly bytes: number;
  readonly lastSequence: number;
}

export interface LiveSnapshots {
  /**
   * The run is at most a second old, its points a minute: who needs what came since reads on from `lastSequence`. Null: there is no such
   * run in this team.
   */
  of(teamId: string, runId: string): Promise<LiveSnapshot | null>;
}

const freshMs = 1000;

export function openLiveSnapshots(db: DbPool, analysis: Analysis): LiveSnapshots {
  const made = new Map<string, Promise<LiveSnapshot | null>>();
  async function make(teamId: string, runId: string): Promise<LiveSnapshot | null> {
    const run = await findRun(db, teamId, runId);
    if (!run) return null;
    const { pointsJson, resolutionSeconds, lastSequence } = await sharedChartPoints(analysis, teamId, runId);
    const head = JSON.stringify({ run, resolutionSeconds }).slice(0, -1);
    const blocks = eventBlocks('snapshot', [`${head},"points":`, pointsJson, '}'], lastSequence);
    return { blocks, bytes: blocks.reduce((sum, { length }) => sum + length, 0), lastSequence };
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
