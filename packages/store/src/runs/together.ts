/** Runs that are made together: those of a round, with the same `runs.together`. They are claimed, stopped and lost as one load. */
import type { Db } from '../db.ts';

/** SQL: this run, an expression, or one that is made together with it? Columns of `runs` without an alias. Ask for the state as well, of which there is an index. */
export function withOthers(id: string): string {
  return `(id = ${id} OR together = (SELECT asked.together FROM runs asked WHERE asked.id = ${id}))`;
}

/** SQL: the number of loads among rows of this alias of `runs`: runs that are made together are one. */
export function countLoads(alias: string): string {
  return `count(DISTINCT coalesce(${alias}.together, ${alias}.id))`;
}

/** This run and those made together with it that are not over. */
export async function listTogether(db: Db, id: string): Promise<{ readonly runId: string; readonly attempt: number }[]> {
  const { rows } = await db.query<{ runId: string; attempt: number }>(
    `SELECT id AS "runId", attempt FROM runs WHERE ${withOthers('$1')} AND state IN ('queued', 'starting', 'running', 'stopping') ORDER BY ordinal`,
    [id],
  );
  return rows;
}

/**
 * The number that a round's order of sending is drawn from: the first 32 bits of its `together`, so that the order can be drawn again from
 * what is stored.
 */
export function seedOf(together: string | null): number {
  return together === null ? 0 : Number.parseInt(together.slice(0, 8), 16);
}
