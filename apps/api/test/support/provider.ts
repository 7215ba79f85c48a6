/** A provider of identities for tests: ours answers wrongly where a test asks it to, the real one is `oidc-provider`. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { api } from '@plimsoll/contracts/paths';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { Listener } from '@plimsoll/testbed/listen';
import type { ProviderConfig } from '../../src/sign-in-config.ts';
import type { TestApi } from './test-api.ts';

export const clientId = 'plimsoll';
export const clientSecret = 'a-client-secret-that-nobody-may-read';

/** The person who signs in at the provider. */
export interface Identity {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly name?: string;
  readonly groups?: readonly string[];
  readonly acr?: string;
  readonly amr?: readonly string[];
  readonly sid?: string;
}

export function providerConfig(issuer: string, change: Partial<ProviderConfig> = {}): ProviderConfig {
  return {
    issuer,
    clientId,
    clientSecret,
    label: 'Harbour SSO',
    scopes: 'openid profile email groups',
    groupsClaim: 'groups',
    groupRoles: [],
    trustsAddresses: false,
    secondFactor: 'provider',
    acr: [],
    sessionHours: 12,
    signOut: 'here',
    ...change,
  };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface ScriptedProvider {
  readonly issuer: string;
  /** Whoever signs in next. */
  person: Identity;
  /** Changes the ID token's claims, or does something before it is sent. */
  change(claims: Record<string, unknown>): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Changes the document about the provider. */
  describe(document: Record<string, unknown>): Record<string, unknown>;
  /** Changes the signed token. */
  tamper(token: string): string;
  /** A token that it signs. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): string;
  /** How often it was asked for its keys. */
  keysAsked: number;
  /** What was asked for at the token's address. */
  readonly asked: URLSearchParams[];
  /** The browser's way through the provider: answers the address that it comes back to. */
  visit(url: string): string;
  /** Signs with another key from now on, and forgets the one before. */
  replaceKey(): void;
  reset(): void;
  close(): Promise<void>;
}

/** A port that hands logout tokens on to an API that listens at none. */
export const forwardLogouts = (to: () => TestApi): Promise<Listener> =>
  startHttpTarget(async (request, response) => {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const answer = await to().anonymous('POST', api.providerLogout, await text(request), headers);
    response.writeHead(answer.status).end(answer.text);
  });

/** Speaks the code flow by hand: RS256, PKCE, one client. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const makeKey = (kid: string) => ({ kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });
  let key = makeKey('one');
  const codes = new Map<string, { person: Identity; query: URLSearchParams }>();
  const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () =>
      provider.describe({
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      }),
    '/keys': async () => {
      provider.keysAsked += 1;
      return { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'RS256', use: 'sig' }] };
    },
    '/token': async (request, response) => {
      const form = new URLSearchParams(await text(request));
      provider.asked.push(form);
      const found = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const given = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
      if (
        !found ||
        found.query.get('code_challenge') !== challenge ||
        found.query.get('redirect_uri') !== form.get('redirect_uri') ||
        decodeURIComponent(given) !== `${clientId}:${clientSecret}`
      ) {
        response.statusCode = 400;
        return { error: 'invalid_grant' };
      }
      const now = Math.floor(Date.now() / 1000);
      const claims = await provider.change({
        iss: provider.issuer,
        aud: clientId,
        iat: now,
        exp: now + 300,
        nonce: found.query.get('nonce'),
        ...found.person,
      });
      return {
        access_token: randomBytes(8).toString('hex'),
        token_type: 'Bearer',
        id_token: provider.tamper(provider.sign(claims, { typ: 'JWT' })),
      };
    },
  };
  const { url: issuer, close } = await startHttpTarget((request, response) => {
    const answer = answers[new URL(request.url ?? '', 'http://x').pathname];
    (answer ? answer(request, response) : Promise.resolve(null)).then((body) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    });
  });
  const whole = {
    person: { sub: 'nobody' } as Identity,
    change: (claims: Record<string, unknown>) => claims,
    describe: (document: Record<string, unknown>) => document,
    tamper: (token: string) => token,
  };
  const provider: ScriptedProvider = {
    issuer,
    asked: [],
    keysAsked: 0,
    ...whole,
    sign: (claims, header = {}) => {
      const unsigned = `${encode({ alg: 'RS256', kid: key.kid, ...header })}.${encode(claims)}`;
      return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key.privateKey).toString('base64url')}`;
    },
    visit: (url) => {
      const { searchParams: query } = new URL(url);
      const code = randomBytes(8).toString('hex');
      codes.set(code, { person: provider.person, query });
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', query.get('state') ?? '');
      return back.href;
    },
    replaceKey: () => {
      key = makeKey(`${key.kid}+`);
    },
    reset: () => Object.assign(provider, whole),
    close,
  };
  return provider;
}
