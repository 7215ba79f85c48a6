/** Changes of the members of a team and their roles. Each holds the rows of all members, so that two at once cannot leave a team without an owner. */
import { can, type Role, roleSchema } from '@plimsoll/contracts/account';
import type { Db } from '../db.ts';
import { inTransaction } from '../query.ts';
import { StoreError } from '../store-error.ts';

export interface MemberPlace {
  readonly teamId: string;
  readonly userId: string;
  /** The person who asks for the change. */
  readonly by: string;
}

/** Roles by user, which nobody else changes until the transaction ends. */
export async function lockRoles(client: Db, teamId: string): Promise<ReadonlyMap<string, Role>> {
  const { rows } = await client.query<{ user_id: string; role: string }>(
    'SELECT user_id, role FROM members WHERE team_id = $1 ORDER BY user_id FOR UPDATE',
    [teamId],
  );
  return new Map(rows.map((row) => [row.user_id, roleSchema.parse(row.role)]));
}

function refuseTouchingOwners(actor: Role | undefined, ...touched: Role[]): void {
  if (actor !== 'owner' && touched.includes('owner')) throw new StoreError('owners_only', {});
}

function refuseLastOwner(members: ReadonlyMap<string, Role>): void {
  if ([...members.values()].filter((role) => role === 'owner').length === 1) throw new StoreError('last_owner', {});
}

/** Open invitations may be one's own way back: they end with the right to make them. `role`: those for this role, left out: all. */
async function revokeInvitationsOf(client: Db, teamId: string, userId: string, role?: Role): Promise<void> {
  await client.query(
    `UPDATE invitations SET revoked_at = now()
     WHERE team_id = $1 AND inviter_id = $2 AND accepted_at IS NULL AND revoked_at IS NULL AND role = coalesce($3, role)`,
    [teamId, userId, role ?? null],
  );
}

/** And ends the invitations that the role does not allow to make. */
export async function setRole(client: Db, teamId: string, userId: string, role: Role): Promise<void> {
  await client.query('UPDATE members SET role = $3 WHERE team_id = $1 AND user_id = $2', [teamId, userId, role]);
  if (!can(role, 'invitation.create')) await revokeInvitationsOf(client, teamId, userId);
  else if (role !== 'owner') await revokeInvitationsOf(client, teamId, userId, 'owner');
}

/**
 * Gives a member another role; answers the former one, or null: no such member. `handOver`: the caller, an owner, becomes an admin in the
 * same moment. Throws StoreError `owners_only` and `last_owner`.
 */
export async function changeRole(
  db: Db,
  { teamId, userId, by, role, handOver }: MemberPlace & { readonly role: Role; readonly handOver: boolean },
): Promise<Role | null> {
  return inTransaction(db, async (client) => {
    const members = await lockRoles(client, teamId);
    const former = members.get(userId);
    if (!former) return null;
    refuseTouchingOwners(members.get(by), former, role);
    if (former === 'owner' && role !== 'owner') refuseLastOwner(members);
    await setHandRole(client, teamId, userId, role);
    if (handOver && userId !== by) await setHandRole(client, teamId, by, 'admin');
    return former;
  });
}

/** The membership goes, with the person's tokens and open invitations in the team. */
export async function dropMember(client: Db, teamId: string, userId: string): Promise<void> {
  await client.query('DELETE FROM members WHERE team_id = $1 AND user_id = $2', [teamId, userId]);
  await client.query('UPDATE tokens SET revoked_at = now() WHERE team_id = $1 AND user_id = $2 AND revoked_at IS NULL', [teamId, userId]);
  await client.query('UPDATE sessions SET active_team_id = NULL WHERE active_team_id = $1 AND user_id = $2', [teamId, userId]);
  await revokeInvitationsOf(client, teamId, userId);
}

/** Beneath a role of groups: it stays when the group goes. */
async function setHandRole(client: Db, teamId: string, userId: string, role: Role): Promise<void> {
  await setRole(client, teamId, userId, role);
  await client.query('UPDATE members SET hand_role = $3 WHERE team_id = $1 AND user_id = $2 AND group_role IS NOT NULL', [
    teamId,
    userId,
    role,
  ]);
}

/**
 * Takes a member out of the team, oneself too; answers the former role, or null: no such member. The person's work stays; tokens and
 * open invitations end. Throws StoreError `owners_only` and `last_owner`.
 */
export async function removeMember(db: Db, { teamId, userId, by }: MemberPlace): Promise<Role | null> {
  return inTransaction(db, async (client) => {
    const members = await lockRoles(client, teamId);
    const former = members.get(userId);
    if (!former) return null;
    if (userId !== by) refuseTouchingOwners(members.get(by), former);
    if (former === 'owner') refuseLastOwner(members);
    await dropMember(client, teamId, userId);
    return former;
  });
}
