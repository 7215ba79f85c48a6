/**
 * Accounts of people who sign in at the installation's provider (OpenID Connect). An account belongs to one subject of the provider; the
 * address only leads to it the first time (docs/decisions/2026-11-26-sign-in-by-a-provider.md).
 */
import type { GroupRole } from '@plimsoll/contracts/group-roles';
import type { SignInFailure } from '@plimsoll/contracts/sign-in';
import { type AuditPlace, writeAuditOfPerson } from '../audit/audited.ts';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { newId } from './accounts.ts';
import { applyGroupRoles } from './group-roles.ts';
import { findInvitation } from './invitations.ts';

/** A person as the provider describes one, after its answer was checked. */
export interface ProviderPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Null: no address that the provider has confirmed. */
  readonly email: string | null;
  readonly name: string;
  readonly groups: readonly string[];
}

export interface ProviderRules {
  readonly groupRoles: readonly GroupRole[];
  /** Has anybody at the provider an account who asks for one? */
  readonly open: boolean;
  /** Hash of the token of an invitation that the person is on the way to. */
  readonly invitation: string | null;
}

export type ProviderSignIn = { readonly userId: string; readonly email: string } | { readonly refused: SignInFailure };

/** How accounts name the provider of this issuer. */
export const providerOf = (issuer: string): string => `oidc ${issuer}`;

interface KnownAccount {
  readonly id: string;
  readonly email: string;
}

async function findBySubject(client: Db, { issuer, subject }: ProviderPerson): Promise<KnownAccount | null> {
  const { rows } = await client.query<KnownAccount>(
    'SELECT u.id, u.email FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.provider_id = $1 AND a.account_id = $2 FOR UPDATE OF u',
    [providerOf(issuer), subject],
  );
  return first(rows);
}

/** Does the account belong to a subject of this provider? */
export async function hasProvider(db: Db, userId: string, issuer: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM accounts WHERE user_id = $1 AND provider_id = $2 LIMIT 1', [userId, providerOf(issuer)]);
  return rowCount !== 0;
}

async function insertLink(client: Db, userId: string, { issuer, subject }: ProviderPerson): Promise<void> {
  await client.query('INSERT INTO accounts (id, account_id, provider_id, user_id, updated_at) VALUES ($1, $2, $3, $4, now())', [
    newId(),
    subject,
    providerOf(issuer),
    userId,
  ]);
}

/**
 * The account of this address belongs to its confirmed holder from now on. Whoever made it, or knows its password, is out: password, second
 * factor, passkeys, sessions and open links end; tokens too, where nobody ever confirmed the address.
 */
async function takeOver(client: Db, userId: string, confirmed: boolean): Promise<void> {
  // A trigger ends links and started sign-ins with the password.
  await client.query(`UPDATE accounts SET password = NULL, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'`, [userId]);
  await client.query('DELETE FROM two_factors WHERE user_id = $1', [userId]);
  await client.query('DELETE FROM passkeys WHERE user_id = $1', [userId]);
  await client.query('UPDATE users SET two_factor_enabled = false, email_verified = true, updated_at = now() WHERE id = $1', [userId]);
  await client.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
  await client.query('DELETE FROM device_logins WHERE user_id = $1', [userId]);
  if (!confirmed) await client.query('UPDATE tokens SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL', [userId]);
}

/** The account of this address, linked to the subject; null: there is none. */
async function linkByAddress(
  client: Db,
  person: ProviderPerson,
  email: string,
  place: AuditPlace,
): Promise<KnownAccount | SignInFailure | null> {
  const { rows } = await client.query<KnownAccount & { confirmed: boolean }>(
    'SELECT id, email, email_verified AS confirmed FROM users WHERE email = lower($1) FOR UPDATE',
    [email],
  );
  const account = first(rows);
  if (!account) return null;
  // The provider gave the address to somebody else since: the account stays its first holder's.
  if (await hasProvider(client, account.id, person.issuer)) return 'other_subject';
  await takeOver(client, account.id, account.confirmed);
  await insertLink(client, account.id, person);
  await writeAuditOfPerson(client, email, place, 'account.link');
  return account;
}

/** The address follows the provider's, where nobody else has it. */
async function followAddress(client: Db, account: KnownAccount, email: string | null): Promise<KnownAccount> {
  if (email === null || email.toLowerCase() === account.email) return account;
  const { rowCount } = await client.query(
    `UPDATE users SET email = lower($2), email_verified = true, updated_at = now()
     WHERE id = $1 AND NOT EXISTS (SELECT FROM users other WHERE other.email = lower($2))`,
    [account.id, email],
  );
  return rowCount === 1 ? { ...account, email: email.toLowerCase() } : account;
}

async function mayHaveAccount(client: Db, person: ProviderPerson, { groupRoles, open, invitation }: ProviderRules): Promise<boolean> {
  if (open || groupRoles.some(({ group }) => person.groups.includes(group))) return true;
  const invited = invitation === null ? null : await findInvitation(client, invitation);
  return invited !== null && (invited.email === null || invited.email === person.email?.toLowerCase());
}

async function insertAccount(client: Db, person: ProviderPerson, email: string): Promise<KnownAccount> {
  const account = { id: newId(), email: email.toLowerCase() };
  await client.query('INSERT INTO users (id, name, email, email_verified) VALUES ($1, $2, $3, true)', [
    account.id,
    person.name,
    account.email,
  ]);
  await insertLink(client, account.id, person);
  return account;
}

/**
 * Finds, links or makes the account of this person, and gives it the roles of its groups. Where groups gave all its memberships and it has
 * none left, it is refused, and its sessions end.
 */
export async function signInByProvider(db: Db, person: ProviderPerson, rules: ProviderRules, place: AuditPlace): Promise<ProviderSignIn> {
  return inTransaction(db, async (client): Promise<ProviderSignIn> => {
    // Two first sign-ins of one person, or of one address, wait for each other.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 4300))', [person.email ?? `${person.issuer} ${person.subject}`]);
    const known = await findBySubject(client, person);
    let account = known && (await followAddress(client, known, person.email));
    if (!account) {
      if (person.email === null) return { refused: 'unverified' };
      const linked = await linkByAddress(client, person, person.email, place);
      if (typeof linked === 'string') return { refused: linked };
      account = linked;
      if (!account) {
        if (!(await mayHaveAccount(client, person, rules))) return { refused: rules.groupRoles.length > 0 ? 'no_group' : 'no_account' };
        account = await insertAccount(client, person, person.email);
      }
    }
    await applyGroupRoles(client, account.id, rules.groupRoles, person.groups, place);
    // Where groups let people in, who has none and belongs to no team is out, and what is open ends.
    if (rules.groupRoles.length > 0 && !(await hasTeam(client, account.id)) && !(await mayHaveAccount(client, person, rules))) {
      await client.query('DELETE FROM sessions WHERE user_id = $1', [account.id]);
      return { refused: 'no_group' };
    }
    return { userId: account.id, email: account.email };
  });
}

async function hasTeam(client: Db, userId: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM members WHERE user_id = $1 LIMIT 1', [userId]);
  return rowCount !== 0;
}
