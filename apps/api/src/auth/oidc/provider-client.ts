/** The installation's provider (OpenID Connect): authorization code with PKCE, state and nonce. `openid-client` checks what comes back. */

import type { ProviderLogout } from '@plimsoll/store/provider-sessions';
import { noTraces, type Traces } from '@plimsoll/telemetry/spans';
import * as oidc from 'openid-client';
import type { ProviderConfig } from '../../sign-in-config.ts';
import { KeysAwayError, openLogoutReader } from './logout-token.ts';
import { providerFetch, refusePlain } from './provider-fetch.ts';
import { joinClaims, leavesOut, type ProviderAnswer, readClaims, tellsSecondFactor } from './read-claims.ts';

/** The parts of a sign-in that stay with the browser until it comes back. */
export interface StartedSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface FinishedSignIn {
  readonly answer: ProviderAnswer;
  /** Signed by the provider, and checked. A secret. */
  readonly idToken: string;
  /** The provider's own session (`sid`); null: it names none. */
  readonly session: string | null;
}

export interface ProviderClient {
  /** The provider's page, and what to keep. Throws ProviderError `provider`. */
  begin(): Promise<{ readonly url: URL; readonly started: StartedSignIn }>;
  /** Who came back, from the query of the address that the provider sent the browser to. Throws ProviderError. */
  finish(query: URLSearchParams, started: StartedSignIn): Promise<FinishedSignIn>;
  /**
   * The provider's page that ends its session and sends the browser back to our sign-in page; null: it has none. `idToken`: the one of the
   * session, which spares the person a question there. Throws ProviderError `provider`, within seconds.
   */
  leave(idToken: string | null): Promise<URL | null>;
  /** Who signed out at the provider, as its logout token says. Throws ProviderError `provider` where the token does not count, ProviderAwayError where nobody can say. */
  readLogout(token: string): Promise<ProviderLogout>;
}

/** `detail` is for the log; it holds no secret. */
export class ProviderError extends Error {
  readonly kind: 'cancelled' | 'provider' | 'expired';
  constructor(kind: 'cancelled' | 'provider' | 'expired', detail: string) {
    super(detail);
    this.name = 'ProviderError';
    this.kind = kind;
  }
}

/** It says nothing of who asks: the same question may have an answer a moment later. */
export class ProviderAwayError extends ProviderError {
  constructor(detail: string) {
    super('provider', detail);
    this.name = 'ProviderAwayError';
  }
}

/** Addresses of a provider change: they are asked for anew after this time. Its keys are asked for at each sign-in, so that a new one counts at once. */
const knownForMs = 3_600_000;

/** Somebody who signs out waits no longer for the provider's addresses. */
const patienceToLeaveMs = 3000;

async function soon<T>(asked: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const patience = setTimeout(() => late.reject(new Error('no answer in time')), patienceToLeaveMs);
  return Promise.race([asked, late.promise]).finally(() => clearTimeout(patience));
}

// A cause may be an answer with tokens in it: only names, codes and the library's own words are told.
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, error: word } = error as { code?: unknown; error?: unknown };
  return [error.name, code, word, error.message].filter((part) => typeof part === 'string' && part !== '').join(': ');
}

function explain(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof oidc.AuthorizationResponseError)
    return new ProviderError(
      error.error === 'access_denied' || error.error === 'login_required' ? 'cancelled' : 'provider',
      describe(error),
    );
  return new ProviderError('provider', describe(error));
}

export function openProviderClient(config: ProviderConfig, redirectUri: string, traces: Traces = noTraces): ProviderClient {
  let known: { readonly asked: Promise<oidc.ServerMetadata>; readonly until: number } | null = null;

  const fetchFrom = providerFetch(config.issuer, traces);
  const discover = async () => {
    const options = { [oidc.customFetch]: fetchFrom, execute: [oidc.allowInsecureRequests] };
    const found = await oidc.discovery(new URL(config.issuer), config.clientId, {}, oidc.None(), options);
    return found.serverMetadata();
  };

  const metadata = (): Promise<oidc.ServerMetadata> => {
    if (known && known.until > Date.now()) return known.asked;
    const asked = discover();
    known = { asked, until: Date.now() + knownForMs };
    // A provider that was away is asked again by the next person.
    asked.catch(() => {
      known = null;
    });
    return asked;
  };

  function authentication({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata): oidc.ClientAuth {
    if (config.clientSecret === null) return oidc.None();
    // In a body a secret stands as it is; in a header some providers do not undo its encoding.
    return methods?.includes('client_secret_post')
      ? oidc.ClientSecretPost(config.clientSecret)
      : oidc.ClientSecretBasic(config.clientSecret);
  }

  /** One for each sign-in: it keeps the keys that it asked for. */
  const configuration = async (): Promise<oidc.Configuration> => {
    const found = await metadata();
    const made = new oidc.Configuration(found, config.clientId, {}, authentication(found));
    made[oidc.customFetch] = fetchFrom;
    // The provider's way allows requests without TLS on loopback alone.
    oidc.allowInsecureRequests(made);
    oidc.enableNonRepudiationChecks(made);
    return made;
  };

  const { issuer, clientId } = config;
  const readLogout = openLogoutReader({ issuer, clientId, metadata, fetchFrom });

  return {
    begin: async () => {
      try {
        const started = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: config.scopes,
          state: started.state,
          nonce: started.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(started.verifier),
          code_challenge_method: 'S256',
          ...(config.acr.length > 0 ? { acr_values: config.acr.join(' ') } : {}),
        });
        refusePlain(config.issuer, url);
        return { url, started };
      } catch (error) {
        throw explain(error);
      }
    },
    finish: async (query, { state, nonce, verifier }) => {
      try {
        const found = await configuration();
        const url = new URL(redirectUri);
        url.search = query.toString();
        const tokens = await oidc.authorizationCodeGrant(found, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new ProviderError('provider', 'no ID token');
        const idToken = tokens.id_token ?? '';
        const session = typeof claims.sid === 'string' && claims.sid !== '' ? claims.sid : null;
        if (config.secondFactor === 'told' && !tellsSecondFactor({ ...claims }, config.acr))
          return { answer: { refused: 'no_second_factor' }, idToken, session };
        const asks = found.serverMetadata().userinfo_endpoint !== undefined && leavesOut(claims, config);
        const more = asks ? await oidc.fetchUserInfo(found, tokens.access_token, claims.sub) : {};
        return { answer: readClaims(joinClaims({ ...claims }, { ...more }), config), idToken, session };
      } catch (error) {
        throw explain(error);
      }
    },
    leave: async (idToken) => {
      try {
        const found = await soon(configuration());
        if (found.serverMetadata().end_session_endpoint === undefined) return null;
        const url = oidc.buildEndSessionUrl(found, {
          post_logout_redirect_uri: new URL('/sign-in', redirectUri).href,
          ...(idToken === null ? {} : { id_token_hint: idToken }),
        });
        refusePlain(config.issuer, url);
        return url;
      } catch (error) {
        throw explain(error);
      }
    },
    readLogout: async (token) => {
      try {
        return await readLogout(token);
      } catch (error) {
        throw error instanceof KeysAwayError ? new ProviderAwayError(describe(error.cause)) : explain(error);
      }
    },
  };
}
