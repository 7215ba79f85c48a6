/** A run that another tool made: it is over when it is written. */
import { randomUUID } from 'node:crypto';
import type { ImportCaps } from '@plimsoll/contracts/import-caps';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import type { RunSource } from '@plimsoll/contracts/run-source';
import type { Sample } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import type { Validity } from '@plimsoll/contracts/validity';
import type { Db } from '../db.ts';
import { takeImported } from '../imports/import-usage.ts';
import { inTransaction, jsonText } from '../query.ts';
import { sealPlan } from '../secrets.ts';
import { keepValidity } from './kept-validity.ts';
import { findRun } from './runs.ts';
import { appendSamples } from './samples.ts';

export interface ImportedRun {
  readonly teamId: string;
  readonly userId: string | null;
  /** As much of its plan as is known; its secrets are sealed before they are written. */
  readonly plan: Plan;
  readonly source: RunSource;
  /** ISO 8601; null where nobody knows. */
  readonly startedAt: string | null;
  readonly durationMs: number;
  readonly summary: Summary;
  readonly validity: Validity;
  /** Samples of seconds with data; empty where the file has no seconds. */
  readonly samples: readonly Sample[];
  /** The import that it is counted as, against these caps. */
  readonly importId: string;
  readonly caps: ImportCaps;
  /** PLIMSOLL_SECRET_KEY. */
  readonly secretKey: string;
}

/** Samples of a statement. */
const batch = 500;

/** Nobody sees the run before it is whole. Throws StoreError where its team may import no more (import-usage.ts). It belongs to no saved plan, so it is nobody's baseline and counts for no noise floor. */
export async function insertImportedRun(db: Db, run: ImportedRun): Promise<Run> {
  return inTransaction(db, async (client) => {
    const id = randomUUID();
    const { teamId, plan, samples } = run;
    const seconds = samples.length > 0 ? Math.ceil(run.durationMs / 1000) : 0;
    await takeImported(client, { id: run.importId, teamId, caps: run.caps, rows: samples.length, seconds });
    await client.query(
      `INSERT INTO runs (id, team_id, plan, name, tags, note, created_by, source, state, started_at, summary, validity)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'running', $9, $10, $11)`,
      [
        id,
        teamId,
        jsonText(sealPlan(run.secretKey, { teamId, rowId: id }, plan)),
        plan.name,
        jsonText(plan.tags),
        plan.note,
        run.userId,
        jsonText(run.source),
        run.startedAt,
        jsonText(run.summary),
        jsonText(keepValidity(run.validity)),
      ],
    );
    for (let from = 0; from < samples.length; from += batch) await appendSamples(client, id, 1, 0, samples.slice(from, from + batch));
    await client.query(
      `UPDATE runs SET state = 'completed', ending = $2, heartbeat_at = NULL,
         ended_at = coalesce(started_at + $3 * interval '1 ms', now()) WHERE id = $1`,
      [id, jsonText({ kind: 'imported', tool: run.source.tool } satisfies RunEnding), run.durationMs],
    );
    const inserted = await findRun(client, teamId, id);
    if (!inserted) throw new Error('the run just imported is not there');
    return inserted;
  });
}
