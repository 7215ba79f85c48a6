/** Signing in at a provider (OpenID Connect): who gets in, as whom, with which roles; and what a provider that answers wrongly gains. */
import { createHmac } from 'node:crypto';
import type { Session } from '@plimsoll/contracts/account';
import type { AuditEntry } from '@plimsoll/contracts/audit';
import { groupRolesSchema } from '@plimsoll/contracts/group-roles';
import { api } from '@plimsoll/contracts/paths';
import { breakGlassMinutes, insertBreakGlass, listInstallationOwners } from '@plimsoll/store/break-glass';
import { providerSessionKey } from '@plimsoll/store/provider-sessions';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { passThrough, startIdentityProvider } from '@plimsoll/testbed/identity-provider';
import { startOtlpReceiver } from '@plimsoll/testbed/otlp-receiver';
import { putTeam } from '@plimsoll/testbed/people';
import { startSmtpSink } from '@plimsoll/testbed/smtp-sink';
import { until } from '@plimsoll/testbed/until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openIdToken } from '../../src/auth/oidc/kept-id-token.ts';
import { openProviderClient } from '../../src/auth/oidc/provider-client.ts';
import { hashOfLinkToken, newLinkToken } from '../../src/http/link-token.ts';
import type { ProviderConfig } from '../../src/sign-in-config.ts';
import { type Answer, type Ask, problemIn, readCookie } from '../support/asking.ts';
import { dumpRows } from '../support/dump-rows.ts';
import { KeptLog } from '../support/kept-log.ts';
import { findEmail, findTeamId, findUserId, invite, makeToken, member, owner, password } from '../support/people.ts';
import {
  clientSecret,
  forwardLogouts,
  type Identity,
  providerConfig,
  type ScriptedProvider,
  startScriptedProvider,
} from '../support/provider.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { tracedTo } from '../support/traced-to.ts';

const baseUrl = 'https://plimsoll.example';

let provider: ScriptedProvider;
/** By either way, and by the provider alone, on one database. */
let either: TestApi;
let only: TestApi;
let boss: Ask;
const log = new KeptLog();

beforeAll(async () => {
  provider = await startScriptedProvider();
  const groupRoles = groupRolesSchema.parse(
    'sre:owner@*, dev:editor@Checkout, ops:admin@Checkout, ops:viewer@Twice, late:viewer@harbour-id',
  );
  const settings = providerConfig(provider.issuer, { groupRoles });
  either = await startTestApi({ baseUrl, logLevel: 'debug', signIn: { policy: 'both', secondFactor: false, provider: settings } }, log);
  const { databaseUrl } = either.config;
  only = await startTestApi({ baseUrl, databaseUrl, signIn: { policy: 'oidc', secondFactor: false, provider: settings } });
  boss = await owner(either);
  const { db } = either.context;
  await putTeam(db, 'checkout');
  for (const id of ['twice-1', 'twice-2']) await putTeam(db, id);
  await db.query(`UPDATE teams SET name = CASE WHEN id = 'checkout' THEN 'Checkout' WHEN id LIKE 'twice%' THEN 'Twice' ELSE name END`);
  // Somebody has to own them.
  await db.query(
    `INSERT INTO members (id, team_id, user_id, role, created_at) SELECT 'owner-' || t.id, t.id, $1, 'owner', now() FROM teams t WHERE t.id IN ('checkout', 'twice-1', 'twice-2')`,
    [await findUserId(boss)],
  );
});
afterAll(async () => {
  await only?.close();
  await either?.close();
  await provider?.close();
});
beforeEach(async () => {
  provider.reset();
  await either.context.db.query('DELETE FROM login_limits');
});

const start = (test: TestApi, next?: string) =>
  test.anonymous<{ url: string }>('POST', api.providerSignIn, next === undefined ? {} : { next });

/** The whole way of a browser; `at` is what the API answers to it at the end. */
async function signIn(person: Identity, { test = either, next }: { test?: TestApi; next?: string } = {}): Promise<Answer> {
  provider.person = person;
  const begun = await start(test, next);
  expect(begun.status, begun.text).toBe(200);
  const back = new URL(provider.visit(begun.body.url));
  return test.anonymous('GET', back.pathname + back.search, undefined, { cookie: readCookie(begun) });
}

const ada = (change: Partial<Identity> = {}): Identity => ({
  sub: 'ada-1',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada',
  groups: ['dev'],
  ...change,
});

const failureOf = (answer: Answer) => new URL(String(answer.headers.location), baseUrl).searchParams.get('failed');
const sessionOf = async (answer: Answer, test = either) =>
  (await test.as({ cookie: readCookie(answer) })<Session>('GET', api.session)).body;
const rolesIn = (session: Session) => Object.fromEntries(session.teams.map(({ name, role }) => [name, role]));
async function actionsIn(teamId: string): Promise<[string, AuditEntry['details']][]> {
  const { rows } = await either.context.db.query<{ action: string; details: AuditEntry['details'] }>(
    'SELECT action, details FROM audit_entries WHERE team_id = $1 ORDER BY id',
    [teamId],
  );
  return rows.map(({ action, details }) => [action, details]);
}

describe('a sign-in at the provider', () => {
  it('goes there with PKCE, state and nonce, and leads back to a page of ours only', async () => {
    const begun = await start(either, '/runs?state=failed');
    const url = new URL(begun.body.url);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'plimsoll',
      code_challenge_method: 'S256',
      redirect_uri: `${baseUrl}/api/auth/oidc/callback`,
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
    });
    const cookie = String([begun.headers['set-cookie']].flat()[0]);
    expect(cookie).toMatch(/^__Host-plimsoll\.oidc=.*Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(decodeURIComponent(cookie)).not.toContain(url.searchParams.get('state'));
    expect((await signIn(ada(), { next: '/runs?state=failed' })).headers).toMatchObject({
      location: '/runs?state=failed',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      '/runs/..//evil.example',
      '/%2e//evil.example',
      'javascript:alert(1)',
      '',
      'runs',
    ])
      expect((await signIn(ada(), { next })).headers.location, next).toBe('/');
  });

  it('makes an account with the roles of its groups, for the hours that the operator allows', async () => {
    const session = await sessionOf(await signIn(ada()));
    expect(session).toMatchObject({ user: { name: 'Ada', email: 'ada@example.com' }, hasPassword: false });
    expect(rolesIn(session)).toEqual({ Checkout: 'editor' });
    const { rows } = await either.context.db.query(
      `SELECT opened_by, round(extract(epoch FROM ends_at - created_at) / 3600)::int AS hours FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [session.user.id],
    );
    expect(rows).toEqual([{ opened_by: 'oidc', hours: 12 }]);
    const answer = await signIn(ada());
    await either.context.db.query(`UPDATE sessions SET ends_at = now() WHERE user_id = $1`, [session.user.id]);
    expect((await either.as({ cookie: readCookie(answer) })('GET', api.session)).status).toBe(401);
    expect(await actionsIn('checkout')).toEqual(
      expect.arrayContaining([
        ['member.join', { role: 'editor', by: 'groups' }],
        ['session.sign_in', { by: 'oidc' }],
      ]),
    );
  });

  it('is refused in words to somebody without a group, an address that is confirmed, or an invitation', async () => {
    expect(failureOf(await signIn({ sub: 'eve', email: 'eve@example.com', email_verified: true, groups: ['sales'] }))).toBe('no_group');
    for (const verified of [undefined, false, 'false', 1 as never])
      expect(failureOf(await signIn(ada({ sub: 'ada-2', email: 'ada2@example.com', email_verified: verified as boolean })))).toBe(
        'unverified',
      );
    expect(failureOf(await signIn({ sub: 'eve', email_verified: true, groups: ['dev'] }))).toBe('unverified');
    const { rows } = await either.context.db.query(`SELECT FROM users WHERE email LIKE 'eve%' OR email LIKE 'ada2%'`);
    expect(rows).toEqual([]);
    // Entra counts the groups of people who have very many.
    provider.change = ({ groups: _, ...claims }) => ({ ...claims, _claim_names: { groups: 'src1' } });
    expect(failureOf(await signIn(ada()))).toBe('groups_hidden');
  });

  it('takes a key that the provider changed a moment ago, and no longer the one before', async () => {
    expect(failureOf(await signIn(ada()))).toBeNull();
    let former = '';
    provider.tamper = (token) => {
      former = token;
      return token;
    };
    expect(failureOf(await signIn(ada()))).toBeNull();
    provider.reset();
    provider.replaceKey();
    expect(failureOf(await signIn(ada()))).toBeNull();
    provider.tamper = () => former;
    expect(failureOf(await signIn(ada()))).toBe('provider');
  });

  it('counts one that is finished for nobody behind the same address', async () => {
    for (let n = 0; n < 99; n += 1) expect((await start(either)).status).toBe(200);
    for (let n = 0; n < 3; n += 1) expect(failureOf(await signIn(ada()))).toBeNull();
    expect((await start(either)).status).toBe(200);
    expect(problemIn(await start(either)).status).toBe(429);
    // An operator's link is not behind them.
    expect(problemIn(await either.anonymous('POST', api.breakGlass, { token: 'unknown' })).status).toBe(404);
  });

  it('lets somebody in who is on the way to an invitation', async () => {
    const token = await invite(boss, { email: 'guest@example.com', role: 'viewer' });
    const guest = { sub: 'guest-1', email: 'guest@example.com', email_verified: true, name: 'Gus' };
    expect(failureOf(await signIn({ ...guest, sub: 'other', email: 'other@example.com' }, { next: `/join/${token}` }))).toBe('no_group');
    const answer = await signIn(guest, { next: `/join/${token}`, test: only });
    expect(answer.headers.location).toBe(`/join/${token}`);
    const joined = await only.as({ cookie: readCookie(answer) })('POST', api.acceptInvitation, { token });
    expect(joined.status, joined.text).toBe(201);
    // A membership by hand stays, whatever the groups say.
    expect(rolesIn(await sessionOf(await signIn(guest)))).toEqual({ Harbour: 'viewer' });
  });
});

describe('a provider that answers wrongly, and a browser that somebody else leads', () => {
  it('gains nobody an entry', async () => {
    const now = Math.floor(Date.now() / 1000);
    const wrong: readonly [string, Partial<Pick<ScriptedProvider, 'change' | 'tamper'>>][] = [
      ['another nonce', { change: (claims) => ({ ...claims, nonce: 'another' }) }],
      ['no nonce', { change: ({ nonce: _, ...claims }) => claims }],
      ['for another client', { change: (claims) => ({ ...claims, aud: 'another' }) }],
      ['of another issuer', { change: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
      ['over', { change: (claims) => ({ ...claims, exp: now - 600 }) }],
      ['without an end', { change: ({ exp: _, ...claims }) => claims }],
      ['without a subject', { change: ({ sub: _, ...claims }) => claims }],
      [
        'changed after it was signed',
        {
          tamper: (token) =>
            token.replace(
              /\.[^.]+\./,
              (body) =>
                `.${Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(body.slice(1, -1), 'base64url').toString()), email: 'owner@example.com' })).toString('base64url')}.`,
            ),
        },
      ],
      ['without a signature', { tamper: (token) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.` }],
    ];
    for (const [name, change] of wrong) {
      provider.reset();
      Object.assign(provider, change);
      const answer = await signIn(ada());
      expect(failureOf(answer), name).toBe('provider');
      expect(readCookie(answer), name).not.toContain('session');
    }
    const kept = log.text + (await dumpRows(either.context.db));
    for (const secret of [clientSecret, 'access_token', ...provider.asked.map((form) => form.get('code_verifier') ?? '')])
      expect(kept).not.toContain(secret);
  });

  it('ends where state, browser or code are not those of the start, or were used before', async () => {
    provider.person = ada();
    const begun = await start(either);
    const back = new URL(provider.visit(begun.body.url));
    const come = (search: string, cookie = readCookie(begun)) => either.anonymous('GET', back.pathname + search, undefined, { cookie });
    expect(failureOf(await come(back.search, ''))).toBe('expired');
    const tampered = readCookie(begun).replace(/(?<=v1\D+.{40})./, (sign) => (sign === 'A' ? 'B' : 'A'));
    expect(tampered).not.toBe(readCookie(begun));
    expect(failureOf(await come(back.search, tampered))).toBe('expired');
    const foreign = await start(either);
    expect(failureOf(await come(back.search, readCookie(foreign)))).toBe('provider');
    expect(failureOf(await come(back.search))).toBeNull();
    // The cookie is used up, whatever code comes with it.
    expect(failureOf(await come(new URL(provider.visit(begun.body.url)).search))).toBe('expired');
    const declined = await start(either);
    const state = new URL(declined.body.url).searchParams.get('state');
    expect(failureOf(await come(`?error=access_denied&state=${state}`, readCookie(declined)))).toBe('cancelled');
  });

  it('is asked over TLS alone, wherever its documents lead', async () => {
    for (const [field, url] of [
      ['authorization_endpoint', 'http://provider.example/authorize'],
      ['issuer', 'https://another.example'],
      ['authorization_endpoint', 'javascript:alert(1)'],
    ]) {
      provider.describe = (document) => ({ ...document, [String(field)]: url });
      // A client of its own each time: one remembers where its provider is.
      await expect(openTestClient().begin(), `${field} ${url}`).rejects.toMatchObject({ kind: 'provider' });
    }
  });
});

describe('signing out of a session that came by the provider', () => {
  let leaving: TestApi;
  const settings = () =>
    providerConfig(provider.issuer, { signOut: 'provider', groupRoles: groupRolesSchema.parse('dev:editor@Checkout') });
  const apiWith = (change: Parameters<typeof providerConfig>[1] = {}, logTo?: KeptLog) => {
    const signIn = { policy: 'both', secondFactor: false, provider: { ...settings(), ...change } } as const;
    return startTestApi({ baseUrl, databaseUrl: either.config.databaseUrl, logLevel: 'debug', signIn }, logTo);
  };
  beforeAll(async () => {
    leaving = await apiWith({}, log);
  });
  afterAll(() => leaving?.close());
  beforeEach(async () => {
    provider.describe = (document) => ({ ...document, end_session_endpoint: `${provider.issuer}/leave?realm=one` });
    await either.context.db.query('DELETE FROM id_tokens');
  });
  const signOut = (test: TestApi, answer: Answer) =>
    test.as({ cookie: readCookie(answer) })<{ url: string | null }>('POST', api.signOut, {});
  const isOver = async (answer: Answer) => (await either.as({ cookie: readCookie(answer) })('GET', api.session)).status === 401;
  const kept = async () => (await either.context.db.query('SELECT FROM id_tokens')).rowCount;

  it('leads there with its ID token, which is sealed meanwhile and goes with the session', async () => {
    let issued = '';
    provider.tamper = (token) => {
      issued = token;
      return token;
    };
    const answer = await signIn(ada(), { test: leaving });
    expect(await kept()).toBe(1);
    const out = await signOut(leaving, answer);
    expect(out.status, out.text).toBe(200);
    expect(out.headers['cache-control']).toBe('no-store');
    const url = new URL(String(out.body.url));
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/leave`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      realm: 'one',
      client_id: 'plimsoll',
      id_token_hint: issued,
      post_logout_redirect_uri: `${baseUrl}/sign-in`,
    });
    expect([await isOver(answer), await kept()]).toEqual([true, 0]);
    // Another session meanwhile: what a thief of the database or of the log reads.
    await signIn(ada(), { test: leaving });
    const seen = log.text + (await dumpRows(either.context.db));
    for (const part of issued.split('.').slice(1)) expect(seen).not.toContain(part);
    expect((await signOut(leaving, answer)).body).toEqual({ url: null });
  });

  it('leads there without a token where it is too long for an address, or another provider, client or key sealed it', async () => {
    const long = await signIn(ada({ groups: ['dev', ...Array.from({ length: 200 }, (_, n) => `group number ${n}`)] }), { test: leaving });
    expect(new URL(String((await signOut(leaving, long)).body.url)).searchParams.has('id_token_hint')).toBe(false);
    const answer = await signIn(ada(), { test: leaving });
    const person = await leaving.context.auth.sessionOf(readCookie(answer));
    if (!person) throw new Error('nobody is signed in');
    const { config, db } = leaving.context;
    const openedBy = (change: Partial<ProviderConfig>, key = config.secretKey) =>
      openIdToken(
        { db, config: { ...config, secretKey: key, signIn: { ...config.signIn, provider: { ...settings(), ...change } } } },
        person,
      );
    expect(await openedBy({})).toMatch(/^eyJ/);
    for (const other of [{ issuer: 'https://other.example' }, { clientId: 'other' }, { signOut: 'here' } as const])
      expect(await openedBy(other), JSON.stringify(other)).toBeNull();
    expect(await openedBy({}, 'another key that is longer than 32 characters')).toBeNull();
    expect(await openIdToken({ db, config }, { ...person, user: { ...person.user, id: 'another' } })).toBeNull();
  });

  it('ends it here alone where the operator leaves it so, or it was opened by a password', async () => {
    const before = await kept();
    const here = await signIn(ada());
    expect([await kept(), (await signOut(either, here)).body, await isOver(here)]).toEqual([before, { url: null }, true]);
    const own = await leaving.anonymous('POST', api.signIn, { email: await findEmail(boss), password });
    expect([(await signOut(leaving, own)).body, await isOver(own)]).toEqual([{ url: null }, true]);
  });

  it('leads nowhere but to an address of the provider over TLS', async () => {
    const pageAt = async (address: unknown) => {
      provider.describe = (document) => ({ ...document, end_session_endpoint: address });
      return (await openTestClient().leave('hush-hush'))?.origin ?? null;
    };
    for (const wrong of [
      'http://provider.example/leave',
      'http://127.0.0.1.evil.example/',
      'http://localhost.evil.example/',
      'http://[::ffff:169.254.169.254]/',
      'http://169.254.169.254/latest/meta-data',
      'http://user@evil.example:80#@127.0.0.1/',
      'ftp://provider.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example/leave',
      '/leave',
      'leave',
      7,
    ])
      await expect(pageAt(wrong), String(wrong)).rejects.toMatchObject({
        kind: 'provider',
        message: expect.not.stringContaining('hush'),
      });
    expect(await pageAt('https://login.example/leave')).toBe('https://login.example');
    expect(await pageAt(undefined)).toBeNull();
  });

  it('ends it here at once where the provider is away, and within seconds where it is silent', async () => {
    const silent = await startHttpTarget(() => undefined);
    const late = await apiWith({ issuer: silent.url }, log);
    try {
      for (const state of ['silent', 'away']) {
        const answer = await signIn(ada(), { test: leaving });
        const began = performance.now();
        expect([(await signOut(late, answer)).body, await isOver(answer)], state).toEqual([{ url: null }, true]);
        // Its other questions have 10 s.
        expect(performance.now() - began).toBeLessThan(9000);
        await silent.close();
      }
      expect(log.text).toContain('somebody signed out here alone');
    } finally {
      await late.close();
    }
  });
});

it('has to say that it asked for a second factor, where the operator wants to be told', async () => {
  const settings = (acr: readonly string[]) => providerConfig(provider.issuer, { secondFactor: 'told', acr });
  const strict = await startTestApi({
    baseUrl,
    databaseUrl: either.config.databaseUrl,
    signIn: {
      policy: 'both',
      secondFactor: true,
      provider: { ...settings([]), groupRoles: groupRolesSchema.parse('dev:editor@Checkout') },
    },
  });
  try {
    for (const amr of [undefined, [], ['pwd'], ['pwd', 'pin'], ['otp', 'sms']])
      expect(failureOf(await signIn(ada(amr ? { amr } : {}), { test: strict })), String(amr)).toBe('no_second_factor');
    const answer = await signIn(ada({ amr: ['pwd', 'otp'] }), { test: strict });
    expect(failureOf(answer)).toBeNull();
    expect((await sessionOf(answer, strict)).needsSecondFactor).toBe(false);
    expect((await strict.as({ cookie: readCookie(answer) })('GET', api.runs)).status).toBe(200);
    const begun = await openProviderClient(settings(['gold', 'platinum']), `${baseUrl}${api.providerReturn}`).begin();
    expect(begun.url.searchParams.get('acr_values')).toBe('gold platinum');
  } finally {
    await strict.close();
  }
});

describe('a logout token of the provider', () => {
  let serial = 0;
  const claimsOf = (change: Record<string, unknown> = {}) => {
    const now = Math.floor(Date.now() / 1000);
    serial += 1;
    return {
      iss: provider.issuer,
      aud: 'plimsoll',
      iat: now,
      exp: now + 120,
      jti: `logout ${serial}`,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...change,
    };
  };
  const send = (token: string, more: Record<string, string> = {}, to = either) =>
    to.anonymous('POST', api.providerLogout, new URLSearchParams({ logout_token: token, ...more }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const say = (change: Record<string, unknown>) => send(provider.sign(claimsOf(change), { typ: 'logout+jwt' }));
  const areOpen = (answers: readonly Answer[]) =>
    Promise.all(answers.map(async (answer) => (await either.as({ cookie: readCookie(answer) })('GET', api.session)).status === 200));

  it('ends the sessions that it names, by session, by person, or by both, and no others', async () => {
    const come = (sub: string, sid?: string) =>
      signIn({ ...ada({ sub, email: `${sub}@example.com` }), ...(sid === undefined ? {} : { sid }) });
    const [one, two] = [`out-${serial}`, `other-${serial}`];
    const [a, b] = [`${one} here`, `${one} there`];
    const sessions = [await come(one, a), await come(one, b), await come(one), await come(two, `${two} here`)];
    // Of nobody, and of a session that is another's.
    for (const change of [{ sid: 'unknown' }, { sub: 'unknown' }, { sub: two, sid: a }]) expect((await say(change)).status).toBe(200);
    expect(await areOpen(sessions)).toEqual([true, true, true, true]);
    const answer = await say({ sid: a });
    expect([answer.status, answer.text, answer.headers['cache-control'], answer.headers['set-cookie']]).toEqual([
      200,
      '',
      'no-store',
      undefined,
    ]);
    expect(await areOpen(sessions)).toEqual([false, true, true, true]);
    // One that does not know the provider's session ends with any of its person's.
    expect((await say({ sub: one, sid: 'unknown' })).status).toBe(200);
    expect(await areOpen(sessions)).toEqual([false, true, false, true]);
    const again = await come(one);
    expect((await say({ sub: one, exp: undefined })).status).toBe(200);
    expect(await areOpen([...sessions, again])).toEqual([false, false, false, true, false]);
    const ended = (await actionsIn('checkout')).filter(([action]) => action === 'session.end').map(([, details]) => details);
    expect(ended.slice(-3)).toEqual([1, 1, 2].map((count) => ({ by: 'oidc', sessions: count })));
  });

  it('ends a sign-in that is under way, and the person is told', async () => {
    const other = { sub: `other ${serial}` };
    const [sub, sid] = [`under-way-${serial}`, `under way ${serial}`];
    const comeAs = async (told: Record<string, unknown>, claims: Partial<Identity>) => {
      provider.change = async (whole) => {
        expect((await say(told)).status).toBe(200);
        return whole;
      };
      const answer = await signIn(ada({ sub, email: `${sub}@example.com`, ...claims }));
      return [failureOf(answer), ...(await areOpen([answer]))];
    };
    const ended = ['signed_out', false];
    expect(await comeAs({ sid }, { sid })).toEqual(ended);
    expect(await comeAs({ sub, sid: `${sid} too` }, { sid: `${sid} too` })).toEqual(ended);
    expect(await comeAs({ sub }, {})).toEqual(ended);
    expect(await comeAs({ sub }, { sid: 'fresh' })).toEqual(ended);
    // Its ID token names no session: any of the person's ends it.
    expect(await comeAs({ sub, sid: 'unknown' }, {})).toEqual(ended);
    const comes = [null, true];
    for (const told of [other, { ...other, sid: 'fresh' }, { sub, sid: 'unknown' }, { sid: 'unknown' }])
      expect(await comeAs(told, { sid: 'fresh' }), JSON.stringify(told)).toEqual(comes);
    provider.reset();
    // The person who comes again is let in.
    const again = await signIn(ada({ sub, email: `${sub}@example.com` }));
    expect([failureOf(again), ...(await areOpen([again]))]).toEqual(comes);
  });

  it('ends a sign-in that waits for the database after the logout came', async () => {
    const { db } = either.context;
    const person = { sub: `waits-${serial}`, email: `waits-${serial}@example.com` };
    await signIn(ada(person));
    const holder = await db.connect();
    provider.change = async (whole) => {
      expect((await say({ sub: person.sub })).status).toBe(200);
      await holder.query(`SELECT pg_advisory_lock(hashtextextended('plimsoll provider logout', 0))`);
      return whole;
    };
    try {
      const coming = signIn(ada(person));
      const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
      await until(
        'the sign-in looks for logouts',
        10_000,
        async () => (await db.query(waits)).rowCount,
        (count) => count === 1,
      );
      // Longer than the sign-in took until then.
      await new Promise((go) => setTimeout(go, 1000));
      await holder.query('SELECT pg_advisory_unlock_all()');
      expect(failureOf(await coming)).toBe('signed_out');
    } finally {
      provider.reset();
      holder.release();
    }
  });

  it('ends the session that a change of password under way puts in the place of one that it names', async () => {
    const { db } = either.context;
    const sid = `changes ${serial}`;
    const ask = await member(either, await findTeamId(boss), 'viewer');
    const userId = await findUserId(ask);
    const as = { user: userId, key: providerSessionKey(provider.issuer, sid) };
    await db.query(`UPDATE sessions SET opened_by = 'oidc', provider_session = $2 WHERE user_id = $1`, [as.user, as.key]);
    const client = await db.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM accounts WHERE user_id = $1 FOR UPDATE', [userId]);
      const changing = ask('POST', api.changePassword, { currentPassword: password, newPassword: 'another long password' });
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%accounts%'`;
      await until(
        'the change waits for the password',
        10_000,
        async () => (await db.query(waiting)).rowCount,
        (count) => count === 1,
      );
      expect((await say({ sid })).status).toBe(200);
      await client.query('COMMIT');
      const changed = await changing;
      expect(readCookie(changed)).not.toBe('');
      expect(await areOpen([changed])).toEqual([false]);
      expect((await db.query('SELECT FROM sessions WHERE user_id = $1', [userId])).rowCount).toBe(0);
    } finally {
      client.release();
    }
  });

  it('leaves no session of one that ended in the same moment', async () => {
    const person = ada({ sub: 'moment', email: 'moment@example.com' });
    await signIn(person);
    for (let n = 0; n < 20; n += 1) {
      const sid = `moment ${n}`;
      const [answer, told] = await Promise.all([
        signIn({ ...person, sid }),
        new Promise((go) => setTimeout(go, n)).then(() => say({ sid })),
      ]);
      expect([told.status, ...(await areOpen([answer]))], sid).toEqual([200, false]);
    }
  });

  it('ends no session that the person opened otherwise', async () => {
    const came = await signIn(ada({ sub: 'both', email: 'both@example.com', sid: 'both' }));
    const { id: userId } = (await sessionOf(came)).user;
    const opened = await either.context.auth.openSession({ userId, by: 'passkey', endsAt: null, address: '', userAgent: '' });
    const own = { ...came, headers: { 'set-cookie': opened } };
    expect((await say({ sub: 'both' })).status).toBe(200);
    expect(await areOpen([came, own])).toEqual([false, true]);
  });

  it('counts once, where it is the provider’s, for us, of now, and a logout token', async () => {
    const session = await signIn(ada({ sub: 'target', email: 'target@example.com' }));
    const now = Math.floor(Date.now() / 1000);
    const named = { sub: 'target' };
    const foreign = await startScriptedProvider();
    const signed = (change: Record<string, unknown>, header: Record<string, unknown> = {}) =>
      provider.sign(claimsOf({ ...named, ...change }), header);
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const bySecret = () => {
      const unsigned = `${part({ alg: 'HS256' })}.${part(claimsOf(named))}`;
      return `${unsigned}.${createHmac('sha256', clientSecret).update(unsigned).digest('base64url')}`;
    };
    const event = 'http://schemas.openid.net/event/backchannel-logout';
    const wrong: Readonly<Record<string, string>> = {
      'not signed': `${part({ alg: 'none' })}.${part(claimsOf(named))}.`,
      'signed with what both know': bySecret(),
      'signed by another': foreign.sign(claimsOf(named)),
      'changed since': signed({}).replace(/\.[^.]+\./, `.${part(claimsOf(named))}.`),
      'of a key that nobody knows': signed({}, { kid: 'other' }),
      'of another issuer': signed({ iss: foreign.issuer }),
      'for another client': signed({ aud: 'another' }),
      'for nobody': signed({ aud: undefined }),
      over: signed({ exp: now - 120 }),
      old: signed({ iat: now - 3600, exp: now + 3600 }),
      'of tomorrow': signed({ iat: now + 86_400, exp: now + 90_000 }),
      'without a time': signed({ iat: undefined }),
      'without an event': signed({ events: undefined }),
      'of another event': signed({ events: { [`${event}s`]: {} } }),
      'of an event that is nothing': signed({ events: { [event]: true } }),
      'of events in a list': signed({ events: [event] }),
      'with a nonce': signed({ nonce: 'one' }),
      'without a number': signed({ jti: undefined }),
      'of nobody': signed({ sub: undefined }),
      'of no text': signed({ sub: { $ne: null } }),
      'of an empty one': signed({ sub: '' }),
      'an access token': signed({}, { typ: 'at+jwt' }),
      'no token': 'logout',
      nothing: '',
    };
    for (const [name, token] of Object.entries(wrong)) {
      const answer = await send(token);
      expect([answer.status, answer.headers['cache-control']], name).toEqual([400, 'no-store']);
      expect(problemIn(answer).code).toBe('invalid_input');
    }
    let idToken = '';
    provider.tamper = (token) => {
      idToken = token;
      return token;
    };
    const second = await signIn(ada({ sub: 'target', email: 'target@example.com' }));
    expect((await send(idToken)).status).toBe(400);
    expect((await either.anonymous('POST', api.providerLogout, { logout_token: signed({}) })).status).toBe(415);
    expect(await areOpen([session, second])).toEqual([true, true]);
    const right = signed({});
    // Twice at once, and again: once.
    const answers = [...(await Promise.all([send(right), send(right, { state: 'more' })])), await send(right)];
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await areOpen([session, second])).toEqual([false, false]);
    const kept = log.text + (await dumpRows(either.context.db));
    for (const token of [right, idToken, ...Object.values(wrong)].map((one) => one.split('.')[2]))
      if (token) expect(kept).not.toContain(token);
    await foreign.close();
  });

  it('is taken in a flood of forged ones, which ask the provider for next to nothing', async () => {
    const foreign = await startScriptedProvider();
    const session = await signIn(ada({ sub: 'flood', email: 'flood@example.com' }));
    const before = provider.keysAsked;
    const began = performance.now();
    const forged = Array.from({ length: 110 }, (_, n) => foreign.sign(claimsOf({ sub: 'flood' }), { kid: `key ${n}` }));
    const statuses = (await Promise.all(forged.map((token) => send(token)))).map(({ status }) => status);
    expect([400, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([100, 10]);
    // Its keys are asked for once a second at most.
    expect(provider.keysAsked - before).toBeLessThanOrEqual(2 + (performance.now() - began) / 1000);
    // A key that changed a moment ago counts.
    provider.replaceKey();
    expect((await say({ sub: 'flood' })).status).toBe(200);
    expect(await areOpen([session])).toEqual([false]);
    await foreign.close();
  });

  it('is to be sent again where the keys of the provider are not to be had', async () => {
    const session = await signIn(ada({ sub: 'patient', email: 'patient@example.com' }));
    let [asked, isUp, text] = [0, false, 'not JSON'];
    const keys = await startHttpTarget((_, response) => {
      asked += 1;
      if (isUp) response.end(text);
      else response.writeHead(500).end();
    });
    provider.describe = (document) => ({ ...document, jwks_uri: keys.url });
    const late = await startTestApi({ ...either.config, logLevel: 'debug' }, log);
    const token = provider.sign(claimsOf({ sub: 'patient' }), { typ: 'logout+jwt' });
    const sendLate = async () => {
      const { status, headers } = await send(token, {}, late);
      return [status, headers['retry-after']];
    };
    try {
      const again = [503, '5'];
      // The first question fails; for a while after that none is asked.
      expect([await sendLate(), await sendLate(), asked]).toEqual([again, again, 1]);
      isUp = true;
      await until(
        'the provider is asked once more',
        15_000,
        async () => [await sendLate(), asked],
        ([, times]) => times === 2,
      );
      expect(await sendLate()).toEqual(again);
      expect(await areOpen([session])).toEqual([true]);
      text = await (await fetch(`${provider.issuer}/keys`)).text();
      await until('the token is taken', 15_000, sendLate, ([status]) => status === 200);
      expect(await areOpen([session])).toEqual([false]);
      expect(await sendLate()).toEqual([400, undefined]);
      expect(log.text).toContain('a logout token could not be judged');
    } finally {
      await late.close();
      await keys.close();
    }
  });

  it('is no business of an installation without a provider', async () => {
    const plain = await startTestApi({ baseUrl, databaseUrl: either.config.databaseUrl });
    try {
      const body = new URLSearchParams({ logout_token: provider.sign(claimsOf({ sub: 'ada-1' })) }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect(problemIn(await plain.anonymous('POST', api.providerLogout, body, headers)).status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});

const openTestClient = () => openProviderClient(providerConfig(provider.issuer), `${baseUrl}${api.providerReturn}`);

it('works with a provider that is real: oidc-provider, which is signed out of, too, and signs out here; what it is asked is traced without secrets', async () => {
  const receiver = await startOtlpReceiver();
  const logouts = await forwardLogouts(() => test);
  const real = await startIdentityProvider({
    redirectUri: `${baseUrl}${api.providerReturn}`,
    logoutUri: logouts.url,
    people: { mona: { groups: ['dev'] }, nils: { groups: ['dev'], confirmed: false } },
  });
  const groupRoles = groupRolesSchema.parse('dev:viewer@Checkout');
  const settings = { ...providerConfig(real.issuer, { groupRoles, signOut: 'provider' }), ...real };
  const test = await startTestApi({
    baseUrl,
    databaseUrl: either.config.databaseUrl,
    signIn: { policy: 'both', secondFactor: false, provider: settings },
    telemetry: tracedTo(receiver),
  });
  const secrets = [real.clientSecret, 'mona', 'nils', '@example'];
  try {
    const come = async (name: string, cookies = new Map<string, string>()) => {
      const begun = await start(test);
      const back = new URL(await passThrough(begun.body.url, name, cookies));
      secrets.push(...['code', 'state'].map((key) => back.searchParams.get(key) ?? key));
      return test.anonymous('GET', back.pathname + back.search, undefined, { cookie: readCookie(begun) });
    };
    const browser = new Map<string, string>();
    const answer = await come('mona', browser);
    const session = await sessionOf(answer, test);
    expect(session.user).toMatchObject({ name: 'Mona', email: 'mona@example.com' });
    expect(rolesIn(session)).toEqual({ Checkout: 'viewer' });
    const elsewhere = new Map<string, string>();
    const second = await come('mona', elsewhere);
    expect((await sessionOf(second, test)).user.id).toBe(session.user.id);
    expect(failureOf(await come('nils'))).toBe('unverified');

    // Who is signed in there is not asked again, until signed out here.
    const again = async () => passThrough((await start(test)).body.url, 'nobody', browser);
    expect(await again()).toContain(`${baseUrl}${api.providerReturn}?code=`);
    const { body } = await test.as({ cookie: readCookie(answer) })<{ url: string }>('POST', api.signOut, {});
    secrets.push(new URL(body.url).searchParams.get('id_token_hint') ?? 'id_token_hint');
    expect(await passThrough(body.url, 'nobody', browser)).toBe(`${baseUrl}/sign-in`);
    await expect(again()).rejects.toThrow('the provider stands still');

    // Signed out there, she is signed out here: of the session of that browser.
    const third = await come('mona');
    const page = new URL('/session/end', real.issuer);
    page.search = new URLSearchParams({ client_id: real.clientId, post_logout_redirect_uri: `${baseUrl}/sign-in` }).toString();
    const isOpen = async (one: Answer) => (await test.as({ cookie: readCookie(one) })('GET', api.session)).status === 200;
    expect([await isOpen(second), await isOpen(third)]).toEqual([true, true]);
    expect(await passThrough(page.href, 'nobody', elsewhere)).toBe(`${baseUrl}/sign-in`);
    expect([await isOpen(second), await isOpen(third)]).toEqual([false, true]);

    const asked = await until(
      'spans of what the provider was asked',
      15_000,
      () => receiver.spans().filter(({ kind }) => kind === 3),
      (spans) => ['/token', '/jwks', '/me'].every((path) => spans.filter(({ name }) => name.endsWith(path)).length >= 3),
    );
    const [returned] = receiver.spans(`GET ${api.providerReturn}`);
    const [token] = asked.filter(({ name, parentId }) => name === 'POST /token' && parentId === returned?.spanId);
    expect(token).toMatchObject({
      traceId: returned?.traceId,
      failed: null,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'url.scheme': 'http',
        'url.template': '/token',
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(real.issuer).port),
      },
    });
    expect(asked.map(({ name }) => name)).toContain('GET /.well-known/openid-configuration');
    for (const secret of secrets) expect(receiver.spanText()).not.toContain(secret);
  } finally {
    await test.close();
    await real.close();
    await logouts.close();
    await receiver.close();
  }
});

describe('an account that is there already', () => {
  const confirmed = async (ask: Ask, verified: boolean) => {
    const email = await findEmail(ask);
    await either.context.db.query('UPDATE users SET email_verified = $2 WHERE email = $1', [email, verified]);
    return email;
  };

  it('goes to the confirmed holder of its address, and whoever had it is out', async () => {
    const harbour = await findTeamId(boss);
    for (const verified of [true, false]) {
      const squatter = await member(either, harbour, 'editor');
      const token = await makeToken(either, squatter);
      const id = await findUserId(squatter);
      const email = await confirmed(squatter, verified);
      const link = await boss<{ url: string }>('POST', api.passwordResets, { userId: id });
      const session = await sessionOf(await signIn({ sub: `holder of ${id}`, email, email_verified: true, groups: [] }));
      expect(session).toMatchObject({ user: { id }, hasPassword: false });
      expect((await squatter('GET', api.session)).status).toBe(401);
      expect((await either.anonymous('POST', api.signIn, { email, password })).status).toBe(401);
      const reset = { token: link.body.url.split('/reset/')[1], password: 'another long password' };
      expect((await either.anonymous('POST', api.usePasswordReset, reset)).status).toBe(404);
      // Of an address that nobody ever confirmed, nobody knows who made the tokens.
      expect((await token('GET', api.runs)).status).toBe(verified ? 200 : 401);
      expect((await actionsIn(harbour)).filter(([action]) => action === 'account.link').length).toBe(verified ? 1 : 2);
    }
  });

  it('stays with its first subject: an address that the provider gives to somebody else opens nothing', async () => {
    const mine = await sessionOf(await signIn(ada({ sub: 'first', email: 'shared@example.com' })));
    expect(failureOf(await signIn(ada({ sub: 'second', email: 'shared@example.com' })))).toBe('other_subject');
    // The subject counts, not the address: it may change, where nobody else has it.
    const moved = await sessionOf(await signIn(ada({ sub: 'first', email: 'moved@example.com' })));
    expect(moved.user).toEqual({ ...mine.user, email: 'moved@example.com' });
    expect((await sessionOf(await signIn(ada({ sub: 'first', email: 'owner@example.com' })))).user.email).toBe('moved@example.com');
    // Nor is it its holder's to change: whose first sign-in is still to come would find the own address taken.
    const holder = either.as({ cookie: readCookie(await signIn(ada({ sub: 'first', email: 'moved@example.com' }))) });
    expect(problemIn(await holder('POST', api.ownEmail, { email: 'victim@example.com', password })).status).toBe(403);
    expect((await sessionOf(await signIn({ sub: 'first', groups: ['dev'] }))).user.id).toBe(mine.user.id);
  });

  it('is made once, however many first sign-ins come at once', async () => {
    provider.person = ada({ sub: 'crowd', email: 'crowd@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const begun = await start(either);
        const back = new URL(provider.visit(begun.body.url));
        return either.anonymous('GET', back.pathname + back.search, undefined, { cookie: readCookie(begun) });
      }),
    );
    expect(answers.map(failureOf)).toEqual([null, null, null, null, null]);
    const { rows } = await either.context.db.query(`SELECT count(*)::int AS count FROM users WHERE email = 'crowd@example.com'`);
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('roles of groups', () => {
  const person = (groups: readonly string[], n: string): Identity => ({
    sub: `role ${n}`,
    email: `role-${n}@example.com`,
    email_verified: true,
    groups,
  });

  it('are the highest of all groups, follow them at each sign-in, and end with the last one', async () => {
    const first = await signIn(person(['dev', 'ops'], 'one'));
    const session = await sessionOf(first);
    // A name that two teams have means neither.
    expect(rolesIn(session)).toEqual({ Checkout: 'admin' });
    const ask = either.as({ cookie: readCookie(first) });
    const token = await makeToken(either, ask);
    expect(rolesIn(await sessionOf(await signIn(person(['dev'], 'one'))))).toEqual({ Checkout: 'editor' });
    expect((await token('GET', api.runs)).status).toBe(200);
    expect(failureOf(await signIn(person(['sales'], 'one')))).toBe('no_group');
    // No second try either, and nothing that was open goes on.
    expect(failureOf(await signIn(person([], 'one')))).toBe('no_group');
    expect((await ask('GET', api.session)).status).toBe(401);
    expect((await token('GET', api.runs)).status).toBe(401);
    expect((await actionsIn('checkout')).slice(-4)).toEqual(
      expect.arrayContaining([
        ['member.role', { from: 'admin', to: 'editor', by: 'groups' }],
        ['member.remove', { role: 'editor', by: 'groups' }],
      ]),
    );
    expect(rolesIn(await sessionOf(await signIn(person(['dev'], 'one'))))).toEqual({ Checkout: 'editor' });
  });

  it('stay as they are while another team has the name, and end with their group all the same', async () => {
    const { db } = either.context;
    const come = async (groups: readonly string[], n = 'name') =>
      (await sessionOf(await signIn(person(groups, n)))).teams.map(({ id, role }) => [id, role]);
    const editor = [['checkout', 'editor']];
    expect(await come(['dev'])).toEqual(editor);
    await db.query(`UPDATE teams SET name = 'Checkout' WHERE id = 'twice-1'`);
    try {
      expect(await come(['dev'])).toEqual(editor);
      // Nobody new gets a role by it.
      expect(await come(['dev'], 'fresh')).toEqual([]);
      expect(failureOf(await signIn(person(['sales'], 'name')))).toBe('no_group');
    } finally {
      await db.query(`UPDATE teams SET name = 'Twice' WHERE id = 'twice-1'`);
    }
    expect(await come(['dev'])).toEqual(editor);
  });

  it('leave a role beneath them that somebody gave by hand', async () => {
    const harbour = await findTeamId(boss);
    const hand = await member(either, harbour, 'viewer');
    const email = await findEmail(hand);
    const id = await findUserId(hand);
    const come = async (groups: readonly string[]) =>
      rolesIn(await sessionOf(await signIn({ sub: `hand ${id}`, email, email_verified: true, groups }))).Harbour;
    expect(await come([])).toBe('viewer');
    expect(await come(['sre'])).toBe('owner');
    // By hand it is an editor's, beneath that of the group.
    expect((await boss('PATCH', api.member(id), { role: 'editor' })).status).toBe(200);
    expect(await come(['sre'])).toBe('owner');
    expect(await come([])).toBe('editor');
  });

  it('never take the last owner from a team', async () => {
    const { db } = either.context;
    await putTeam(db, 'lonely');
    await db.query(`UPDATE teams SET name = 'Lonely' WHERE id = 'lonely'`);
    expect(rolesIn(await sessionOf(await signIn(person(['sre'], 'last'))))).toMatchObject({ Lonely: 'owner', Harbour: 'owner' });
    expect(rolesIn(await sessionOf(await signIn(person([], 'last'))))).toEqual({ Lonely: 'owner' });
    expect((await actionsIn('lonely')).map(([action]) => action)).toEqual([
      'member.join',
      'session.sign_in',
      'member.last_owner',
      'session.sign_in',
    ]);
  });
});

describe('an installation with the provider alone', () => {
  it('refuses passwords, links for them and invitations with them, in words', async () => {
    const email = await findEmail(boss);
    const token = await invite(boss, { role: 'viewer' });
    const refused: readonly [string, Ask, Record<string, unknown>][] = [
      [api.signIn, only.anonymous, { email, password }],
      [api.secondStep, only.anonymous, { code: '123456' }],
      [api.passkeySignInOptions, only.anonymous, {}],
      [api.signUp, only.anonymous, { name: 'Eve', email: 'eve@example.com', password }],
      [api.askPasswordReset, only.anonymous, { email }],
      [api.usePasswordReset, only.anonymous, { token: 'a'.repeat(27), password }],
      [api.acceptInvitation, only.anonymous, { token, name: 'Eve', email: 'eve@example.com', password }],
    ];
    for (const [path, ask, body] of refused) {
      const problem = problemIn(await ask('POST', path, body));
      expect(problem, path).toMatchObject({ status: 403, detail: 'Passwords are off here. Sign in with Harbour SSO.' });
    }
    const answer = await signIn(ada({ groups: ['sre'] }), { test: only });
    const owner = only.as({ cookie: readCookie(answer) });
    const others: readonly [string, Record<string, unknown>][] = [
      [api.changePassword, { currentPassword: password, newPassword: 'another long password' }],
      [api.ownEmail, { email: 'new@example.com', password }],
      [api.twoFactor, { password }],
      [api.passwordResets, { userId: await findUserId(boss) }],
    ];
    for (const [path, body] of others) expect(problemIn(await owner('POST', path, body)).status, path).toBe(403);
    expect((await only.anonymous('GET', api.setup)).body).toEqual({
      needed: false,
      ways: { passwords: false, passkeys: false, provider: 'Harbour SSO' },
    });
    // Programs go on.
    expect((await (await makeToken(only, owner))('GET', api.runs)).status).toBe(200);
    expect((await owner('GET', api.teamSignIn)).body).toMatchObject({ passwords: false, provider: 'Harbour SSO', secondFactor: false });
  });

  it('ends sessions of before within the hours of its own, however often they are used', async () => {
    const { db } = either.context;
    const harbour = await findTeamId(boss);
    const [young, old] = [await member(only, harbour, 'viewer'), await member(only, harbour, 'viewer')];
    for (const [ask, hours] of [
      [young, 11],
      [old, 13],
    ] as const)
      await db.query(`UPDATE sessions SET created_at = now() - $2 * interval '1 hour' WHERE user_id = $1`, [await findUserId(ask), hours]);
    expect((await young('GET', api.runs)).status).toBe(200);
    for (const path of [api.session, api.runs]) expect((await old('GET', path)).status, path).toBe(401);
  });
});

describe('a link of plimsoll break-glass', () => {
  /** As the command makes it, which is tested as a process (apps/standalone/test/operator.test.ts). */
  async function makeLink(): Promise<string> {
    const { db } = either.context;
    const [first] = await listInstallationOwners(db);
    if (!first) throw new Error('there is no owner');
    const token = newLinkToken();
    const link = { tokenHash: hashOfLinkToken(token), expiresAt: new Date(Date.now() + 60_000) };
    await insertBreakGlass(db, first, link, { address: null, agent: null });
    return token;
  }
  const use = (token: string, test = only) => test.anonymous('POST', api.breakGlass, { token });

  it('signs an owner of the installation in once, for an hour, where passwords are off; all owners are told', async () => {
    const sink = await startSmtpSink();
    const mailing = await startTestApi({
      ...only.config,
      mail: { smtpUrl: sink.url, from: 'plimsoll@example.com' },
    });
    try {
      const email = await findEmail(boss);
      const former = await makeLink();
      const url = await makeLink();
      // The latest one counts.
      expect(problemIn(await use(former)).status).toBe(404);
      const answer = await use(url, mailing);
      expect(answer.status, answer.text).toBe(204);
      const ask = mailing.as({ cookie: readCookie(answer) });
      expect((await ask<Session>('GET', api.session)).body).toMatchObject({ user: { email }, operator: true });
      expect(problemIn(await use(url)).status).toBe(404);
      const { rows } = await either.context.db.query(
        `SELECT round(extract(epoch FROM ends_at - created_at) / 60)::int AS minutes FROM sessions WHERE opened_by = 'break_glass'`,
      );
      expect(rows).toEqual([{ minutes: breakGlassMinutes.session }]);
      const done = (await actionsIn(await findTeamId(boss))).map(([action]) => action);
      expect(done.slice(-3)).toEqual(['break_glass.link', 'break_glass.link', 'break_glass.use']);
      await until(
        'a mail',
        30_000,
        () => sink.mails.map(({ to }) => to),
        () => sink.mails.some(({ to, raw }) => to === email && raw.includes('past the sign-in')),
      );
    } finally {
      await mailing.close();
      await sink.close();
    }
  });

  it('ends with the right of its owner, and with its time', async () => {
    const url = await makeLink();
    const { db } = either.context;
    await db.query(`UPDATE members SET role = 'admin' WHERE role = 'owner' AND user_id = $1`, [await findUserId(boss)]);
    expect(problemIn(await use(url)).status).toBe(404);
    await db.query(`UPDATE members SET role = 'owner' WHERE role = 'admin' AND user_id = $1`, [await findUserId(boss)]);
    const late = await makeLink();
    await db.query('UPDATE break_glass_links SET expires_at = now()');
    expect(problemIn(await use(late)).status).toBe(404);
    expect(JSON.stringify((await db.query('SELECT * FROM break_glass_links')).rows)).not.toContain(late);
  });
});
