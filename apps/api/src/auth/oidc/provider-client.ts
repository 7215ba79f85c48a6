/** The installation's provider (OpenID Connect): authorization code with PKCE, state and nonce. `openid-client` checks what comes back. */
import * as oidc from 'openid-client';
import type { ProviderConfig } from '../../config.ts';
import { providerFetch, refusePlain } from './provider-fetch.ts';
import { joinClaims, leavesOut, type ProviderAnswer, readClaims } from './read-claims.ts';

/** The parts of a sign-in that stay with the browser until it comes back. */
export interface StartedSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface ProviderClient {
  /** The provider's page, and what to keep. Throws ProviderError `provider`. */
  begin(): Promise<{ readonly url: URL; readonly started: StartedSignIn }>;
  /** Who came back, from the query of the address that the provider sent the browser to. Throws ProviderError. */
  finish(query: URLSearchParams, started: StartedSignIn): Promise<ProviderAnswer>;
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

/** Keys and addresses of a provider change: they are asked for anew after this time. */
const knownForMs = 3_600_000;

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

export function openProviderClient(config: ProviderConfig, redirectUri: string): ProviderClient {
  let known: { readonly asked: Promise<oidc.Configuration>; readonly until: number } | null = null;

  const fetchFrom: oidc.CustomFetch = providerFetch(config.issuer);
  // The provider's way allows requests without TLS on loopback alone.
  const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];
  const discover = async () => {
    const found = await oidc.discovery(
      new URL(config.issuer),
      config.clientId,
      {},
      config.clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(config.clientSecret),
      { [oidc.customFetch]: fetchFrom, execute },
    );
    const methods = found.serverMetadata().token_endpoint_auth_methods_supported;
    // In a body a secret stands as it is; in a header some providers do not undo its encoding.
    if (config.clientSecret === null || !methods?.includes('client_secret_post')) return found;
    const posting = new oidc.Configuration(found.serverMetadata(), config.clientId, {}, oidc.ClientSecretPost(config.clientSecret));
    posting[oidc.customFetch] = fetchFrom;
    for (const prepare of execute) prepare(posting);
    return posting;
  };

  const configuration = (): Promise<oidc.Configuration> => {
    if (known && known.until > Date.now()) return known.asked;
    const asked = discover();
    known = { asked, until: Date.now() + knownForMs };
    // A provider that was away is asked again by the next person.
    asked.catch(() => {
      known = null;
    });
    return asked;
  };

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
        const asks = found.serverMetadata().userinfo_endpoint !== undefined && leavesOut(claims, config);
        const more = asks ? await oidc.fetchUserInfo(found, tokens.access_token, claims.sub) : {};
        return readClaims(joinClaims({ ...claims }, { ...more }), config);
      } catch (error) {
        throw explain(error);
      }
    },
  };
}
