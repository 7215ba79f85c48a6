/** A real provider of identities on loopback (`oidc-provider`), with its own sign-in page: whoever types a name there is that person. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

export interface IdentityProviderOptions {
  /** Where it sends people back to. */
  readonly redirectUri: string;
  /** Groups of a person, by the name that is typed; a person without an entry is unknown. */
  readonly people: Readonly<Record<string, { readonly groups: readonly string[]; readonly confirmed?: boolean }>>;
}

/** Addresses are `<name>@example.com`. */
export async function startIdentityProvider({ redirectUri, people }: IdentityProviderOptions): Promise<IdentityProvider> {
  const client = { client_id: 'plimsoll', client_secret: 'secret-of-a-client-in-tests' };
  const server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri], grant_types: ['authorization_code'], response_types: ['code'] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig' } as never] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    cookies: { keys: ['a key of cookies in tests'] },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, name) => {
      const person = people[name];
      if (!person) return undefined;
      const claims = {
        sub: name,
        email: `${name}@example.com`,
        email_verified: person.confirmed ?? true,
        name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        groups: [...person.groups],
      };
      return { accountId: name, claims: async () => claims };
    },
  });
  const answer = provider.callback();
  return {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The way of a person through its pages, as a browser without scripts goes it; answers the address that it sends the browser back to. */
export async function passThrough(url: string, name: string): Promise<string> {
  const origin = new URL(url).origin;
  const cookies = new Map<string, string>();
  const go = async (to: string, form?: Record<string, string>) => {
    const answer = await fetch(to, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    return { page: await answer.text(), location: answer.headers.get('location') };
  };
  let at = url;
  for (let step = 0; step < 12; step += 1) {
    const { page, location } = await go(at);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const next =
      location ?? (prompt ? (await go(at, { prompt, ...(prompt === 'login' ? { login: name, password: 'any' } : {}) })).location : null);
    if (next === null) throw new Error(`the provider stands still at ${at}: ${page.slice(0, 500)}`);
    at = new URL(next, at).href;
    if (new URL(at).origin !== origin) return at;
  }
  throw new Error('the provider leads round in a circle');
}
