/** An experiment as it could be asked for again. */
import { type CreateExperiment, keepsUpByDefault } from '@plimsoll/contracts/experiment';
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import type { ExperimentRow } from './experiment-row.ts';
import { openVariants } from './more-repeats.ts';

/**
 * Variants with their secrets in the open, and the design that it had in the end. What it was to confirm is confirmed once, and left out. Null:
 * unknown in this team.
 */
export async function askedExperiment(db: Db, teamId: string, id: string, secretKey: string): Promise<CreateExperiment | null> {
  const variants = await openVariants(db, teamId, id, secretKey);
  const { rows } = await db.query<ExperimentRow>('SELECT * FROM experiments WHERE team_id = $1 AND id = $2', [teamId, id]);
  const row = first(rows);
  if (!variants || !row) return null;
  return {
    name: row.name,
    ...(row.plan_id !== null && { planId: row.plan_id }),
    kind: row.kind,
    variants: variants.map(({ name, plan }) => ({ name, plan })),
    repeats: row.repeats,
    order: row.run_order,
    coolDown: row.cool_down,
    extendTo: row.extend_to,
    design: row.design,
    detect: row.detect,
    restart: row.restart,
    search: row.search && { ...row.search, keepsUp: row.search.keepsUp ?? keepsUpByDefault },
  };
}
