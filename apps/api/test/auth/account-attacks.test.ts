/** Attacks on accounts, each kept as it was made. */
import { randomUUID } from 'node:crypto';
import type { Session } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { type Answer, type Ask, makeAsk, problemIn, readCookie } from '../support/asking.ts';
import { KeptLog } from '../support/kept-log.ts';
import { findTeamId, invite, member, otherTeam, password } from '../support/people.ts';
import { useApi } from '../support/scene.ts';

const log = new KeptLog();
const { test, boss } = useApi({ signup: 'open', trustedProxies: 'loopback', logLevel: 'warn' }, log);
const good = { email: 'owner@example.com', password };
const bad = { email: good.email, password: 'wrong password' };
const signUp = '/api/auth/sign-up/email';
const from = (address: string) => ({ 'x-forwarded-for': address });
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const times = <T>(count: number, make: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => make(n)));

async function newcomer(email: string): Promise<Ask> {
  const answer = await test.anonymous('POST', signUp, { name: 'New', email, password }, from('10.9.9.9'));
  expect(answer.status, answer.text).toBe(200);
  return test.as({ cookie: readCookie(answer) });
}

beforeEach(() => test.context.db.query('DELETE FROM login_limits'));

describe('a crowd at the door', () => {
  it('of 40 who sign up at once gets 40 accounts, and nobody else waits for it', async () => {
    // A second try has a crowd of its own.
    const name = randomUUID();
    const crowd = times(40, (n) =>
      test.anonymous('POST', signUp, { name: 'N', email: `${n}-${name}@example.com`, password }, from(`10.0.0.${n}`)),
    );
    const beside = times(40, () => boss('GET', api.runs));
    expect(new Set(statuses(await crowd))).toEqual(new Set([200]));
    expect(new Set(statuses(await beside))).toEqual(new Set([200]));
  });

  it('from one address gets 20 accounts in 15 minutes', async () => {
    const answers = await times(24, () => test.anonymous('POST', signUp, { name: 'N', email: 'nobody', password: 'x' }, from('10.1.1.1')));
    expect(new Set(statuses(answers))).toEqual(new Set([400]));
    const asked = await times(24, (n) =>
      test.anonymous('POST', signUp, { name: 'N', email: `more${n}@example.com`, password }, from('10.1.1.1')),
    );
    expect(statuses(asked).filter((status) => status === 429)).toHaveLength(4);
  });
});

describe('guesses', () => {
  it('never lock out a known device that has the right password, nor everybody behind a proxy', async () => {
    const device = readCookie(await test.anonymous('POST', api.signIn, good, from('10.2.0.1')));
    const known = test.as({ cookie: device });
    // Its own wrong ones, a stranger's, and so many from its address that nobody new gets in from there.
    expect(new Set(statuses(await times(10, () => known('POST', api.signIn, bad, from('10.2.0.1')))))).toEqual(new Set([401]));
    await times(40, (n) => test.anonymous('POST', api.signIn, { email: `ghost${n}@example.com`, password }, from('10.2.0.1')));
    expect((await test.anonymous('POST', api.signIn, good, from('10.2.0.1'))).status).toBe(429);
    expect((await test.anonymous('POST', api.signIn, good, from('10.2.0.2'))).status).toBe(200);
    expect((await known('POST', api.signIn, good, from('10.2.0.1'))).status).toBe(200);
  });

  it('on a stolen device are slow: one a second once ten were wrong', async () => {
    const known = test.as({ cookie: readCookie(await test.anonymous('POST', api.signIn, good)) });
    await times(10, () => known('POST', api.signIn, bad));
    const began = performance.now();
    expect(statuses(await times(2, () => known('POST', api.signIn, bad)))).toEqual([401, 401]);
    expect(performance.now() - began).toBeGreaterThan(1990);
  });

  it('of the current password end after ten, however many are made at once, and a right one is none', async () => {
    const ask = await newcomer('guessed@example.com');
    const change = (currentPassword: string) =>
      ask('POST', '/api/auth/change-password', { currentPassword, newPassword: 'another good password' });
    const guesses = statuses(await times(30, () => change('wrong password')));
    expect(guesses.filter((status) => status === 400)).toHaveLength(10);
    expect(guesses.filter((status) => status === 429)).toHaveLength(20);
    expect((await change(password)).status).toBe(429);
    await test.context.db.query('DELETE FROM login_limits');
    expect((await change(password)).status).toBe(200);
  });
});

it('a changed password ends every other session', async () => {
  const ask = await newcomer('careful@example.com');
  const stolen = test.as({
    cookie: readCookie(await test.anonymous('POST', api.signIn, { email: 'careful@example.com', password })),
  });
  expect((await stolen('GET', api.session)).status).toBe(200);
  const body = { currentPassword: password, newPassword: 'another good password', revokeOtherSessions: false };
  const changed = await ask('POST', '/api/auth/change-password', body);
  expect(changed.status, changed.text).toBe(200);
  expect((await stolen('GET', api.session)).status).toBe(401);
  expect((await test.as({ cookie: readCookie(changed) })('GET', api.session)).status).toBe(200);
});

describe('an invitation', () => {
  it.each([' owner', 'member', 'editor,viewer', '', ['editor'], 'Owner', null])('for the role %j is refused', async (role) => {
    const answer = await boss('POST', api.invitations, { email: 'x@example.com', role });
    expect(problemIn(answer)).toMatchObject({ status: 400, field: '/role' });
  });

  const accept = (who: Ask, token: string) => who('POST', api.acceptInvitation, { token });

  it('lets in one who has an account already, and only whom it names', async () => {
    const ask = await newcomer('early@example.com');
    const thief = await newcomer('thief@example.com');
    const token = await invite(boss, { email: 'Early@example.com', role: 'viewer' });
    expect((await accept(thief, token)).status).toBe(403);
    expect((await ask('GET', api.openInvitation(token))).status).toBe(200);
    const accepted = await accept(ask, token);
    expect(accepted.status, accepted.text).toBe(201);
    expect((await ask<Session>('GET', api.session)).body.role).toBe('viewer');
    expect((await accept(ask, token)).status).toBe(404);
  });

  it('into a team one is in already says so', async () => {
    const email = 'twice@example.com';
    const ask = await newcomer(email);
    const token = await invite(boss, { email, role: 'viewer' });
    await test.context.db.query(
      `INSERT INTO members (id, team_id, user_id, role, created_at) SELECT 'm-twice', $1, id, 'editor', now() FROM users WHERE email = $2`,
      [await findTeamId(boss), email],
    );
    expect(problemIn(await accept(ask, token))).toMatchObject({ status: 409, code: 'conflict' });
    expect(problemIn(await boss('POST', api.invitations, { email, role: 'viewer' }))).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('is one of at most 60 in 15 minutes', async () => {
    const admin = await member(test, await findTeamId(boss), 'admin');
    const answers = await times(62, () => admin('POST', api.invitations, { email: 'owner@example.com', role: 'viewer' }));
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(2);
  });
});

describe('teams', () => {
  it('are made by the owners of the installation only, whatever role one has elsewhere', async () => {
    const viewer = await member(test, await findTeamId(boss), 'viewer');
    const elsewhere = await otherTeam(test);
    for (const ask of [viewer, elsewhere, await newcomer('maker@example.com')]) {
      expect(problemIn(await ask('POST', api.teams, { name: 'Mine' })).status).toBe(403);
      expect((await ask<Session>('GET', api.session)).body).toMatchObject({ operator: false, makesTeams: false });
    }
    expect((await boss<Session>('GET', api.session)).body).toMatchObject({ operator: true, makesTeams: true });
    const before = await findTeamId(boss);
    expect((await boss('POST', api.teams, { name: 'Second' })).status).toBe(201);
    await boss('POST', api.currentTeam, { teamId: before });
  });

  it('are five of one person where anybody makes them, however many are asked for at once', async () => {
    const open = await buildApp({ ...test.context, config: { ...test.config, teamMakers: 'anyone' } });
    await newcomer('builder@example.com');
    const signedIn = await test.anonymous('POST', api.signIn, { email: 'builder@example.com', password });
    const ask = makeAsk(open, { cookie: readCookie(signedIn) });
    const answers = statuses(await times(12, (n) => ask('POST', api.teams, { name: `T${n}` })));
    expect(answers.filter((status) => status === 201)).toHaveLength(5);
    expect(answers.filter((status) => status === 409)).toHaveLength(7);
    await open.close();
  });
});

it('a token makes none that outlives it', async () => {
  const made = await boss<{ token: string }>('POST', api.tokens, { name: 'a day', expiresInDays: 1 });
  const program = test.as({ authorization: `Bearer ${made.body.token}` });
  for (const expiresInDays of [undefined, null, 1.01, 3650]) {
    const answer = await program('POST', api.tokens, { name: 'for ever', expiresInDays });
    expect(problemIn(answer), String(expiresInDays)).toMatchObject({ status: 403, field: '/expiresInDays', allowed: 'at most 0.99' });
  }
  expect((await program('POST', api.tokens, { name: 'shorter', expiresInDays: 0.5 })).status).toBe(201);
  expect((await boss('POST', api.tokens, { name: 'for ever' })).status).toBe(201);
});

it('a token that is revoked takes the tokens it made along, and theirs, and no other', async () => {
  const make = async (maker: Ask, name: string) => {
    const made = await maker<{ id: string; token: string }>('POST', api.tokens, { name });
    return { id: made.body.id, ask: test.as({ authorization: `Bearer ${made.body.token}` }) };
  };
  const [first, other] = [await make(boss, 'first'), await make(boss, 'other')];
  const second = await make(first.ask, 'second');
  const third = await make(second.ask, 'third');
  const answers = async () => statuses(await Promise.all([first, second, third, other].map(({ ask }) => ask('GET', api.runs))));
  expect(await answers()).toEqual([200, 200, 200, 200]);
  expect((await boss('DELETE', api.token(first.id))).status).toBe(204);
  expect(await answers()).toEqual([401, 401, 401, 200]);
});

it('a proxy that was named is not told of, whoever asks through it: a program on its own machine has its address, too', async () => {
  for (const asker of ['127.0.0.1', '1.2.3.4', '::1', '127.0.0.1, 127.0.0.1'])
    await test.app.inject({ url: api.health, remoteAddress: '127.0.0.1', headers: { ...from(asker), host: 'localhost' } });
  expect(log.text).not.toContain('PLIMSOLL_TRUSTED_PROXIES');
});

it('a proxy that nobody named is told of in the log, once', async () => {
  const { app } = test;
  for (let n = 0; n < 3; n++)
    await app.inject({ url: api.health, remoteAddress: '172.18.0.5', headers: { 'x-forwarded-for': '1.2.3.4', host: 'localhost' } });
  await app.inject({ url: api.health, headers: { 'x-forwarded-for': '1.2.3.4', host: 'localhost' } });
  expect(log.text.match(/PLIMSOLL_TRUSTED_PROXIES/g)).toHaveLength(1);
});
