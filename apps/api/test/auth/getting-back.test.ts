/** Getting back in: a new password by link, and the sessions of a person. */
import { api } from '@plimsoll/contracts/paths';
import { type SmtpSink, startSmtpSink } from '@plimsoll/testbed/smtp-sink';
import { until } from '@plimsoll/testbed/until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { openMailer } from '../../src/mail/mailer.ts';
import { type Ask, makeAsk, problemIn } from '../support/asking.ts';
import { findTeamId, findUserId, makeToken, member, otherTeam, password, signIn } from '../support/people.ts';
import { useApi } from '../support/scene.ts';

const { test, boss } = useApi();
const newPassword = 'another good password';
const tokenIn = (text: string) => /\/reset\/([A-Za-z0-9_-]{27})/.exec(text)?.[1] ?? '';
const reset = (token: string) => test.anonymous('POST', api.usePasswordReset, { token, password: newPassword });
const tryPassword = async (email: string, given: string) => (await test.anonymous('POST', api.signIn, { email, password: given })).status;
beforeEach(() => test.context.db.query('DELETE FROM login_limits'));

describe('a link that an admin makes', () => {
  const make = (ask: Ask, userId: string) => ask<{ url: string; mail: string }>('POST', api.passwordResets, { userId });

  it('sets a new password once, and ends every session', async () => {
    const viewer = await member(test, await findTeamId(boss), 'viewer');
    const id = await findUserId(viewer);
    const former = tokenIn((await make(boss, id)).body.url);
    const made = await make(boss, id);
    expect(made.status, made.text).toBe(201);
    expect(made.body.mail).toBe('off');
    const token = tokenIn(made.body.url);
    // The latest link counts, and one that is refused is not used up.
    expect((await reset(former)).status).toBe(404);
    expect(problemIn(await test.anonymous('POST', api.usePasswordReset, { token, password: 'short' })).field).toBe('/password');
    expect((await viewer('GET', api.session)).status).toBe(200);
    expect((await reset(token)).status).toBe(204);
    expect((await viewer('GET', api.session)).status).toBe(401);
    expect((await reset(token)).status).toBe(404);
    expect(await tryPassword(`${id}@example.com`, password)).toBe(401);
    expect(await tryPassword(`${id}@example.com`, newPassword)).toBe(200);
    const { body } = await boss<{ items: { action: string }[] }>('GET', `${api.audit}?what=password`);
    expect(body.items.map(({ action }) => action)).toEqual(['password.reset', 'password.reset_link', 'password.reset_link']);
    const { rows } = await test.context.db.query('SELECT * FROM password_resets');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is for members of the team, for owners by owners, and for whom another team has too by the operator alone', async () => {
    const teamId = await findTeamId(boss);
    const admin = await member(test, teamId, 'admin');
    const shared = await member(test, teamId, 'viewer');
    const stranger = await otherTeam(test);
    const sharedId = await findUserId(shared);
    expect(problemIn(await make(admin, await findUserId(boss)))).toMatchObject({ status: 403 });
    expect((await make(admin, await findUserId(stranger))).status).toBe(404);
    await test.context.db.query(`INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ($1, $2, $3, 'viewer', now())`, [
      `also-${sharedId}`,
      await findTeamId(stranger),
      sharedId,
    ]);
    expect((await make(admin, sharedId)).status).toBe(403);
    expect((await make(stranger, sharedId)).status).toBe(403);
    expect((await make(boss, sharedId)).status).toBe(201);
    expect((await make(await makeToken(test, boss), sharedId)).status).toBe(403);
  });
});

describe('a link by mail', () => {
  let sink: SmtpSink;
  let app: Awaited<ReturnType<typeof buildApp>>;
  let anybody: Ask;
  beforeAll(async () => {
    sink = await startSmtpSink();
    app = await buildApp({ ...test.context, mailer: openMailer({ smtpUrl: sink.url, from: 'plimsoll@example.com' }) });
    anybody = makeAsk(app, {});
  });
  afterAll(async () => {
    await app.close();
    await sink.close();
  });

  it('reaches the one who has the account, and the answer is the same for anybody', async () => {
    const id = await findUserId(await member(test, await findTeamId(boss), 'viewer'));
    const email = `${id}@example.com`;
    const [known, unknown] = [
      await anybody('POST', api.askPasswordReset, { email }),
      await anybody('POST', api.askPasswordReset, { email: 'ghost@example.com' }),
    ];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.status).toBe(204);
    await until(
      'a mail',
      30_000,
      () => sink.mails.map(({ to }) => to),
      () => sink.mails.length > 0,
    );
    expect(sink.mails.map(({ to }) => to)).toEqual([email]);
    expect((await reset(tokenIn(sink.mails[0]?.raw.replaceAll('=\n', '') ?? ''))).status).toBe(204);
    expect(await tryPassword(email, newPassword)).toBe(200);
  });

  it('is written in the language of its receiver, whoever asks for it, as are an invitation and the news of another address', async () => {
    const reader = await member(test, await findTeamId(boss), 'viewer');
    const email = `${await findUserId(reader)}@example.com`;
    const cookie = await signIn(test, email);
    const languageOf = async () => (await reader<{ language: string | null }>('GET', api.session)).body.language;
    expect(await languageOf()).toBeNull();
    expect(problemIn(await reader('PUT', api.ownLanguage, { language: 'xx' })).status).toBe(400);
    expect((await test.anonymous('PUT', api.ownLanguage, { language: 'zh' })).status).toBe(401);
    expect((await reader('PUT', api.ownLanguage, { language: 'zh' })).status).toBe(204);
    expect(await languageOf()).toBe('zh');
    const owner = makeAsk(app, { cookie: await signIn(test, 'owner@example.com') });
    const textOf = async (to: string, make: () => Promise<{ status: number }>) => {
      const before = sink.mails.length;
      expect((await make()).status).toBeLessThan(300);
      await until(
        'a mail',
        30_000,
        () => sink.mails.length,
        (count) => count > before,
      );
      const mail = sink.mails.at(-1);
      expect(mail?.to).toBe(to);
      const [head = '', body = ''] = (mail?.raw ?? '').split(/\n\n(.*)/s);
      // Quoted or in base64, whichever is shorter for this link.
      if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString();
      const bytes = body.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString();
    };
    const link = await textOf(email, () => owner('POST', api.passwordResets, { userId: email.split('@')[0] }));
    expect(link).toMatch(/\p{Script=Han}/u);
    expect(tokenIn(link)).not.toBe('');
    const stranger = await otherTeam(test);
    const invited = { email: (await stranger<{ user: { email: string } }>('GET', api.session)).body.user.email, role: 'editor' };
    expect((await stranger('PUT', api.ownLanguage, { language: 'zh' })).status).toBe(204);
    expect(await textOf(invited.email, () => owner('POST', api.invitations, invited))).toMatch(/\p{Script=Han}/u);
    const asReader = makeAsk(app, { cookie });
    const moved = { email: `moved-${email}`, password };
    expect(await textOf(email, () => asReader('POST', api.ownEmail, moved))).toMatch(/\p{Script=Han}/u);
    expect((await reader('PUT', api.ownLanguage, { language: null })).status).toBe(204);
    expect(await languageOf()).toBeNull();
  });

  it('is asked for five times in 15 minutes', async () => {
    const asked = [];
    for (let n = 0; n < 7; n++) asked.push((await anybody('POST', api.askPasswordReset, { email: `n${n}@example.com` })).status);
    expect(asked).toEqual([204, 204, 204, 204, 204, 429, 429]);
  });
});

it('an address is changed with the password, to one that nobody has', async () => {
  const ask = await member(test, await findTeamId(boss), 'viewer');
  const id = await findUserId(ask);
  const change = (email: string, given = password) => ask('POST', api.ownEmail, { email, password: given });
  const email = `new-${id}-${Date.now()}@example.com`;
  expect(problemIn(await change(email, 'wrong password'))).toMatchObject({ status: 400, field: '/password' });
  expect(problemIn(await change('owner@example.com')).status).toBe(409);
  const changed = await change(email.toUpperCase());
  expect(changed.body, changed.text).toMatchObject({ id, email });
  expect(await tryPassword(`${id}@example.com`, password)).toBe(401);
  expect(await tryPassword(email, password)).toBe(200);
});

it('sessions are listed and ended one by one, or all at once, and nobody else ends them', async () => {
  const first = await member(test, await findTeamId(boss), 'viewer');
  const email = `${await findUserId(first)}@example.com`;
  const second = test.as({ cookie: await signIn(test, email) });
  const list = (ask: Ask) => ask<{ items: { id: string; current: boolean }[] }>('GET', api.sessions);
  const { items } = (await list(second)).body;
  expect(items).toHaveLength(2);
  const other = items.find(({ current }) => !current)?.id ?? '';
  expect((await boss('DELETE', api.ownSession(other))).status).toBe(404);
  expect((await second('DELETE', api.ownSession(other))).status).toBe(204);
  expect((await first('GET', api.session)).status).toBe(401);
  expect((await list(second)).body.items).toMatchObject([{ current: true }]);
  const third = test.as({ cookie: await signIn(test, email) });
  expect((await third('DELETE', api.sessions)).status).toBe(204);
  expect([(await second('GET', api.session)).status, (await third('GET', api.session)).status]).toEqual([401, 401]);
});
