/** The caller: a person by session cookie, or a program by bearer token. */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Role, Scope } from '@plimsoll/contracts/account';
import { mcpHeader, type TokenBudget } from '@plimsoll/contracts/token-budget';
import type { DbPool } from '@plimsoll/store/db';
import { findPresentRole, findRole, listTeams } from '@plimsoll/store/members';
import { findTokenByHash } from '@plimsoll/store/tokens';
import { accountWords } from '@plimsoll/wording/en/account';
import type { ApiConfig } from '../config.ts';
import { ApiError } from '../http/api-error.ts';
import type { Auth, SignedIn } from './auth.ts';
import { refuseWithoutSecondFactor } from './sign-in-policy.ts';

/** Somebody who acts for a team. */
export interface Caller {
  readonly teamId: string;
  readonly userId: string;
  readonly role: Role;
  /** Null for a person. */
  readonly tokenId: string | null;
  /** The rights a token narrows it to; null for a person. */
  readonly scopes: readonly Scope[] | null;
  /** When its token ends; null: never, or a person. */
  readonly tokenEndsAt: Date | null;
  /** Its token's; null: none, or a person. */
  readonly budget: TokenBudget | null;
  /** Does a token ask for an assistant? */
  readonly byMcp: boolean;
}

const personally = { tokenId: null, scopes: null, tokenEndsAt: null, budget: null, byMcp: false } as const;

const bearerPattern = /^Bearer (plm_[A-Za-z0-9_-]{43})$/;

/** A new token and what is kept of it. */
export function newToken(): { token: string; tokenHash: string } {
  const token = `plm_${randomBytes(32).toString('base64url')}`;
  return { token, tokenHash: hashOfToken(token) };
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The signed-in person, or null. Tokens are not persons. */
export async function findPerson(auth: Auth, headers: IncomingHttpHeaders): Promise<SignedIn | null> {
  if (headers.authorization !== undefined || !headers.cookie) return null;
  return auth.sessionOf(headers.cookie);
}

/** The team a person acts for: the session's, else the first one. */
export async function findMember(db: DbPool, person: SignedIn): Promise<Caller | null> {
  if (person.activeTeamId) {
    const role = await findPresentRole(db, person.user.id, person.activeTeamId);
    if (role) return { teamId: person.activeTeamId, userId: person.user.id, role, ...personally };
  }
  const first = (await listTeams(db, person.user.id))[0];
  const role = first ? await findPresentRole(db, person.user.id, first.id) : null;
  return first && role ? { teamId: first.id, userId: person.user.id, role, ...personally } : null;
}

export interface CallerSources {
  readonly auth: Auth;
  readonly db: DbPool;
  readonly config: Pick<ApiConfig, 'signIn'>;
}

/** Throws ApiError `not_signed_in` without a valid session or token, `forbidden` for a person without a team or without the second factor that is asked for. */
export async function findCaller({ auth, db, config }: CallerSources, headers: IncomingHttpHeaders): Promise<Caller> {
  if (headers.authorization !== undefined) return { ...(await bearer(db, headers.authorization)), byMcp: headers[mcpHeader] !== undefined };
  const person = await findPerson(auth, headers);
  if (!person) throw new ApiError('not_signed_in', accountWords.signInOrToken);
  refuseWithoutSecondFactor(config, person);
  const member = await findMember(db, person);
  if (!member) throw new ApiError('forbidden', accountWords.noTeam);
  return member;
}

async function bearer(db: DbPool, authorization: string): Promise<Omit<Caller, 'byMcp'>> {
  const refused = new ApiError('not_signed_in', accountWords.deadToken, [], { 'www-authenticate': 'Bearer' });
  const token = bearerPattern.exec(authorization)?.[1];
  if (!token) throw refused;
  const found = await findTokenByHash(db, hashOfToken(token));
  if (!found) throw refused;
  // A token never does more than its maker may today.
  const role = await findRole(db, found.userId, found.teamId);
  if (!role) throw refused;
  const { teamId, userId, id: tokenId, scopes, expiresAt: tokenEndsAt, budget } = found;
  return { teamId, userId, role, tokenId, scopes, tokenEndsAt, budget };
}
