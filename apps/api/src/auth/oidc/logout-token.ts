/** Logout tokens of the provider (OpenID Connect Back-Channel Logout 1.0, 2.6): `jose` checks who signed one, for whom and when. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderLogout } from '@plimsoll/store/provider-sessions';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTVerifyGetKey,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import type { ServerMetadata } from 'openid-client';

export interface LogoutReaderOptions {
  /** As the operator names it: accounts are kept under it. */
  readonly issuer: string;
  readonly clientId: string;
  /** What the provider's document says, kept for a while by who gives it. */
  metadata(): Promise<ServerMetadata>;
  readonly fetchFrom: FetchImplementation;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Of another type (`at+jwt`) it was signed for something else. Some providers give none. */
const types: readonly unknown[] = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt'];
/** A secret that two know proves nothing to either. */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** Some providers give no end: from then on their token counts no more. */
const oldestSeconds = 600;
const skewSeconds = 60;
/** Anybody may send tokens: the provider is asked for its keys no oftener than this, and left alone for a while after a failure. */
const askEveryMs = 1000;
const awayMs = 5000;
const mostCharacters = 1000;

/** The provider's keys are not to be had, which says nothing of the token. `cause`: why not. */
export class KeysAwayError extends Error {
  constructor(cause: unknown) {
    super('the keys of the provider are not to be had', { cause });
    this.name = 'KeysAwayError';
  }
}

const isText = (claim: unknown): claim is string => typeof claim === 'string' && claim !== '' && claim.length <= mostCharacters;

/** jose names what is wrong with a token by a class of its own; an answer that is no JSON has none. */
const isPlain = (error: unknown) => error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC';

/** Throws an Error where the claims are not those of a logout token. */
function readLogout({ payload, protectedHeader: { typ } }: JWTVerifyResult, issuer: string): ProviderLogout {
  const { events, exp, iat = 0, jti, sid, sub } = payload;
  const told =
    typeof events === 'object' && events !== null && Object.hasOwn(events, event) ? (events as Record<string, unknown>)[event] : null;
  if (!types.includes(typ?.toLowerCase())) throw new Error(`its type is ${typ}`);
  if (typeof told !== 'object' || told === null) throw new Error('it tells of no logout');
  // An ID token has one, and must not end a session.
  if (Object.hasOwn(payload, 'nonce')) throw new Error('it has a nonce');
  if (!isText(jti)) throw new Error('it has no jti');
  const [subject, session] = [sub, sid].map((claim) => claim ?? null);
  if (subject === null && session === null) throw new Error('it names neither sub nor sid');
  if ([subject, session].some((claim) => claim !== null && !isText(claim))) throw new Error('its sub or sid is no text, or too long');
  const until = Math.min(exp ?? Number.POSITIVE_INFINITY, iat + oldestSeconds) + skewSeconds;
  return {
    issuer,
    subject: subject as string | null,
    session: session as string | null,
    tokenId: jti,
    // One that is at its end may be judged again within the same second.
    takenUntil: new Date((until + skewSeconds) * 1000),
  };
}

/** Reads logout tokens. The reader throws an Error for one that does not count, and KeysAwayError where nobody can say. */
export function openLogoutReader({
  issuer,
  clientId,
  metadata,
  fetchFrom,
}: LogoutReaderOptions): (token: string) => Promise<ProviderLogout> {
  let awayUntil = 0;
  let known: { readonly address: string; readonly keys: JWTVerifyGetKey } | null = null;

  async function seldom<T>(ask: () => Promise<T>): Promise<T> {
    if (performance.now() < awayUntil) throw new KeysAwayError(new Error('the provider did not answer a moment ago'));
    try {
      return await ask();
    } catch (error) {
      awayUntil = performance.now() + awayMs;
      throw new KeysAwayError(error);
    }
  }

  const askForKeys: FetchImplementation = (url, options) =>
    seldom(async () => {
      const answer = await fetchFrom(url, options);
      if (!answer.ok) throw new Error(`the provider answers ${answer.status} for its keys`);
      return answer;
    });

  function keysAt(address: string): JWTVerifyGetKey {
    if (known?.address !== address) {
      const options = { cooldownDuration: askEveryMs, timeoutDuration: 10_000, [customFetch]: askForKeys };
      const keys = createRemoteJWKSet(new URL(address), options);
      const give: JWTVerifyGetKey = (header, token) =>
        keys(header, token).catch((error: unknown) => {
          // Its answer is none, or came too late.
          const isAway = error instanceof errors.JWKSInvalid || error instanceof errors.JWKSTimeout || isPlain(error);
          throw isAway ? new KeysAwayError(error) : error;
        });
      known = { address, keys: give };
    }
    return known.keys;
  }

  return async (token) => {
    const found = await seldom(metadata);
    if (found.jwks_uri === undefined) throw new KeysAwayError(new Error('the provider names no keys'));
    const algorithms = (found.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) => signatures.includes(name));
    const keys = keysAt(found.jwks_uri);
    const rules = { issuer: found.issuer, audience: clientId, algorithms, maxTokenAge: oldestSeconds, clockTolerance: skewSeconds };
    const verify = () => jwtVerify(token, keys, rules);
    const verified = await verify().catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // The provider may have changed its key since it was asked a moment ago.
      await sleep(askEveryMs);
      return verify();
    });
    return readLogout(verified, issuer);
  };
}
