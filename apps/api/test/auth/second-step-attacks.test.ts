/** Attacks on the second step of a sign-in and on known devices, each kept as it was made. */
import type { AuditEntry } from '@plimsoll/contracts/audit';
import { api } from '@plimsoll/contracts/paths';
import type { StartedTwoFactor } from '@plimsoll/contracts/two-factor';
import { codeOf } from '@plimsoll/testbed/authenticator';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Ask, problemIn, readCookie } from '../support/asking.ts';
import { findTeamId, findUserId, member, password } from '../support/people.ts';
import { useApi } from '../support/scene.ts';

const { test, boss } = useApi({ trustedProxies: 'loopback' });
const as = (cookie: string) => test.as({ cookie });
const forget = (like = '%') => test.context.db.query('DELETE FROM login_limits WHERE key LIKE $1', [like]);
beforeEach(() => forget());

const newPassword = 'another good password';
const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = (ask: Ask, email: string, given = password, address = '10.0.0.1') =>
  ask<{ twoFactorRedirect?: boolean }>('POST', api.signIn, { email, password: given }, from(address));
const secondStep = (cookie: string, code: string, address = '10.0.0.1') => as(cookie)('POST', api.secondStep, { code }, from(address));
const cookieNamed = (answer: Answer, name: string) =>
  readCookie(answer)
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`)) ?? '';
/** After the port, as all others are: another installation on this host has its own. */
const device = (answer: Answer) => cookieNamed(answer, 'plimsoll-4300.device');

interface Person {
  readonly ask: Ask;
  readonly id: string;
  readonly email: string;
}
interface Protected extends Person {
  readonly secret: string;
  /** The session's cookie. */
  readonly session: string;
}

async function person(): Promise<Person> {
  const ask = await member(test, await findTeamId(boss), 'viewer');
  const id = await findUserId(ask);
  return { ask, id, email: `${id}@example.com` };
}

async function protectedPerson(): Promise<Protected> {
  const { ask, id, email } = await person();
  const { secret } = (await ask<StartedTwoFactor>('POST', api.twoFactor, { password })).body;
  const confirmed = await ask('POST', api.confirmTwoFactor, { code: codeOf(secret) });
  expect(confirmed.status, confirmed.text).toBe(204);
  const session = readCookie(confirmed);
  return { ask: as(session), id, email, secret, session };
}

const wrongCodeFor = (secret: string, n: number) => {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return Array.from({ length: 30 }, (_, at) => String(900_000 + at)).filter((code) => !right.includes(code))[n] ?? '';
};
async function actionsAbout(id: string): Promise<string[]> {
  const { body } = await boss<{ items: AuditEntry[] }>('GET', `${api.audit}?who=${id}&limit=100`);
  return body.items.map(({ action }) => action).reverse();
}

describe('a session that is smuggled into the second step of somebody else', () => {
  it.each<[string, (session: string, started: string) => string]>([
    ['after a tab', (session, started) => `${started};\t${session}`],
    ['before a tab', (session, started) => `\t${session}; ${started}`],
    ['with a blank before its value', (session, started) => `${started}; ${session.replace('=', ' =')}`],
    ['with a tab before its value', (session, started) => `${session.replace('=', '\t=')}; ${started}`],
    ['as it is', (session, started) => `${session}; ${started}`],
  ])('%s gets no device, clears no counter, and writes nobody in', async (_name, smuggle) => {
    const [thief, victim] = [await protectedPerson(), await protectedPerson()];
    const before = await actionsAbout(victim.id);
    const first = await signIn(test.anonymous, victim.email);
    expect(first.body.twoFactorRedirect).toBe(true);
    const { rows: counted } = await test.context.db.query(`SELECT key, points FROM login_limits WHERE key LIKE 'account:%'`);
    expect(counted).toHaveLength(1);
    const answer = await secondStep(smuggle(thief.session, readCookie(first)), codeOf(thief.secret, 1));
    expect(problemIn(answer)).toMatchObject({ status: 400, field: '/code' });
    expect(device(answer)).toBe('');
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { rows } = await test.context.db.query<{ points: number }>(`SELECT points FROM login_limits WHERE key LIKE 'account:%'`);
    expect(rows).toEqual([{ points: 2 }]);
    expect((await actionsAbout(victim.id)).slice(before.length)).toEqual(['session.sign_in_failed']);
    // The victim's own code goes on being worth what it was.
    expect((await secondStep(smuggle(thief.session, readCookie(first)), codeOf(victim.secret, 1))).status).toBe(204);
  });
});

describe('a code of an app', () => {
  it('that confirmed the start signs nobody in, and turns nothing off', async () => {
    const { ask, id, email } = await person();
    const { secret } = (await ask<StartedTwoFactor>('POST', api.twoFactor, { password })).body;
    const code = codeOf(secret);
    const confirmed = await ask('POST', api.confirmTwoFactor, { code });
    expect(confirmed.status, confirmed.text).toBe(204);
    const first = readCookie(await signIn(test.anonymous, email));
    expect(problemIn(await secondStep(first, code))).toMatchObject({ status: 400, field: '/code' });
    expect(problemIn(await as(readCookie(confirmed))('POST', api.turnOffTwoFactor, { password, code })).field).toBe('/code');
    // Under another address neither.
    const moved = `moved-${id}@example.com`;
    expect((await as(readCookie(confirmed))('POST', api.ownEmail, { email: moved, password })).status).toBe(200);
    expect((await secondStep(readCookie(await signIn(test.anonymous, moved)), code)).status).toBe(400);
    expect((await secondStep(first, codeOf(secret, 1))).status).toBe(204);
  });
});

describe('a known device', () => {
  it('is not locked out of the second step by somebody with the password, and a stranger is', async () => {
    const { email, secret } = await protectedPerson();
    const known = device(await secondStep(readCookie(await signIn(test.anonymous, email)), codeOf(secret, 1)));
    expect(known).not.toBe('');
    await forget('used-code:%');
    // Twelve wrong codes of somebody who has the password and time: each quarter of an hour some.
    for (let n = 0; n < 12; n++) {
      await forget('account:%');
      const first = await signIn(test.anonymous, email, password, `10.1.0.${n}`);
      const answer = await secondStep(readCookie(first), wrongCodeFor(secret, n), `10.1.0.${n}`);
      expect(problemIn(answer), String(n)).toMatchObject({ status: 400, field: '/code' });
    }
    for (let n = 0; n < 10; n++) await signIn(test.anonymous, email, 'wrong password', `10.1.1.${n}`);
    expect((await signIn(test.anonymous, email, password, '10.2.0.1')).status).toBe(429);
    const first = await signIn(as(known), email);
    expect(first.status, first.text).toBe(200);
    const second = await secondStep(`${known}; ${readCookie(first)}`, codeOf(secret, 1));
    expect(second.status, second.text).toBe(204);
  });

  it('that was stolen has ten wrong codes in 15 minutes, whatever it does', async () => {
    const { email, secret } = await protectedPerson();
    const known = device(await secondStep(readCookie(await signIn(test.anonymous, email)), codeOf(secret, 1)));
    const answers = [];
    for (let n = 0; n < 12; n++) {
      const first = await signIn(as(known), email);
      answers.push((await secondStep(`${known}; ${readCookie(first)}`, wrongCodeFor(secret, n))).status);
    }
    expect(answers).toEqual([...Array(10).fill(400), 429, 429]);
  });

  const failures = async (email: string) => {
    for (let n = 0; n < 10; n++) await signIn(test.anonymous, email, 'wrong password', `10.3.0.${n}`);
    expect((await signIn(test.anonymous, email)).status).toBe(429);
  };

  it('is one of a person: another account that gets the address does not know it, the person under another address does', async () => {
    const { ask, id, email } = await person();
    const known = device(await signIn(test.anonymous, email));
    const moved = `moved-${id}@example.com`;
    expect((await ask('POST', api.ownEmail, { email: moved, password })).status).toBe(200);
    const heir = await person();
    expect((await heir.ask('POST', api.ownEmail, { email, password })).status).toBe(200);
    await failures(email);
    expect((await signIn(as(known), email)).status).toBe(429);
    await forget();
    await failures(moved);
    expect((await signIn(as(known), moved)).status).toBe(200);
  });

  it('is one of a password: a link for a new one makes it unknown, changing it there does not', async () => {
    const { id, email } = await person();
    const first = await signIn(test.anonymous, email);
    const stolen = device(first);
    const changed = await as(readCookie(first))('POST', '/api/auth/change-password', { currentPassword: password, newPassword });
    expect(changed.status, changed.text).toBe(200);
    const known = device(changed);
    expect(known).not.toBe(stolen);
    await failures(email);
    expect((await signIn(as(stolen), email, newPassword)).status).toBe(429);
    expect((await signIn(as(known), email, newPassword)).status).toBe(200);
    const { url } = (await boss<{ url: string }>('POST', api.passwordResets, { userId: id })).body;
    expect((await test.anonymous('POST', api.usePasswordReset, { token: url.split('/').at(-1), password })).status).toBe(204);
    await failures(email);
    expect((await signIn(as(known), email)).status).toBe(429);
  });

  it('is known still by the name that it had for every port, and has its own after the next sign-in', async () => {
    const { email } = await person();
    const value = device(await signIn(test.anonymous, email)).split('=')[1];
    await failures(email);
    const answer = await signIn(as(`plimsoll.device=${value}; plimsoll-8443.device=another`), email);
    expect([answer.status, device(answer)]).toEqual([200, `plimsoll-4300.device=${value}`]);
    expect((await signIn(as('plimsoll.device=another'), email)).status).toBe(429);
  });

  it('is made by no stolen session', async () => {
    const { session } = await protectedPerson();
    const changed = await as(session)('POST', '/api/auth/change-password', { currentPassword: password, newPassword });
    expect([changed.status, device(changed)]).toEqual([200, '']);
  });
});

it('a sign-in that waits for a code ends with the password it was begun with', async () => {
  const { ask, email, secret } = await protectedPerson();
  const first = readCookie(await signIn(test.anonymous, email));
  expect((await ask('POST', '/api/auth/change-password', { currentPassword: password, newPassword })).status).toBe(200);
  expect((await secondStep(first, codeOf(secret, 1))).status).toBe(401);
});
