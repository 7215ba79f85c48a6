/** Signing in at providers that nobody here wrote, Dex and Keycloak. They are large to fetch and to build: `npm run proof` does. */
import type { Session } from '@plimsoll/contracts/account';
import { groupRolesSchema } from '@plimsoll/contracts/group-roles';
import { api } from '@plimsoll/contracts/paths';
import { codeOf } from '@plimsoll/testbed/authenticator';
import { putTeam } from '@plimsoll/testbed/people';
import { buildDex, dexPassword, startDex } from '@plimsoll/testbed/servers/dex';
import { walkForms } from '@plimsoll/testbed/servers/form-walk';
import { fetchKeycloak, keycloakAppSecret, keycloakPassword, startKeycloak } from '@plimsoll/testbed/servers/keycloak';
import { until } from '@plimsoll/testbed/until';
import { describe, expect, test } from 'vitest';
import { openProviderClient } from '../../src/auth/oidc/provider-client.ts';
import type { ProviderConfig } from '../../src/sign-in-config.ts';
import { type Answer, readCookie } from '../support/asking.ts';
import { owner } from '../support/people.ts';
import { forwardLogouts, providerConfig } from '../support/provider.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const baseUrl = 'https://plimsoll.example';
const redirectUri = `${baseUrl}${api.providerReturn}`;
const [withoutDex, withoutKeycloak] = await Promise.all([buildDex(), fetchKeycloak()]);

/** An API on a database of its own, or on that of another one. */
async function apiFor(provider: ProviderConfig, { secondFactor = false, beside }: { secondFactor?: boolean; beside?: TestApi } = {}) {
  const signIn = { policy: 'both', secondFactor, provider } as const;
  const started = await startTestApi({ baseUrl, signIn, ...(beside ? { databaseUrl: beside.config.databaseUrl } : {}) });
  if (!beside) {
    await owner(started);
    await putTeam(started.context.db, 'Checkout');
  }
  return started;
}

/** The whole way of a browser, which has these cookies at the provider. */
async function come(at: TestApi, fields: Record<string, string>, cookies = new Map<string, string>()): Promise<Answer> {
  const begun = await at.anonymous<{ url: string }>('POST', api.providerSignIn, {});
  expect(begun.status, begun.text).toBe(200);
  const back = new URL(await walkForms(begun.body.url, fields, cookies));
  return at.anonymous('GET', back.pathname + back.search, undefined, { cookie: readCookie(begun) });
}
const headerOf = (cookies: ReadonlyMap<string, string>) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const failureOf = (answer: Answer) => new URL(String(answer.headers.location), baseUrl).searchParams.get('failed');
const sessionOf = async (at: TestApi, answer: Answer) => (await at.as({ cookie: readCookie(answer) })<Session>('GET', api.session)).body;
const rolesOf = (session: Session) => session.teams.map(({ role }) => role);

describe.skipIf(withoutDex)(`Dex (${withoutDex ?? '2.41.1'})`, () => {
  test('gives roles by the groups of its connectors, and its keys may change under way', async () => {
    const dex = await startDex(redirectUri);
    const settings = providerConfig(dex.issuer, {
      ...dex,
      scopes: 'openid profile email groups',
      groupRoles: groupRolesSchema.parse('authors:editor@Checkout'),
    });
    const started = await apiFor(settings);
    try {
      const by = async (connector: string, fields: Record<string, string>) => {
        const begun = await started.anonymous<{ url: string }>('POST', api.providerSignIn, {});
        const url = new URL(begun.body.url);
        url.pathname += `/${connector}`;
        const back = new URL(await walkForms(url.href, fields));
        return started.anonymous('GET', back.pathname + back.search, undefined, { cookie: readCookie(begun) });
      };
      const kilgore = await sessionOf(started, await by('mock', {}));
      expect(kilgore.user).toMatchObject({ name: 'Kilgore Trout', email: 'kilgore@kilgore.trout' });
      expect(rolesOf(kilgore)).toEqual(['editor']);
      // Those of its own list of passwords have no groups.
      expect(failureOf(await by('local', { login: 'dora@example.com', password: dexPassword }))).toBe('no_group');
      // It names no page to sign out at.
      expect(await openProviderClient(settings, redirectUri).leave(null)).toBeNull();
      const keys = async () => JSON.stringify(await (await fetch(`${dex.issuer}/keys`)).json());
      const before = await keys();
      await until('another key', 90_000, keys, (now) => now !== before);
      expect((await sessionOf(started, await by('mock', {}))).user.id).toBe(kilgore.user.id);
    } finally {
      await started.close();
      await dex.close();
    }
  });
});

describe.skipIf(withoutKeycloak)(`Keycloak (${withoutKeycloak ?? '26.5.6'})`, () => {
  test('gives roles by its groups, knows which addresses are confirmed, changes its key, and tells of second factors and of who signed out', async () => {
    const logouts = await forwardLogouts(() => started);
    const keycloak = await startKeycloak(redirectUri, logouts.url);
    const settings = providerConfig(keycloak.issuer, {
      ...keycloak,
      scopes: 'openid profile email',
      groupRoles: groupRolesSchema.parse('dev:editor@Checkout'),
      signOut: 'provider',
    });
    const started = await apiFor(settings);
    const told = await apiFor({ ...settings, secondFactor: 'told' }, { secondFactor: true, beside: started });
    try {
      const as = (username: string) => ({ username, password: keycloakPassword });
      const cookies = new Map<string, string>();
      const kim = await sessionOf(started, await come(started, as('kim'), cookies));
      expect(kim.user).toMatchObject({ name: 'Kim Kay', email: 'kim@example.com' });
      expect(rolesOf(kim)).toEqual(['editor']);
      // Signed in there, nobody is asked again.
      expect((await sessionOf(started, await come(started, {}, cookies))).user.id).toBe(kim.user.id);
      expect(failureOf(await come(started, as('nora')))).toBe('unverified');
      // Signing out there, too: with the ID token nobody is asked, and the next sign-in begins with the password.
      const out = await come(started, {}, cookies);
      const left = await started.as({ cookie: readCookie(out) })<{ url: string }>('POST', api.signOut, {});
      expect(new URL(left.body.url).searchParams.get('id_token_hint')).toMatch(/^eyJ/);
      expect((await fetch(left.body.url, { redirect: 'manual', headers: { cookie: headerOf(cookies) } })).headers.get('location')).toBe(
        `${baseUrl}/sign-in`,
      );
      await expect(come(started, {}, cookies)).rejects.toThrow();
      await keycloak.replaceKey();
      expect((await sessionOf(started, await come(started, as('kim')))).user.id).toBe(kim.user.id);
      // It holds the client to PKCE.
      const { url } = await openProviderClient(settings, redirectUri).begin();
      url.searchParams.delete('code_challenge');
      url.searchParams.delete('code_challenge_method');
      expect(new URL(await walkForms(url.href, as('kim'))).searchParams.get('error')).toBe('invalid_request');

      // Its administrator ends her sessions there, and so those that it opened here; nobody else's.
      const [one, two, other] = [await come(started, as('kim')), await come(started, as('kim')), await come(started, as('lee'))];
      const isOpen = async (answer: Answer) => (await started.as({ cookie: readCookie(answer) })('GET', api.session)).status === 200;
      expect(await Promise.all([one, two, other].map(isOpen))).toEqual([true, true, true]);
      await keycloak.signOut('kim');
      await until(
        'the end of her sessions',
        30_000,
        () => Promise.all([one, two].map(isOpen)),
        (open) => !open.includes(true),
      );
      expect(await isOpen(other)).toBe(true);
      // With the two that were left of the first browser when it signed out, and the one from before.
      const { rows } = await started.context.db.query(`SELECT details FROM audit_entries WHERE action = 'session.end' ORDER BY id`);
      expect(rows).toEqual([2, 1, 1, 1].map((sessions) => ({ details: { by: 'oidc', sessions } })));

      // Each code works once there.
      const withApp = (steps: number) => ({ ...as('otto'), otp: codeOf(keycloakAppSecret, steps) });
      expect(failureOf(await come(told, withApp(0)))).toBe('no_second_factor');
      await keycloak.tellFactors();
      expect(failureOf(await come(told, as('kim')))).toBe('no_second_factor');
      expect(rolesOf(await sessionOf(told, await come(told, withApp(1))))).toEqual(['editor']);
    } finally {
      await told.close();
      await started.close();
      await keycloak.close();
      await logouts.close();
    }
  });
});
