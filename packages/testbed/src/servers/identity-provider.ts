/** A real provider of identities on loopback (`oidc-provider`), with its own sign-in page: whoever types a name there is that person. */
import { generateKeyPairSync } from 'node:crypto';
import Provider from 'oidc-provider';
import { startHttpTarget } from '../http-target.ts';
import { walkForms } from './form-walk.ts';

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

export interface IdentityProviderOptions {
  /** Where it sends people back to. */
  readonly redirectUri: string;
  /** Where it says that somebody signed out. */
  readonly logoutUri?: string;
  /** Groups of a person, by the name that is typed; a person without an entry is unknown. */
  readonly people: Readonly<Record<string, { readonly groups: readonly string[]; readonly confirmed?: boolean }>>;
}

/** Addresses are `<name>@example.com`. */
export async function startIdentityProvider({ redirectUri, logoutUri, people }: IdentityProviderOptions): Promise<IdentityProvider> {
  const client = { client_id: 'plimsoll', client_secret: 'secret-of-a-client-in-tests' };
  const { url: issuer, close } = await startHttpTarget((request, response) => answer(request, response));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/sign-in', redirectUri).href],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        ...(logoutUri === undefined ? {} : { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig' } as never] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    cookies: { keys: ['a key of cookies in tests'] },
    pkce: { required: () => true },
    features: { backchannelLogout: { enabled: true } },
    // Its own goes to no address of this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as never),
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
    close,
  };
}

/** The way of a person of this name through its pages, with the cookies of a browser; answers the address that it sends the browser back to. */
export const passThrough = (url: string, name: string, cookies?: Map<string, string>): Promise<string> =>
  walkForms(url, { login: name, password: 'any' }, cookies);
