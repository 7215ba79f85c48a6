/** Stored comparisons: the numbers as they were when somebody kept them. */
import { randomUUID } from 'node:crypto';
import type { Comparison, ComparisonResult, comparisonListSchema } from '@plimsoll/contracts/comparison';
import { sayComparison } from '@plimsoll/wording/say-comparison';
import type { z } from 'zod';
import type { Db } from '../db.ts';
import { first, jsonText } from '../query.ts';
import { keepComparison } from './kept-comparison.ts';

export interface NewComparison {
  readonly userId: string | null;
  readonly title: string;
  readonly baseRunIds: readonly string[];
  /** One list an arm, in order. */
  readonly candidateRunIds: readonly (readonly string[])[];
  readonly result: ComparisonResult;
}

export async function insertComparison(db: Db, teamId: string, comparison: NewComparison): Promise<Comparison> {
  const id = randomUUID();
  const { rows } = await db.query<{ created_at: Date }>(
    `INSERT INTO comparisons (id, team_id, title, base_run_ids, candidate_run_ids, result, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING created_at`,
    [
      id,
      teamId,
      comparison.title,
      comparison.baseRunIds,
      jsonText(comparison.candidateRunIds),
      jsonText(keepComparison(comparison.result)),
      comparison.userId,
    ],
  );
  return { ...comparison.result, id, title: comparison.title, createdAt: (first(rows)?.created_at ?? new Date()).toISOString() };
}

/** As it was kept, with sentences for who reads it: one from an older version lacks what came later until it is parsed. */
export async function findComparison(db: Db, teamId: string, id: string): Promise<Comparison | null> {
  const { rows } = await db.query<{ title: string; result: ComparisonResult; created_at: Date }>(
    'SELECT title, result, created_at FROM comparisons WHERE team_id = $1 AND id = $2',
    [teamId, id],
  );
  const row = first(rows);
  return row && { ...sayComparison(row.result), id, title: row.title, createdAt: row.created_at.toISOString() };
}

export async function listComparisons(db: Db, teamId: string): Promise<z.infer<typeof comparisonListSchema>['items']> {
  interface Row {
    id: string;
    title: string;
    created_at: Date;
    base_run_ids: string[];
    candidate_run_ids: string[][];
  }
  const { rows } = await db.query<Row>(
    `SELECT id, title, created_at, base_run_ids, candidate_run_ids FROM comparisons
     WHERE team_id = $1 ORDER BY created_at DESC, id LIMIT 200`,
    [teamId],
  );
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    createdAt: row.created_at.toISOString(),
    baseRunIds: row.base_run_ids,
    candidateRunIds: row.candidate_run_ids,
  }));
}

/** Of all that the team keeps, newest first. */
export async function listComparisonIds(db: Db, teamId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM comparisons WHERE team_id = $1 ORDER BY created_at DESC, id', [teamId]);
  return rows.map(({ id }) => id);
}
