/** The settings that a team decides itself. */
import type { ChangeTeam } from '@plimsoll/contracts/change-team';
import type { TeamSettings } from '@plimsoll/contracts/team';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';

const columns =
  "name, targets, sample, trace_url AS \"traceUrl\", json_build_object('samplesDays', samples_days, 'runsDays', runs_days) AS retention";

/** Null: no such team. */
export async function findTeamSettings(db: Db, teamId: string): Promise<TeamSettings | null> {
  const { rows } = await db.query<TeamSettings>(`SELECT ${columns} FROM teams WHERE id = $1`, [teamId]);
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
  { name, targets, retention, sample, traceUrl }: ChangeTeam,
): Promise<{ readonly before: TeamSettings; readonly after: TeamSettings } | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<TeamSettings>(`SELECT ${columns} FROM teams WHERE id = $1 FOR UPDATE`, [teamId]);
    const before = first(rows);
    if (!before) return null;
    const changed = await client.query<TeamSettings>(
      `UPDATE teams SET name = coalesce($2, name), targets = coalesce($3, targets), samples_days = CASE WHEN $4 THEN $5 ELSE samples_days END,
         runs_days = CASE WHEN $4 THEN $6 ELSE runs_days END, sample = coalesce($7, sample),
         trace_url = CASE WHEN $8 THEN $9 ELSE trace_url END WHERE id = $1 RETURNING ${columns}`,
      [
        teamId,
        name ?? null,
        targets ?? null,
        retention !== undefined,
        retention?.samplesDays ?? null,
        retention?.runsDays ?? null,
        sample ?? null,
        traceUrl !== undefined,
        traceUrl ?? null,
      ],
    );
    const after = first(changed.rows);
    return after && { before, after };
  });
}
