/** The audit log: what is in it, how it is read, and that nobody changes it. */
import type { AuditEntry } from '@plimsoll/contracts/audit';
import { auditEntrySchema } from '@plimsoll/contracts/audit';
import { api } from '@plimsoll/contracts/paths';
import { expect, it } from 'vitest';
import { readCookie } from '../support/asking.ts';
import { findTeamId, findUserId, invite, makeToken, member, otherTeam, password } from '../support/people.ts';
import { useApi, useEmptyApi } from '../support/scene.ts';
import { finishedRun, launch, planInput } from '../support/stored-runs.ts';

interface Page {
  readonly items: AuditEntry[];
  readonly nextCursor: string | null;
}

const { test, boss } = useApi();
const empty = useEmptyApi();
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };

it('tells who did what to what, when and from where, without a secret, page by page and as a file', async () => {
  const teamId = await findTeamId(boss);
  const editor = await member(test, teamId, 'editor');
  const editorId = await findUserId(editor);
  const since = new Date().toISOString();
  const bad = await test.anonymous('POST', api.signIn, { email: 'owner@example.com', password: 'a wrong password' });
  expect(bad.status).toBe(401);
  await test.anonymous('POST', api.signIn, { email: 'ghost@example.com', password: 'a wrong password' });
  const signedIn = await test.anonymous('POST', api.signIn, { email: 'owner@example.com', password }, firefox);
  const ask = test.as({ cookie: readCookie(signedIn), ...firefox });
  const me = await findUserId(ask);
  const link = await invite(ask, { role: 'viewer' });
  const joined = await test.anonymous('POST', api.acceptInvitation, {
    token: link,
    name: 'Vic',
    password,
    email: `vic-${Date.now()}@example.com`,
  });
  const vic = await findUserId(test.as({ cookie: readCookie(joined) }));
  await ask('PATCH', api.member(vic), { role: 'editor' });
  await ask('DELETE', api.member(vic));
  const made = await ask<{ id: string; token: string }>('POST', api.tokens, { name: 'CI', scopes: ['run'] });
  const run = await finishedRun(test, ask);
  const share = await ask<{ id: string; url: string }>('POST', api.shares, { runId: run.id });
  await ask('GET', api.exported(run.id, 'csv'));
  await ask('DELETE', api.share(share.body.id));
  await test.as({ authorization: `Bearer ${made.body.token}` })('POST', api.stopRun((await launch(ask)).id));
  await editor('DELETE', api.run(run.id));
  await ask('DELETE', api.token(made.body.id));
  const plan = await ask<{ id: string }>('POST', api.plans, { plan: planInput() });
  await ask('PUT', api.plan(plan.body.id), { plan: planInput() });
  await ask('DELETE', api.plan(plan.body.id));
  await editor('POST', api.experiments, { kind: 'aa', variants: [{ name: 'a', plan: planInput() }] });
  const one = await finishedRun(test, editor, { seconds: 12 });
  const other = await finishedRun(test, editor, { seconds: 12 });
  const kept = await editor<{ id: string }>('POST', api.comparisons, { base: [one.id], candidates: [[other.id]] });
  await editor('GET', api.exportedStoredComparison(kept.body.id, 'csv'));
  await editor('GET', api.exportedComparison('csv', [one.id], [other.id]));
  // A refused deed was not done, and is not in it.
  expect((await editor('DELETE', api.member(me))).status).toBe(403);
  expect((await ask('DELETE', api.member(me))).status).toBe(409);
  expect((await ask('DELETE', api.run(run.id))).status).toBe(404);

  expect((await ask('POST', api.signOut, {})).status).toBe(200);

  const all = (await boss<Page>('GET', `${api.audit}?from=${since}`)).body.items;
  for (const entry of all) auditEntrySchema.parse(entry);
  expect(all.map(({ action }) => action).reverse()).toEqual([
    'session.sign_in_failed',
    'session.sign_in',
    'invitation.create',
    'member.join',
    'member.role',
    'member.remove',
    'token.create',
    'run.create',
    'share.create',
    'run.export',
    'share.revoke',
    'run.create',
    'run.stop',
    'run.delete',
    'token.revoke',
    'plan.create',
    'plan.edit',
    'plan.delete',
    'experiment.create',
    'run.create',
    'run.create',
    'comparison.create',
    'comparison.export',
    'comparison.export',
    'session.sign_out',
  ]);
  const of = (action: string) => all.find((entry) => entry.action === action);
  expect(of('session.sign_in')).toMatchObject({
    who: { id: me, name: 'Ola' },
    from: { address: '127.0.0.1', agent: 'Firefox 128, Linux' },
  });
  expect(of('member.role')).toMatchObject({
    who: { id: me },
    what: { kind: 'member', id: vic, name: 'Vic' },
    details: { from: 'viewer', to: 'editor' },
  });
  expect(of('member.join')).toMatchObject({ who: { id: vic, name: 'Vic' }, details: { role: 'viewer' } });
  expect(of('run.stop')).toMatchObject({ who: { id: me }, token: 'CI', what: { kind: 'run' } });
  expect(of('run.delete')).toMatchObject({ who: { id: editorId }, token: null, what: { kind: 'run', id: run.id, name: 'checkout' } });
  for (const secret of [link, made.body.token, share.body.url.split('/s/')[1] ?? '', password, 'a wrong password'])
    expect(JSON.stringify(all)).not.toContain(secret);

  // By filter.
  const actions = async (query: string) =>
    (await boss<Page>('GET', `${api.audit}?from=${since}&${query}`)).body.items.map(({ action }) => action);
  expect(await actions('what=member')).toEqual(['member.remove', 'member.role', 'member.join']);
  expect(await actions(`who=${editorId}&what=run`)).toEqual(['run.create', 'run.create', 'run.delete']);
  expect(await actions('what=token.revoke')).toEqual(['token.revoke']);
  expect(await actions(`to=${since}`)).toEqual([]);
  expect((await boss('GET', `${api.audit}?what=%27;--`)).status).toBe(400);

  // By page, and whole.
  const pages: AuditEntry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { body: Page } = await boss<Page>('GET', `${api.audit}?from=${since}&limit=5${cursor && `&cursor=${cursor}`}`);
    pages.push(...page.body.items);
    cursor = page.body.nextCursor;
  }
  expect(pages).toEqual(all);
  const file = await boss('GET', `${api.auditFile}?from=${since}`);
  expect(file.headers['content-disposition']).toContain('audit.jsonl');
  const [first, ...rest] = file.text
    .trimEnd()
    .split('\n')
    .map((line) => auditEntrySchema.parse(JSON.parse(line)));
  expect(first?.action).toBe('audit.export');
  expect(rest).toEqual(all);

  // Another team sees nothing of it, and its cursor opens nothing here.
  const stranger = await otherTeam(test);
  await makeToken(test, stranger);
  const theirs = (await stranger<Page>('GET', api.audit)).body.items;
  expect(theirs.map(({ action }) => action)).toEqual(['token.create']);
});

it('begins with the setup: the first team, and who signed in', async () => {
  const setup = await empty.anonymous('POST', api.setup, { name: 'Ola', email: 'ola@example.com', password, team: 'Harbour' }, firefox);
  expect(setup.status, setup.text).toBe(201);
  const { items } = (await empty.as({ cookie: readCookie(setup) })<Page>('GET', api.audit)).body;
  expect(items.map(({ action, who, what, from }) => [action, who?.name, what?.name, from.agent])).toEqual([
    ['session.sign_in', 'Ola', undefined, 'Firefox 128, Linux'],
    ['team.create', 'Ola', 'Harbour', 'Firefox 128, Linux'],
  ]);
});

it('is neither changed nor emptied, by whoever reaches the database', async () => {
  const { db } = test.context;
  for (const sql of [`UPDATE audit_entries SET action = 'run.stop'`, 'DELETE FROM audit_entries', 'TRUNCATE audit_entries'])
    await expect(db.query(sql), sql).rejects.toMatchObject({ code: '23001' });
});

it('has no entry of a deed that was not done, and undoes the deed where it cannot be written', async () => {
  const { db } = test.context;
  const token = await makeToken(test, boss);
  const { id } = (await boss<{ items: { id: string }[] }>('GET', api.tokens)).body.items[0] ?? { id: '' };
  await db.query(`ALTER TABLE audit_entries ADD CONSTRAINT closed CHECK (action <> 'token.revoke') NOT VALID`);
  try {
    expect((await boss('DELETE', api.token(id))).status).toBe(500);
    expect((await token('GET', api.runs)).status).toBe(200);
  } finally {
    await db.query('ALTER TABLE audit_entries DROP CONSTRAINT closed');
  }
  expect((await boss('DELETE', api.token(id))).status).toBe(204);
  expect((await token('GET', api.runs)).status).toBe(401);
});
