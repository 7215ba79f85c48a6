/** What a team decides of itself. */
import type { ChangeTeam, TeamSettings } from '@plimsoll/contracts/team';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';

/** Null: no such team. */
export async function findTeamSettings(db: Db, teamId: string): Promise<TeamSettings | null> {
  const { rows } = await db.query<TeamSettings>('SELECT name, targets FROM teams WHERE id = $1', [teamId]);
  return first(rows);
}

/** The team's own list of targets; empty: whatever the operator permits. */
export async function readTeamTargets(db: Db, teamId: string): Promise<string[]> {
  return (await findTeamSettings(db, teamId))?.targets ?? [];
}

/** Changes what is given; answers how it was and how it is. Null: no such team. */
export async function changeTeamSettings(
  db: Db,
  teamId: string,
  { name, targets }: ChangeTeam,
): Promise<{ readonly before: TeamSettings; readonly after: TeamSettings } | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<TeamSettings>('SELECT name, targets FROM teams WHERE id = $1 FOR UPDATE', [teamId]);
    const before = first(rows);
    if (!before) return null;
    const changed = await client.query<TeamSettings>(
      'UPDATE teams SET name = coalesce($2, name), targets = coalesce($3, targets) WHERE id = $1 RETURNING name, targets',
      [teamId, name ?? null, targets ?? null],
    );
    const after = first(changed.rows);
    return after && { before, after };
  });
}
