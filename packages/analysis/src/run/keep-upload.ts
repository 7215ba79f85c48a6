/** Reads a file of the target's resources and keeps its seconds with a run: thousands of rows, which take their time. */
import type { Refusal } from '@plimsoll/contracts/refusal';
import { readResourceFile } from '@plimsoll/contracts/resource-file';
import { type ResourceSource, toldMetrics } from '@plimsoll/contracts/resources';
import { secondOf } from '@plimsoll/contracts/turns';
import type { Db } from '@plimsoll/store/db';
import { replaceUpload } from '@plimsoll/store/resources';
import { findRun } from '@plimsoll/store/runs';

export interface UploadQuestion {
  readonly teamId: string;
  readonly runId: string;
  /** The file. */
  readonly text: string;
  readonly timezone?: string | undefined;
  readonly offsetMs: number;
  readonly source: string;
}

export type UploadAnswer =
  | { readonly kind: 'kept'; readonly source: ResourceSource; readonly seconds: number; readonly outside: number }
  /** None of the team's runs; one that has not begun; a name that something else than a file has. */
  | { readonly kind: 'unknown' | 'not_started' | 'name_taken' }
  | { readonly kind: 'refused'; readonly reason: Refusal };

export async function keepUpload(db: Db, { teamId, runId, text, source, ...how }: UploadQuestion): Promise<UploadAnswer> {
  const run = await findRun(db, teamId, runId);
  if (!run) return { kind: 'unknown' };
  if (run.startedAt === null) return { kind: 'not_started' };
  const endMs = run.endedAt === null ? Date.now() : Date.parse(run.endedAt);
  const read = readResourceFile(text, { ...how, startMs: Date.parse(run.startedAt), endMs });
  if ('error' in read) return { kind: 'refused', reason: read.error };
  const { cores, outside } = read;
  const { turns } = run;
  // Seconds of a run that takes turns are those of its turns.
  const points = turns
    ? read.points.flatMap(({ second, ...point }) => {
        const ofRun = secondOf(turns, second);
        return ofRun === null ? [] : [{ ...point, second: ofRun }];
      })
    : read.points;
  if (!(await replaceUpload(db, runId, { name: source, cores }, points))) return { kind: 'name_taken' };
  const metrics = toldMetrics(points.map(({ figures }) => figures));
  const kept = { name: source, kind: 'upload', cores, quotaCores: null, metrics, problem: null } as const;
  return { kind: 'kept', source: kept, seconds: points.length, outside };
}
