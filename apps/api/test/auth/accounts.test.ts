import type { Session } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { describe, expect, it } from 'vitest';
import { problemIn, readCookie } from '../support/asking.ts';
import { findTeamId, invite, makeToken, member, otherTeam, password } from '../support/people.ts';
import { useApi, useEmptyApi } from '../support/scene.ts';
import { startTestApi } from '../support/test-api.ts';

describe('first run', () => {
  const test = useEmptyApi();

  it('lets exactly one of two owners through when both set up at once', async () => {
    expect((await test.anonymous('GET', api.setup)).body).toMatchObject({ needed: true });
    const body = (n: number) => ({ name: `P${n}`, email: `p${n}@example.com`, password, team: `T${n}` });
    const answers = await Promise.all([1, 2, 3].map((n) => test.anonymous('POST', api.setup, body(n))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const { rows } = await test.context.db.query(
      'SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM teams) AS teams',
    );
    expect(rows[0]).toEqual({ users: 1, teams: 1 });
    expect((await test.anonymous('GET', api.setup)).body).toMatchObject({ needed: false });
    const winner = answers.find(({ status }) => status === 201);
    if (!winner) throw new Error('nobody won');
    const session = await test.as({ cookie: readCookie(winner) })<Session>('GET', api.session);
    expect(session.body).toMatchObject({ role: 'owner' });
    expect(session.body.teams).toHaveLength(1);
  });

  it('is refused once there is an owner', async () => {
    const answer = await test.anonymous('POST', api.setup, { name: 'x', email: 'late@example.com', password, team: 'x' });
    expect(problemIn(answer)).toMatchObject({ status: 409, code: 'conflict' });
  });

  it.each([
    [{ password: 'short' }, '/password'],
    [{ email: 'nobody' }, '/email'],
    [{ team: '' }, '/team'],
    [{ surprise: 1 }, '/surprise'],
  ])('points at what is wrong in %j', async (change, field) => {
    const body = { name: 'x', email: 'late@example.com', password, team: 'x', ...change };
    expect(problemIn(await test.anonymous('POST', api.setup, body))).toMatchObject({ status: 400, code: 'invalid_input', field });
  });
});

describe('signing in and out', () => {
  const { test } = useApi();
  const good = { email: 'owner@example.com', password };

  it('gives a session that ends with signing out', async () => {
    const answer = await test.anonymous('POST', api.signIn, good);
    expect(answer.status).toBe(200);
    expect(String([answer.headers['set-cookie']].flat()[0])).toMatch(/HttpOnly; SameSite=Lax/);
    const ask = test.as({ cookie: readCookie(answer) });
    expect((await ask('GET', api.session)).status).toBe(200);
    expect((await ask('POST', api.signOut, {})).status).toBe(200);
    expect(problemIn(await ask('GET', api.session))).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  it('stays beside a session at another installation on the same host', async () => {
    const origins = ['https://bench.example:8443', 'https://bench.example:9443', 'http://bench.example:8001', 'http://bench.example:8002'];
    const beside = await Promise.all(origins.map((baseUrl) => startTestApi({ baseUrl, databaseUrl: test.config.databaseUrl })));
    try {
      const cookies: string[] = [];
      for (const each of beside) {
        const answer = await each.anonymous('POST', api.signIn, good);
        const [session = ''] = [answer.headers['set-cookie']]
          .flat()
          .map(String)
          .filter((cookie) => cookie.includes('session'));
        expect(session).toMatch(/^__Host-.*Path=\/;.*Secure|^plimsoll-(?!.*Secure)/);
        cookies.push(session.split(';', 1)[0] ?? '');
      }
      // As a browser has them, which keeps one of each name.
      const jar = new Map(cookies.map((cookie) => cookie.split('=', 2) as [string, string]));
      const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
      expect(jar.size).toBe(origins.length);
      for (const each of beside) expect((await each.as({ cookie })('POST', api.signOut, {})).status).toBe(200);
      for (const each of beside) expect((await each.as({ cookie })('GET', api.session)).status).toBe(401);
    } finally {
      for (const each of beside) await each.close();
    }
  });

  it('refuses sign-up without an invitation, and takes it with one', async () => {
    const person = { name: 'New', email: 'new@example.com', password };
    expect(problemIn(await test.anonymous('POST', '/api/auth/sign-up/email', person)).status).toBe(403);
    const boss = test.as({ cookie: readCookie(await test.anonymous('POST', api.signIn, good)) });
    const teamId = await findTeamId(boss);
    const token = await invite(boss, { email: person.email, role: 'editor' });
    const wrong = await test.anonymous('POST', api.acceptInvitation, { ...person, email: 'thief@example.com', token });
    expect(wrong.status).toBe(403);
    const accepted = await test.anonymous('POST', api.acceptInvitation, { name: person.name, password, token });
    expect(accepted.status, accepted.text).toBe(201);
    const ask = test.as({ cookie: readCookie(accepted) });
    expect((await ask<Session>('GET', api.session)).body).toMatchObject({ role: 'editor', team: { id: teamId } });
  });

  it('locks out guesses after ten failures, but not the owner on a known device', async () => {
    const signedIn = await test.anonymous('POST', api.signIn, good);
    const known = test.as({ cookie: readCookie(signedIn) });
    const guesses = await Promise.all(
      Array.from({ length: 14 }, () => test.anonymous('POST', api.signIn, { email: good.email, password: 'wrong password' })),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const locked = await test.anonymous('POST', api.signIn, good);
    expect(problemIn(locked).code).toBe('too_many_requests');
    expect(locked.headers['retry-after']).toBe('900');
    expect((await known('POST', api.signIn, good)).status).toBe(200);
  });

  it('says the same of a wrong password and of an unknown address', async () => {
    await test.context.db.query('DELETE FROM login_limits');
    const one = problemIn(await test.anonymous('POST', api.signIn, { ...good, password: 'not this one' }));
    const two = problemIn(await test.anonymous('POST', api.signIn, { ...good, email: 'ghost@example.com' }));
    expect({ ...one, requestId: '' }).toEqual({ ...two, requestId: '' });
  });

  it('refuses writes from pages of other sites', async () => {
    const ask = test.as({ cookie: readCookie(await test.anonymous('POST', api.signIn, good)) });
    const team = { name: 'Another' };
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:1' },
      { origin: 'null' },
    ] as Record<string, string>[])
      expect(problemIn(await ask('POST', api.teams, team, headers)).code, JSON.stringify(headers)).toBe('forbidden');
    expect((await ask('POST', api.teams, team, { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' })).status).toBe(201);
    expect((await test.anonymous('GET', api.health, undefined, { host: 'evil.example' })).status).toBe(403);
  });
});

describe('teams and tokens', () => {
  const { test, boss } = useApi();

  it('switches between own teams only', async () => {
    const first = await findTeamId(boss);
    const made = await boss<{ id: string }>('POST', api.teams, { name: 'Second' });
    expect(made.status).toBe(201);
    expect(await findTeamId(boss)).toBe(made.body.id);
    expect((await boss<Session>('POST', api.currentTeam, { teamId: first })).body.team?.id).toBe(first);
    const foreign = await findTeamId(await otherTeam(test));
    expect(problemIn(await boss('POST', api.currentTeam, { teamId: foreign })).status).toBe(404);
  });

  it('keeps a token as a hash, narrows it by scope, and ends it by revoking, expiry or its maker leaving', async () => {
    const signedIn = await test.anonymous('POST', api.signIn, { email: 'owner@example.com', password });
    const boss = test.as({ cookie: readCookie(signedIn) });
    const teamId = await findTeamId(boss);
    const made = await boss<{ id: string; token: string }>('POST', api.tokens, { name: 'CI', scopes: ['read'] });
    expect(made.status).toBe(201);
    const reader = test.as({ authorization: `Bearer ${made.body.token}` });
    expect((await reader('GET', api.runs)).status).toBe(200);
    expect(problemIn(await reader('POST', api.runs, {})).code).toBe('forbidden');
    expect(problemIn(await reader('GET', api.session)).code).toBe('not_signed_in');
    const { rows } = await test.context.db.query('SELECT token_hash FROM tokens');
    expect(JSON.stringify(rows)).not.toContain(made.body.token);
    expect((await boss('DELETE', api.token(made.body.id))).status).toBe(204);
    expect(problemIn(await reader('GET', api.runs)).code).toBe('not_signed_in');

    const short = await makeToken(test, boss);
    await test.context.db.query(`UPDATE tokens SET expires_at = now() - interval '1 s' WHERE revoked_at IS NULL`);
    expect((await short('GET', api.runs)).status).toBe(401);

    const editor = await member(test, teamId, 'editor');
    const theirs = await makeToken(test, editor);
    expect((await theirs('GET', api.runs)).status).toBe(200);
    await test.context.db.query(`DELETE FROM members WHERE role = 'editor'`);
    expect((await theirs('GET', api.runs)).status).toBe(401);
    expect((await editor('GET', api.runs)).status).toBe(403);
  });

  it('makes no token that may do more than the token that asks', async () => {
    const signedIn = await test.anonymous('POST', api.signIn, { email: 'owner@example.com', password });
    const boss = test.as({ cookie: readCookie(signedIn) });
    const writer = await makeToken(test, boss, ['write']);
    expect((await writer('POST', api.tokens, { name: 'x', scopes: ['write'] })).status).toBe(201);
    const runner = await makeToken(test, boss, ['run']);
    expect((await runner('POST', api.tokens, { name: 'x', scopes: ['write'] })).status).toBe(403);
  });

  it.each(['Bearer', 'Bearer x', 'Basic b3Bz', `Bearer plm_${'A'.repeat(43)}`, ''])(
    'refuses the authorization "%s"',
    async (authorization) => {
      expect(problemIn(await test.as({ authorization })('GET', api.runs)).code).toBe('not_signed_in');
    },
  );
});
