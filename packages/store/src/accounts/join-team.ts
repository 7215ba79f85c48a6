/** An invitation is used: one person joins the team, with an account that is there or with a new one. */
import type { Team } from '@plimsoll/contracts/account';
import { type AuditPlace, writeAudit } from '../audit/audited.ts';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { StoreError } from '../store-error.ts';
import { insertMember, insertPerson, type NewPerson } from './accounts.ts';
import { isOpen } from './invitations.ts';
import { findRole } from './members.ts';

export interface Joined {
  readonly userId: string;
  readonly team: Team;
}

interface OpenInvitation {
  readonly id: string;
  readonly team_id: string;
  readonly team: string;
  readonly role: string;
  readonly email: string | null;
}

/**
 * The open invitation of this token, which nobody else uses until the transaction ends; null: none is open. Throws StoreError
 * `invitation_of_another` where it names another address.
 */
async function lockInvitation(client: Db, tokenHash: string, address: string): Promise<OpenInvitation | null> {
  const { rows } = await client.query<OpenInvitation>(
    `SELECT i.id, i.team_id, t.name AS team, i.role, i.email FROM invitations i JOIN teams t ON t.id = i.team_id
     WHERE i.token_hash = $1 AND ${isOpen} FOR UPDATE OF i`,
    [tokenHash],
  );
  const invitation = first(rows);
  const email = invitation?.email ?? address;
  if (email.toLowerCase() !== address.toLowerCase()) throw new StoreError('invitation_of_another', {});
  return invitation;
}

async function join(client: Db, invitation: OpenInvitation, userId: string, place: AuditPlace): Promise<Joined> {
  const { id, team_id: teamId, team, role } = invitation;
  await insertMember(client, { teamId, userId, role });
  await client.query('UPDATE invitations SET accepted_at = now(), accepted_by = $2 WHERE id = $1', [id, userId]);
  const by = { teamId, userId, tokenId: null, ...place };
  await writeAudit(client, by, { action: 'member.join', what: { kind: 'invitation', id }, details: { role } });
  return { userId, team: { id: teamId, name: team } };
}

/** The person of this account joins, as {@link lockInvitation} allows. Throws StoreError `already_member`, too. */
export async function joinWithAccount(
  db: Db,
  tokenHash: string,
  user: { readonly id: string; readonly email: string },
  place: AuditPlace,
): Promise<Joined | null> {
  return inTransaction(db, async (client) => {
    const invitation = await lockInvitation(client, tokenHash, user.email);
    if (!invitation) return null;
    // Two invitations of one person are used one after the other.
    await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [user.id]);
    if (await findRole(client, user.id, invitation.team_id)) throw new StoreError('already_member', {});
    // A holder of the link of a named invitation owns the address, as far as we can know without mail.
    if (invitation.email !== null) await client.query('UPDATE users SET email_verified = true WHERE id = $1', [user.id]);
    return join(client, invitation, user.id, place);
  });
}

/** A new person joins, as {@link lockInvitation} allows. Throws StoreError `account_exists` where the address has an account, too. */
export async function joinAsNewPerson(
  db: Db,
  tokenHash: string,
  person: Omit<NewPerson, 'verified'>,
  place: AuditPlace,
): Promise<Joined | null> {
  return inTransaction(db, async (client) => {
    const invitation = await lockInvitation(client, tokenHash, person.email);
    if (!invitation) return null;
    const userId = await insertPerson(client, { ...person, verified: invitation.email !== null });
    if (userId === null) throw new StoreError('account_exists', {});
    return join(client, invitation, userId, place);
  });
}
