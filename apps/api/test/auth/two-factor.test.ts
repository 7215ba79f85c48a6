/** Two-factor sign-in, against codes that are computed here by the letter of RFC 4226 and RFC 6238. */
import type { Session } from '@plimsoll/contracts/account';
import type { AuditEntry } from '@plimsoll/contracts/audit';
import { api } from '@plimsoll/contracts/paths';
import type { StartedTwoFactor } from '@plimsoll/contracts/two-factor';
import { codeOf, fromBase32 } from '@plimsoll/testbed/authenticator';
import { startSmtpSink } from '@plimsoll/testbed/smtp-sink';
import { until } from '@plimsoll/testbed/until';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Ask, problemIn, readCookie } from '../support/asking.ts';
import { findEmail, findTeamId, findUserId, makeToken, member, otherTeam, password } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { startTestApi } from '../support/test-api.ts';

const { test, boss } = useApi();
beforeEach(() => test.context.db.query('DELETE FROM login_limits'));

const wrongCodeFor = (secret: string) => {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
};

interface Person {
  readonly ask: Ask;
  readonly id: string;
  readonly email: string;
  readonly started: StartedTwoFactor;
}

const start = (ask: Ask, given = password) => ask<StartedTwoFactor>('POST', api.twoFactor, { password: given });
const confirm = (ask: Ask, code: string) => ask('POST', api.confirmTwoFactor, { code });

/** Somebody whose two-factor sign-in is on. Later codes are taken from the step after: each works once. */
async function protectedPerson(): Promise<Person> {
  const first = await member(test, await findTeamId(boss), 'viewer');
  const id = await findUserId(first);
  const started = (await start(first)).body;
  const confirmed = await confirm(first, codeOf(started.secret));
  expect(confirmed.status, confirmed.text).toBe(204);
  return { ask: test.as({ cookie: readCookie(confirmed) }), id, email: `${id}@example.com`, started };
}

const firstStep = (email: string, given = password) =>
  test.anonymous<{ twoFactorRedirect?: boolean }>('POST', api.signIn, { email, password: given });
const secondStep = (first: Answer, code: string) => test.anonymous('POST', api.secondStep, { code }, { cookie: readCookie(first) });
const sessionOf = (answer: Answer) => test.as({ cookie: readCookie(answer) })('GET', api.session);
async function actionsAbout(id: string): Promise<string[]> {
  const { body } = await boss<{ items: AuditEntry[] }>('GET', `${api.audit}?who=${id}&limit=100`);
  return body.items.map(({ action }) => action).reverse();
}

describe('where the installation asks for it', () => {
  it('a password alone opens nothing of a team, until it is on', async () => {
    const strict = await startTestApi({ ...test.config, signIn: { ...test.config.signIn, secondFactor: true } });
    try {
      const relaxed = await member(test, await findTeamId(boss), 'editor');
      const email = await findEmail(relaxed);
      const cookie = readCookie(await firstStep(email));
      const ask = strict.as({ cookie });
      expect((await ask<Session>('GET', api.session)).body.needsSecondFactor).toBe(true);
      for (const path of [api.runs, api.members, api.tokens])
        expect(problemIn(await ask('GET', path))).toMatchObject({
          status: 403,
          detail: expect.stringContaining('a second factor is asked for'),
        });
      expect(problemIn(await ask('POST', api.decideDevice, { userCode: 'BCDFGHJK', approve: true })).status).toBe(403);
      const started = (await start(ask)).body;
      const confirmed = await confirm(ask, codeOf(started.secret));
      expect(confirmed.status, confirmed.text).toBe(204);
      const after = strict.as({ cookie: readCookie(confirmed) });
      expect((await after<Session>('GET', api.session)).body.needsSecondFactor).toBe(false);
      expect((await after('GET', api.runs)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('turning it on', () => {
  it('ends what the password alone opened before, here and by a passkey it goes on, and tells the person', async () => {
    const sink = await startSmtpSink();
    const mailing = await startTestApi({ ...test.config, mail: { smtpUrl: sink.url, from: 'plimsoll@example.com' } });
    try {
      const here = await member(mailing, await findTeamId(boss), 'viewer');
      const [id, email] = [await findUserId(here), await findEmail(here)];
      const [thief, phone] = await Promise.all([firstStep(email), firstStep(email)]);
      await test.context.db.query(
        `UPDATE sessions SET opened_by = 'passkey' WHERE id = (SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1)`,
        [id],
      );
      const before = [thief, phone];
      const { secret } = (await start(here)).body;
      const on = await confirm(here, codeOf(secret));
      const after = mailing.as({ cookie: readCookie(on) });
      expect((await after('GET', api.session)).status).toBe(200);
      const left = await Promise.all(before.map(async (answer) => (await sessionOf(answer)).status));
      expect(left.sort()).toEqual([200, 401]);
      const off = await after('POST', api.turnOffTwoFactor, { password, code: codeOf(secret, 1) });
      expect(off.status, off.text).toBe(204);
      const { body } = await boss<{ items: AuditEntry[] }>('GET', `${api.audit}?who=${id}&what=two_factor`);
      expect(body.items.map(({ action, details }) => [action, details])).toEqual([
        ['two_factor.off', { sessions: 0 }],
        ['two_factor.on', { sessions: 1 }],
      ]);
      await until(
        'two mails',
        30_000,
        () => sink.mails.map(({ to }) => to),
        () =>
          ['turned on', 'turned off'].every((said) =>
            sink.mails.some(({ to, raw }) => to === email && raw.replaceAll('=\n', '').includes(said)),
          ),
      );
    } finally {
      await mailing.close();
      await sink.close();
    }
  });

  it('asks for the password, then for a first code, and shows its secrets once', async () => {
    const ask = await member(test, await findTeamId(boss), 'viewer');
    const id = await findUserId(ask);
    expect(problemIn(await start(ask, 'wrong password'))).toMatchObject({ status: 400, field: '/password' });
    expect(problemIn(await confirm(ask, '123456')).status).toBe(409);
    const { body, headers } = await start(ask);
    expect(headers['cache-control']).toBe('no-store');
    const url = new URL(body.url);
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual(['otpauth:', 'totp', `/Plimsoll:${id}@example.com`]);
    expect(url.searchParams.get('secret')).toBe(body.secret);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    // Not on before the code: the app may not have read it.
    expect((await ask('GET', api.twoFactor)).body).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    expect((await firstStep(`${id}@example.com`)).body.twoFactorRedirect).toBeUndefined();
    expect(problemIn(await confirm(ask, wrongCodeFor(body.secret)))).toMatchObject({ status: 400, field: '/code' });
    expect(problemIn(await confirm(ask, '12345'))).toMatchObject({ status: 400, field: '/code' });
    const confirmed = await confirm(ask, codeOf(body.secret).replace(/^(...)/, '$1 '));
    expect(confirmed.status, confirmed.text).toBe(204);
    const again = test.as({ cookie: readCookie(confirmed) });
    expect((await again('GET', api.twoFactor)).body).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    expect(problemIn(await start(again)).status).toBe(409);
    // Sealed, and nowhere in the log.
    const { rows } = await test.context.db.query('SELECT * FROM two_factors, audit_entries');
    for (const secret of [body.secret, fromBase32(body.secret).toString(), ...body.recoveryCodes])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('keeps the team that the session acts for', async () => {
    const ask = await member(test, await findTeamId(boss), 'viewer');
    const id = await findUserId(ask);
    const teamId = await findTeamId(await otherTeam(test));
    await test.context.db.query(`INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ($1, $2, $3, 'viewer', now())`, [
      `also-${id}`,
      teamId,
      id,
    ]);
    expect((await ask('POST', api.currentTeam, { teamId })).status).toBe(200);
    const { secret } = (await start(ask)).body;
    expect((await sessionOf(await confirm(ask, codeOf(secret)))).body).toMatchObject({ team: { id: teamId } });
  });
});

describe('signing in', () => {
  it('takes the password, then a code of the app that nobody used before', async () => {
    const { id, email, started } = await protectedPerson();
    const first = await firstStep(email);
    expect([first.status, first.body.twoFactorRedirect]).toEqual([200, true]);
    expect((await sessionOf(first)).status).toBe(401);
    expect(problemIn(await secondStep(first, wrongCodeFor(started.secret)))).toMatchObject({ status: 400, field: '/code' });
    const code = codeOf(started.secret, 1);
    const second = await secondStep(first, code);
    expect(second.status, second.text).toBe(204);
    expect((await sessionOf(second)).body).toMatchObject({ user: { id } });
    // Neither the step nor the code works again.
    expect(problemIn(await secondStep(first, codeOf(started.secret))).status).toBe(401);
    expect(problemIn(await secondStep(await firstStep(email), code))).toMatchObject({ status: 400, field: '/code' });
    expect(problemIn(await test.anonymous('POST', api.secondStep, { code })).status).toBe(401);
    expect(await actionsAbout(id)).toEqual(['two_factor.on', 'session.sign_in_failed', 'session.sign_in', 'session.sign_in_failed']);
  });

  it('takes each recovery code once, and new ones end the former', async () => {
    const { ask, email, started } = await protectedPerson();
    const [one = '', two = ''] = started.recoveryCodes;
    const second = await secondStep(await firstStep(email), one);
    expect(second.status, second.text).toBe(204);
    expect((await sessionOf(second)).status).toBe(200);
    expect((await ask('GET', api.twoFactor)).body).toEqual({ enabled: true, recoveryCodesLeft: 9 });
    expect((await secondStep(await firstStep(email), one)).status).toBe(400);
    const renew = (given: string) => ask<{ recoveryCodes: string[] }>('POST', api.recoveryCodes, { password: given });
    expect(problemIn(await renew('wrong password'))).toMatchObject({ status: 400, field: '/password' });
    const [fresh = ''] = (await renew(password)).body.recoveryCodes;
    expect((await secondStep(await firstStep(email), two)).status).toBe(400);
    expect((await secondStep(await firstStep(email), fresh)).status).toBe(204);
  });

  it('ends after five wrong codes, and counts them as failed sign-ins of the account', async () => {
    const { id, email, started } = await protectedPerson();
    const wrong = wrongCodeFor(started.secret);
    const first = await firstStep(email);
    const answers = [];
    for (let n = 0; n < 7; n++) {
      // Each is refused for itself, not because it was used.
      await test.context.db.query(`DELETE FROM login_limits WHERE key LIKE 'used-code:%'`);
      answers.push((await secondStep(first, wrong)).status);
    }
    expect(answers).toEqual([400, 400, 400, 400, 400, 401, 401]);
    // One for the password and one for each of the six codes are seven of the account's ten.
    const tries = [];
    for (let n = 0; n < 5; n++) tries.push((await firstStep(email)).status);
    expect(tries).toEqual([200, 200, 200, 429, 429]);
    // A flood of refusals is one entry.
    expect((await actionsAbout(id)).filter((action) => action === 'session.sign_in_refused')).toHaveLength(1);
  });

  it('asks for a code after a new password, too', async () => {
    const { id, email } = await protectedPerson();
    const { url } = (await boss<{ url: string }>('POST', api.passwordResets, { userId: id })).body;
    const newPassword = 'another good password';
    expect((await test.anonymous('POST', api.usePasswordReset, { token: url.split('/reset/')[1], password: newPassword })).status).toBe(
      204,
    );
    expect((await firstStep(email, newPassword)).body.twoFactorRedirect).toBe(true);
  });
});

describe('turning it off', () => {
  it('takes the password and a code', async () => {
    const { ask, email, started } = await protectedPerson();
    const off = (body: { password: string; code: string }) => ask('POST', api.turnOffTwoFactor, body);
    const code = codeOf(started.secret, 1);
    expect(problemIn(await off({ password: 'wrong password', code }))).toMatchObject({ status: 400, field: '/password' });
    expect(problemIn(await off({ password, code: wrongCodeFor(started.secret) }))).toMatchObject({ status: 400, field: '/code' });
    const done = await off({ password, code });
    expect(done.status, done.text).toBe(204);
    const after = test.as({ cookie: readCookie(done) });
    expect((await after('GET', api.twoFactor)).body).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    expect(problemIn(await after('POST', api.turnOffTwoFactor, { password, code })).status).toBe(409);
    expect((await sessionOf(await firstStep(email))).status).toBe(200);
  });

  it('takes a recovery code in place of the app', async () => {
    const { ask, started } = await protectedPerson();
    expect((await ask('POST', api.turnOffTwoFactor, { password, code: started.recoveryCodes[0] })).status).toBe(204);
  });

  it('is done for somebody else by the owner of the installation, in person', async () => {
    const { id, email } = await protectedPerson();
    const admin = await member(test, await findTeamId(boss), 'admin');
    const off = (ask: Ask, address = email) => ask('POST', api.switchOffTwoFactor, { email: address });
    for (const ask of [admin, await otherTeam(test), await makeToken(test, boss)]) expect((await off(ask)).status).toBe(403);
    expect((await off(boss)).status).toBe(204);
    expect((await off(boss)).status).toBe(404);
    expect((await off(boss, 'ghost@example.com')).status).toBe(404);
    expect((await sessionOf(await firstStep(email))).status).toBe(200);
    const { body } = await boss<{ items: AuditEntry[] }>('GET', `${api.audit}?what=two_factor.switched_off`);
    expect(body.items).toMatchObject([{ who: { id: await findUserId(boss) }, what: { kind: 'member', id } }]);
  });
});
