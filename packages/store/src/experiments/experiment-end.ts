/** The end of an experiment, and what it leaves: its plan's noise floor, and the telling of a regression that it confirms. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { ExperimentRemark } from '@plimsoll/contracts/experiment-remark';
import type { RegressionFacts } from '@plimsoll/contracts/telling';
import { leadingClaim } from '@plimsoll/contracts/verdict';
import type { Db } from '../db.ts';
import { first, inTransaction, jsonText } from '../query.ts';
import { recordTellings } from '../tellings/tellings.ts';
import { type ExperimentClaim, ours } from './experiment-claim.ts';
import { type ExperimentResult, keepResult } from './experiment-row.ts';

export interface ExperimentEnd {
  readonly state: 'completed' | 'stopped' | 'failed';
  /** Its end, then what there is to say of its runs. */
  readonly remarks: readonly ExperimentRemark[];
  /** Null keeps what was found before. */
  readonly result: ExperimentResult | null;
}

/**
 * Ends an experiment exactly once; an A/A's noise floor becomes its plan's, and one that confirms that a plan became worse is told. False: it was
 * over, or is another's.
 */
export async function finishExperiment(db: Db, { id, claim }: ExperimentClaim, end: ExperimentEnd): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<EndedExperiment>(
      `UPDATE experiments SET state = $3, remarks = $4, state_reason = NULL, result = coalesce($5, result), ended_at = now() WHERE ${ours}
       RETURNING team_id AS "teamId", plan_id AS "planId", name, confirms`,
      [id, claim, end.state, jsonText(end.remarks), end.result && JSON.stringify(keepResult(end.result))],
    );
    const row = first(rows);
    if (row?.planId && end.state === 'completed' && typeof end.result?.noiseFloor === 'number')
      await client.query('UPDATE plans SET noise_floor = $2, noise_floors = $3 WHERE id = $1', [
        row.planId,
        end.result.noiseFloor,
        JSON.stringify(end.result.noiseFloors ?? {}),
      ]);
    const facts = row && end.state === 'completed' ? confirmedRegression(row, end.result) : null;
    if (row && facts) await recordTellings(client, row, [{ kind: 'regression.confirmed', experimentId: id, facts }]);
    return row !== null;
  });
}

interface EndedExperiment {
  readonly teamId: string;
  readonly planId: string | null;
  readonly name: string;
  readonly confirms: Experiment['confirms'];
}

/** A change of a trend by itself is never told: runs of different times differ for many reasons. */
function confirmedRegression({ name, confirms }: EndedExperiment, result: ExperimentResult | null): RegressionFacts | null {
  const delta = result?.comparisons[0]?.result.candidates[0]?.metrics.find(({ metric }) => metric === confirms?.metric);
  if (!confirms || !delta) return null;
  const { verdict, interval } = leadingClaim(delta);
  return verdict === 'worse' && delta.deltaRelative !== null ? { name, ...confirms, change: delta.deltaRelative, interval } : null;
}
