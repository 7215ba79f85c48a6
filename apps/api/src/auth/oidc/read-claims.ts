/** The person in a provider's claims, once they were checked. */
import type { ProviderPerson } from '@plimsoll/store/provider-accounts';
import type { ProviderConfig } from '../../sign-in-config.ts';

export type ProviderAnswer = { readonly person: ProviderPerson } | { readonly refused: 'groups_hidden' | 'no_second_factor' };

type Claims = Readonly<Record<string, unknown>>;

const mostNameCharacters = 100;
const mostTexts = 10_000;

/** The claim of this name, or the one that a name with dots leads to: `realm_access.roles`. */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Claims)[part];
  }
  return found;
}

function readTexts(claim: unknown): string[] {
  const listed = Array.isArray(claim) ? claim : [claim];
  return listed.slice(0, mostTexts).filter((one): one is string => typeof one === 'string');
}

/** One line, as names are here; the address stands in where there is none. */
function readName({ name, preferred_username: username, email }: Claims): string {
  const given = [name, username, email].find((one): one is string => typeof one === 'string' && one.trim() !== '');
  return (given ?? '—')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, mostNameCharacters);
}

/** Does the ID token leave out what a sign-in needs? The provider has another answer for it. */
export function leavesOut(claims: Claims, { groupsClaim, groupRoles }: ProviderConfig): boolean {
  if (claims.email === undefined || claims.email_verified === undefined) return true;
  return groupRoles.length > 0 && findClaim(claims, groupsClaim) === undefined;
}

/** The signed token's word counts before the other answer's. That an address is confirmed counts for the address it was said of. */
export function joinClaims(signed: Claims, others: Claims): Claims {
  const { email_verified: _, ...rest } = others;
  return { ...(signed.email === undefined || signed.email === others.email ? others : rest), ...signed };
}

/** Ways to prove who one is (RFC 8176), by kind: knowledge, possession, the body. */
const factorKinds: readonly ReadonlySet<string>[] = [
  new Set(['pwd', 'pin', 'kba']),
  new Set(['otp', 'sms', 'tel', 'hwk', 'swk', 'sc', 'pop']),
  new Set(['face', 'fpt', 'iris', 'retina', 'vbm']),
];

/** Does the ID token say that more than one factor was asked for: by a level (`acr`) that the operator names, else by ways of two kinds (`amr`)? */
export function tellsSecondFactor({ acr, amr }: Claims, levels: readonly string[]): boolean {
  if (levels.length > 0) return typeof acr === 'string' && levels.includes(acr);
  const ways = readTexts(amr);
  return ways.includes('mfa') || factorKinds.filter((kind) => ways.some((way) => kind.has(way))).length > 1;
}

/**
 * An address counts where the provider says that it is confirmed, or the operator trusts it without. Entra leaves out the groups of people who
 * have very many: without them nobody could tell whose roles end.
 */
export function readClaims(claims: Claims, { issuer, groupsClaim, groupRoles, trustsAddresses }: ProviderConfig): ProviderAnswer {
  const hidden = claims._claim_names;
  const groups = findClaim(claims, groupsClaim);
  if (groupRoles.length > 0 && groups === undefined && typeof hidden === 'object' && hidden !== null && Object.hasOwn(hidden, groupsClaim))
    return { refused: 'groups_hidden' };
  const { email, email_verified: verified, sub } = claims;
  const confirmed = verified === true || verified === 'true' || (trustsAddresses && verified === undefined);
  return {
    person: {
      issuer,
      subject: String(sub),
      email: confirmed && typeof email === 'string' && /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 320 ? email.toLowerCase() : null,
      name: readName(claims),
      groups: readTexts(groups),
    },
  };
}
