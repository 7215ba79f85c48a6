/** Invitations by link and by mail. */
import type { Session } from '@plimsoll/contracts/account';
import type { Invitation } from '@plimsoll/contracts/invitations';
import { api } from '@plimsoll/contracts/paths';
import { openPool } from '@plimsoll/store/database';
import { findInvitation, listInvitations } from '@plimsoll/store/invitations';
import { migrate } from '@plimsoll/store/migrate';
import { putTeam, putUser } from '@plimsoll/testbed/people';
import { type SmtpSink, startSmtpSink } from '@plimsoll/testbed/smtp-sink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { hashOfLinkToken } from '../../src/http/link-token.ts';
import { openMailer } from '../../src/mail/mailer.ts';
import { type Ask, makeAsk, problemIn, readCookie } from '../support/asking.ts';
import { databaseBefore } from '../support/older-database.ts';
import { findTeamId, invite, member, password, signIn } from '../support/people.ts';
import { useApi } from '../support/scene.ts';

const { test, boss } = useApi();
let people = 0;
const address = () => `guest-${++people}-${Date.now()}@example.com`;
const listed = async () => (await boss<{ items: Invitation[] }>('GET', api.invitations)).body.items;

describe('an invitation by link', () => {
  it('shows team, inviter and role, takes a name, an address and a password, and signs in', async () => {
    const token = await invite(boss, { role: 'editor' });
    const seen = await test.anonymous('GET', api.openInvitation(token));
    const teamId = (await boss<Session>('GET', api.session)).body.team?.id;
    expect(seen.body).toEqual({ teamId, team: 'Harbour', inviter: 'Ola', role: 'editor', asksEmail: true });
    expect(seen.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const accept = (body: object) => test.anonymous('POST', api.acceptInvitation, { token, ...body });
    expect(problemIn(await accept({})).errors?.map(({ field }) => field)).toEqual(['/name', '/password', '/email']);
    expect(
      problemIn(await accept({ name: 'New', password: 'short', email: 'nobody' }))
        .errors?.map(({ field }) => field)
        .sort(),
    ).toEqual(['/email', '/password']);
    expect(problemIn(await accept({ name: 'New', password, email: 'owner@example.com' }))).toMatchObject({ status: 409, code: 'conflict' });
    const email = address();
    const accepted = await accept({ name: 'New', password, email: email.toUpperCase() });
    expect(accepted.status, accepted.text).toBe(201);
    expect(accepted.body).toMatchObject({ user: { name: 'New', email }, team: { name: 'Harbour' }, role: 'editor' });
    const ask = test.as({ cookie: readCookie(accepted) });
    expect((await ask('GET', api.runs)).status).toBe(200);
    await signIn(test, email);
    const state = (await listed()).find(({ acceptedBy }) => acceptedBy === 'New');
    expect(state).toMatchObject({ state: 'accepted', role: 'editor', email: null, invitedBy: 'Ola', mailedAt: null });
  });

  it('lets one in, once, however many use it together', async () => {
    const token = await invite(boss, { role: 'viewer' });
    await test.context.db.query('DELETE FROM login_limits');
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => test.anonymous('POST', api.acceptInvitation, { token, name: 'N', password, email: address() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404]);
  });

  it('ends when it is revoked, expires, or another is made for the address, and says the same of all', async () => {
    const email = address();
    const [revoked, expired, former] = [
      await invite(boss, { role: 'viewer' }),
      await invite(boss, { role: 'viewer' }),
      await invite(boss, { email, role: 'viewer' }),
    ];
    const [, , { id } = { id: '' }] = await listed();
    expect((await boss('DELETE', api.invitation(id))).status).toBe(204);
    expect((await boss('DELETE', api.invitation(id))).status).toBe(204);
    const latest = await invite(boss, { email, role: 'editor' });
    await test.context.db.query(`UPDATE invitations SET expires_at = now() WHERE token_hash = $1`, [hashOfLinkToken(expired)]);
    const said = new Set<string>();
    for (const token of [revoked, expired, former, 'nonsense', 'A'.repeat(27)]) {
      const seen = await test.anonymous('GET', api.openInvitation(token));
      const used = await boss('POST', api.acceptInvitation, { token });
      for (const answer of [seen, used]) said.add(JSON.stringify({ ...problemIn(answer), requestId: '' }));
    }
    expect(said.size).toBe(1);
    expect((await test.anonymous('GET', api.openInvitation(latest))).body).toMatchObject({ role: 'editor', asksEmail: false });
    const states = (await listed()).map(({ state }) => state);
    expect(states).toEqual(expect.arrayContaining(['pending', 'revoked', 'expired']));
    // Nothing that opens a team stands in the database.
    const { rows } = await test.context.db.query('SELECT * FROM invitations');
    expect(JSON.stringify(rows)).not.toContain(latest);
  });

  it('cannot be given an end in the past, or one that is far away', async () => {
    for (const expiresInDays of [0, -1, 31])
      expect(problemIn(await boss('POST', api.invitations, { role: 'viewer', expiresInDays })).field).toBe('/expiresInDays');
  });
});

it('that was made by an older version works by its link, and what became of the others is kept', async () => {
  const database = await databaseBefore('026');
  const db = openPool(database.url);
  await putUser(db, 'ann', 'Ann');
  await putTeam(db, 'red', 'Red');
  await db.query(`INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ('ann', 'red', 'ann', 'admin', now())`);
  for (const [id, status] of [
    ['an-old-secret-of-32-characters-xx', 'pending'],
    ['accepted-one', 'accepted'],
    ['canceled-one', 'canceled'],
  ])
    await db.query(
      `INSERT INTO invitations (id, team_id, email, role, status, expires_at, inviter_id)
       VALUES ($1, 'red', 'bo@example.com', 'editor', $2, now() + interval '1 day', 'ann')`,
      [id, status],
    );
  await migrate(database.url);
  const open = await findInvitation(db, hashOfLinkToken('an-old-secret-of-32-characters-xx'));
  expect(open).toMatchObject({ team: 'Red', inviter: 'Ann', role: 'editor', email: 'bo@example.com' });
  expect((await listInvitations(db, 'red')).map(({ state }) => state).sort()).toEqual(['accepted', 'pending', 'revoked']);
  expect(JSON.stringify((await db.query('SELECT * FROM invitations')).rows)).not.toContain('an-old-secret');
  await db.end();
  await database.drop();
});

describe('an invitation by mail', () => {
  let sink: SmtpSink;
  let admin: Ask;
  let app: Awaited<ReturnType<typeof buildApp>>;
  beforeAll(async () => {
    sink = await startSmtpSink();
    const mailer = openMailer({ smtpUrl: sink.url, from: 'Plimsoll <plimsoll@example.com>' });
    app = await buildApp({ ...test.context, mailer });
    const cookie = await signIn(test);
    admin = makeAsk(app, { cookie });
  });
  afterAll(async () => {
    await app.close();
    await sink.close();
  });

  it('reaches the one it names, and the link in it works', async () => {
    const email = address();
    const made = await admin<{ url: string; mail: string }>('POST', api.invitations, { email, role: 'viewer' });
    expect(made.body, made.text).toMatchObject({ mail: 'sent' });
    const mail = sink.mails.find(({ to }) => to === email);
    expect(mail?.raw).toMatch(/^Subject: Ola invites you to Harbour on Plimsoll$/m);
    const token = /\/join\/([A-Za-z0-9_-]{27})/.exec(mail?.raw.replaceAll('=\n', '') ?? '')?.[1] ?? '';
    expect(made.body.url.endsWith(token)).toBe(true);
    const accepted = await test.anonymous<Session>('POST', api.acceptInvitation, { token, name: 'Mia', password });
    expect(accepted.body, accepted.text).toMatchObject({ user: { email }, role: 'viewer' });
    expect((await listed()).find((one) => one.email === email)).toMatchObject({ state: 'accepted', mailedAt: expect.any(String) });
  });

  it('that the mail server refuses is not lost, and names nobody else', async () => {
    sink.refuse(true);
    const email = address();
    const made = await admin<{ url: string; mail: string }>('POST', api.invitations, { email, role: 'viewer' });
    expect(made.body, made.text).toMatchObject({ mail: 'failed' });
    sink.refuse(false);
    const token = made.body.url.split('/join/')[1] ?? '';
    expect((await test.anonymous('GET', api.openInvitation(token))).status).toBe(200);
    expect((await listed()).find((one) => one.email === email)).toMatchObject({ state: 'pending', mailedAt: null });
    expect(sink.mails.some(({ to }) => to === email)).toBe(false);
    expect((await boss<{ mail: string }>('POST', api.invitations, { email: address(), role: 'viewer' })).body.mail).toBe('off');
  });

  it('takes no line break from a name into its headers', async () => {
    const teamId = await findTeamId(boss);
    const { db } = test.context;
    const sly = await member(test, teamId, 'admin');
    await db.query(`UPDATE users SET name = E'Eve\\r\\nBcc: all@example.com' WHERE id = $1`, [
      (await sly<Session>('GET', api.session)).body.user.id,
    ]);
    const cookie = await signIn(test, (await sly<Session>('GET', api.session)).body.user.email);
    const email = address();
    await makeAsk(app, { cookie })('POST', api.invitations, { email, role: 'viewer' });
    const raw = sink.mails.find(({ to }) => to === email)?.raw ?? '';
    const [headers = ''] = raw.split('\n\n');
    expect(headers).toContain('Subject: Eve Bcc');
    expect(headers).not.toMatch(/^Bcc/m);
  });
});
