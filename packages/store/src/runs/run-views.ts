/** Views of the list of runs that a team keeps by name. */
import { randomUUID } from 'node:crypto';
import { mostRunViews, type RunView, type ViewFilters } from '@plimsoll/contracts/run-view';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

interface ViewRow {
  id: string;
  name: string;
  filters: ViewFilters;
  created_at: Date;
}

const viewOf = ({ id, name, filters, created_at }: ViewRow): RunView => ({ id, name, filters, createdAt: created_at.toISOString() });

/** A view of this name gets the filters. Null: the team has as many as it may. */
export async function keepRunView(db: Db, teamId: string, { name, filters }: Pick<RunView, 'name' | 'filters'>): Promise<RunView | null> {
  const { rows } = await db.query<ViewRow>(
    `INSERT INTO run_views (id, team_id, name, filters) SELECT $1, $2, $3, $4
     WHERE (SELECT count(*) FROM run_views WHERE team_id = $2 AND name <> $3) < $5
     ON CONFLICT (team_id, name) DO UPDATE SET filters = excluded.filters RETURNING *`,
    [randomUUID(), teamId, name, JSON.stringify(filters), mostRunViews],
  );
  const row = first(rows);
  return row && viewOf(row);
}

export async function listRunViews(db: Db, teamId: string): Promise<RunView[]> {
  const { rows } = await db.query<ViewRow>('SELECT * FROM run_views WHERE team_id = $1 ORDER BY lower(name), id', [teamId]);
  return rows.map(viewOf);
}

/** False: no such view in this team. */
export async function removeRunView(db: Db, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM run_views WHERE team_id = $1 AND id = $2', [teamId, id]);
  return rowCount === 1;
}
