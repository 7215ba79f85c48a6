/**
 * Keycloak, unmodified, with a realm of our own in memory. Fetched once by Maven (165 MB) and prepared, into a folder that `npm ci` empties; needs
 * Java 17.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from '../find-command.ts';
import { freePort } from '../free-port.ts';
import type { RunningProvider } from './dex.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

const version = '26.5.6';
const folder = join(import.meta.dirname, `../../../../node_modules/.cache/keycloak-${version}`);
const home = join(folder, `keycloak-${version}`);
const prepared = join(folder, 'prepared');
const run = promisify(execFile);

/** Fetches and prepares it where that was not done. Answers why it cannot be, or null. */
export async function fetchKeycloak(): Promise<string | null> {
  if (existsSync(prepared)) return null;
  const [maven, unzip, java] = [findCommand('mvn'), findCommand('unzip'), findCommand('java')];
  if (maven === null || unzip === null || java === null) return 'Keycloak needs Maven, unzip and Java.';
  mkdirSync(folder, { recursive: true });
  try {
    if (!existsSync(home)) {
      const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`;
      const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
      await run(maven, ['-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], { timeout: 240_000 });
      await run(unzip, ['-q', '-o', join(folder, `keycloak-quarkus-dist-${version}.zip`), '-d', folder]);
    }
    await run(join(home, 'bin/kc.sh'), ['build', '--db=dev-mem'], { timeout: 240_000 });
  } catch (error) {
    return `Keycloak cannot be fetched or prepared: ${error instanceof Error ? error.message.slice(0, 300) : error}`;
  }
  writeFileSync(prepared, '');
  return null;
}

/** Password of everybody in the realm. */
export const keycloakPassword = 'password';
/** In Base32: secret of the authenticator app of `otto`. */
export const keycloakAppSecret = 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U';
const appSecretText = 'abcdefghijklmnopqrst';

const password = { type: 'password', value: keycloakPassword };
const person = (name: string, more: object) => ({
  username: name,
  firstName: name.charAt(0).toUpperCase() + name.slice(1),
  lastName: 'Kay',
  email: `${name}@example.com`,
  emailVerified: true,
  enabled: true,
  credentials: [password],
  ...more,
});

/** `kim` and `lee` are in the group `dev`; `otto`, too, with an app; the address of `nora` is not confirmed; `keeper` administers the realm. */
const realm = (redirectUri: string, logoutUri: string, client: { readonly clientId: string; readonly clientSecret: string }) => ({
  realm: 'plimsoll',
  enabled: true,
  groups: [{ name: 'dev' }],
  clients: [
    {
      clientId: client.clientId,
      secret: client.clientSecret,
      redirectUris: [redirectUri],
      publicClient: false,
      standardFlowEnabled: true,
      attributes: {
        'pkce.code.challenge.method': 'S256',
        'post.logout.redirect.uris': new URL('/sign-in', redirectUri).href,
        'backchannel.logout.url': logoutUri,
        'backchannel.logout.session.required': 'true',
      },
      protocolMappers: [
        {
          name: 'groups',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-group-membership-mapper',
          config: { 'claim.name': 'groups', 'full.path': 'false', 'id.token.claim': 'true' },
        },
        { name: 'amr', protocol: 'openid-connect', protocolMapper: 'oidc-amr-mapper', config: { 'id.token.claim': 'true' } },
      ],
    },
  ],
  users: [
    person('kim', { groups: ['dev'] }),
    person('lee', { groups: ['dev'] }),
    person('nora', { groups: ['dev'], emailVerified: false }),
    person('otto', {
      groups: ['dev'],
      credentials: [
        password,
        {
          type: 'otp',
          secretData: JSON.stringify({ value: appSecretText }),
          credentialData: JSON.stringify({ subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1' }),
        },
      ],
    }),
    person('keeper', { clientRoles: { 'realm-management': ['realm-admin'] } }),
  ],
});

export interface RunningKeycloak extends RunningProvider {
  /** Signs with a new key from now on. */
  replaceKey(): Promise<void>;
  /** Ends all sessions of this person, one after another, as its administrators do. */
  signOut(username: string): Promise<void>;
  /** Has its ID tokens say `pwd` and `otp` for the steps of a sign-in (`amr`). */
  tellFactors(): Promise<void>;
}

/** `logoutUri`: where it says that somebody signed out. */
export async function startKeycloak(redirectUri: string, logoutUri: string): Promise<RunningKeycloak> {
  const [port, management] = [await freePort(), await freePort()];
  const client = { clientId: 'plimsoll', clientSecret: 'a-secret-of-a-client-in-tests' };
  const origin = `http://127.0.0.1:${port}`;
  mkdirSync(join(home, 'data/import'), { recursive: true });
  writeFileSync(join(home, 'data/import/plimsoll-realm.json'), JSON.stringify(realm(redirectUri, logoutUri, client)));
  const files = createServerFolder();
  const java = [
    findCommand('java') ?? 'java',
    '-Xmx512m',
    `-Dkc.home.dir=${home}`,
    `-Djboss.server.config.dir=${home}/conf`,
    '-Djava.util.logging.manager=org.jboss.logmanager.LogManager',
    '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory',
    ...['java.util', 'java.util.concurrent', 'java.security'].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
    '-cp',
    join(home, 'lib/quarkus-run.jar'),
    'io.quarkus.bootstrap.runner.QuarkusEntryPoint',
  ];
  const options = {
    'http-enabled': true,
    'http-host': '127.0.0.1',
    'http-port': port,
    'http-management-port': management,
    'hostname-strict': false,
    cache: 'local',
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const running = await spawnServer([...java, 'start', '--optimized', '--import-realm', ...args], files, port, 120_000);
  const issuer = `${origin}/realms/plimsoll`;

  /** As the realm's keeper: asks, adds what `body` is, or removes where it is null. */
  async function administer<Answer>(path: string, body?: object | null): Promise<Answer> {
    const form = { grant_type: 'password', client_id: 'admin-cli', username: 'keeper', password: keycloakPassword };
    const signedIn = await fetch(`${issuer}/protocol/openid-connect/token`, { method: 'POST', body: new URLSearchParams(form) });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    const answer = await fetch(`${origin}/admin/realms/plimsoll/${path}`, {
      method: body === undefined ? 'GET' : body === null ? 'DELETE' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Keycloak answers ${answer.status} to ${path}: ${text.slice(0, 500)}`);
    return (text === '' ? null : JSON.parse(text)) as Answer;
  }

  return {
    issuer,
    ...client,
    replaceKey: () =>
      administer('components', {
        name: 'newer',
        providerId: 'rsa-generated',
        providerType: 'org.keycloak.keys.KeyProvider',
        config: { priority: ['200'], keySize: ['2048'], algorithm: ['RS256'] },
      }),
    signOut: async (username) => {
      const [found] = await administer<{ id: string }[]>(`users?exact=true&username=${username}`);
      if (!found) throw new Error(`Keycloak knows no ${username}`);
      for (const { id } of await administer<{ id: string }[]>(`users/${found.id}/sessions`)) await administer(`sessions/${id}`, null);
    },
    tellFactors: async () => {
      const steps = await administer<{ id: string; providerId?: string }[]>('authentication/flows/browser/executions');
      for (const [provider, value] of [
        ['auth-username-password-form', 'pwd'],
        ['auth-otp-form', 'otp'],
      ] as const) {
        const step = steps.find(({ providerId }) => providerId === provider);
        if (!step) throw new Error(`Keycloak has no step ${provider}`);
        const config = { 'default.reference.value': value, 'default.reference.maxAge': '3600' };
        await administer(`authentication/executions/${step.id}/config`, { alias: value, config });
      }
    },
    close: running.close,
  };
}
