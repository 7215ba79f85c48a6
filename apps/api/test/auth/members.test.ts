/** Members of a team, and one person in two teams. */
import type { Role, Session } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { describe, expect, it } from 'vitest';
import { type Ask, problemIn } from '../support/asking.ts';
import { findTeamId, findUserId, invite, makeToken, member } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun, planInput } from '../support/stored-runs.ts';

interface Listed {
  readonly items: readonly { userId: string; email: string; name: string; role: Role; joinedAt: string; lastSeenAt: string | null }[];
}

const { test, boss } = useApi({ teamMakers: 'anyone' });

/** A team of its own, so that no test meets the people of another: its owner, and one of each other role. */
async function crew() {
  const teamId = (await boss<{ id: string }>('POST', api.teams, { name: 'Crew' })).body.id;
  const owner = await member(test, teamId, 'owner');
  await test.context.db.query(`DELETE FROM members WHERE team_id = $1 AND user_id = $2`, [teamId, await findUserId(boss)]);
  const [admin, editor, viewer] = [
    await member(test, teamId, 'admin'),
    await member(test, teamId, 'editor'),
    await member(test, teamId, 'viewer'),
  ];
  const people = { owner, admin, editor, viewer };
  const ids = {
    owner: await findUserId(owner),
    admin: await findUserId(admin),
    editor: await findUserId(editor),
    viewer: await findUserId(viewer),
  };
  return { teamId, ids, ...people };
}

const roleOf = async (ask: Ask) => (await ask<Session>('GET', api.session)).body.role;

describe('members', () => {
  it('are listed for every one of them, with when they were last here', async () => {
    const { teamId, ids, viewer } = await crew();
    await test.context.db.query('UPDATE members SET last_seen_at = NULL WHERE team_id = $1 AND user_id = $2', [teamId, ids.editor]);
    const { body } = await viewer<Listed>('GET', api.members);
    expect(body.items.map(({ role }) => role)).toEqual(['owner', 'admin', 'editor', 'viewer']);
    expect(body.items.map(({ userId }) => userId)).toEqual([ids.owner, ids.admin, ids.editor, ids.viewer]);
    expect(body.items.find(({ role }) => role === 'viewer')?.lastSeenAt).toEqual(expect.any(String));
    expect(body.items.find(({ role }) => role === 'editor')).toMatchObject({ lastSeenAt: null, email: `${ids.editor}@example.com` });
  });

  it('change role from the next request on', async () => {
    const { ids, owner, viewer, admin } = await crew();
    expect((await viewer('POST', api.runs, { plan: planInput() })).status).toBe(403);
    const changed = await admin<{ role: Role }>('PATCH', api.member(ids.viewer), { role: 'editor' });
    expect(changed.body, changed.text).toMatchObject({ userId: ids.viewer, role: 'editor' });
    expect((await viewer('POST', api.runs, { plan: planInput() })).status).toBe(201);
    expect((await owner('PATCH', api.member(ids.admin), { role: 'viewer' })).status).toBe(200);
    expect((await admin('PATCH', api.member(ids.viewer), { role: 'viewer' })).status).toBe(403);
    expect((await owner('PATCH', api.member(ids.viewer), { role: 'captain' })).status).toBe(400);
    expect((await owner('PATCH', api.member('nobody'), { role: 'viewer' })).status).toBe(404);
  });

  it('that are owners are touched by owners only, and the last one stays', async () => {
    const { ids, owner, admin, editor } = await crew();
    for (const [method, id, body] of [
      ['PATCH', ids.owner, { role: 'viewer' }],
      ['PATCH', ids.admin, { role: 'owner' }],
      ['PATCH', ids.editor, { role: 'owner' }],
      ['DELETE', ids.owner],
    ] as const)
      expect(problemIn(await admin(method, api.member(id), body)).code, `${method} ${id}`).toBe('forbidden');
    expect(problemIn(await admin('POST', api.invitations, { role: 'owner' })).code).toBe('forbidden');
    for (const answer of [await owner('PATCH', api.member(ids.owner), { role: 'admin' }), await owner('DELETE', api.member(ids.owner))])
      expect(problemIn(answer)).toMatchObject({ status: 409, code: 'last_owner' });
    expect((await owner('PATCH', api.member(ids.editor), { role: 'owner' })).status).toBe(200);
    // Two owners demote each other, or leave, at once: one of them stays.
    const both = await Promise.all([
      owner('PATCH', api.member(ids.editor), { role: 'viewer' }),
      editor('PATCH', api.member(ids.owner), { role: 'viewer' }),
      owner('DELETE', api.member(ids.owner)),
      editor('DELETE', api.member(ids.editor)),
    ]);
    expect(both.some(({ status }) => status >= 500)).toBe(false);
    const { rows } = await test.context.db.query(`SELECT count(*)::int AS owners FROM members WHERE role = 'owner' AND user_id = ANY($1)`, [
      [ids.owner, ids.editor],
    ]);
    expect(rows).toEqual([{ owners: 1 }]);
  });

  it('are handed the team in one step, and open invitations of owners end with it', async () => {
    const { ids, owner, admin } = await crew();
    const way = await invite(owner, { role: 'owner' });
    const open = await invite(owner, { role: 'viewer' });
    expect(problemIn(await owner('PATCH', api.member(ids.admin), { role: 'admin', handOver: true }))).toMatchObject({ field: '/handOver' });
    expect((await owner('PATCH', api.member(ids.admin), { role: 'owner', handOver: true })).status).toBe(200);
    expect([await roleOf(owner), await roleOf(admin)]).toEqual(['admin', 'owner']);
    expect((await test.anonymous('GET', api.openInvitation(way))).status).toBe(404);
    expect((await test.anonymous('GET', api.openInvitation(open))).status).toBe(200);
  });

  it('that are removed lose everything at once, and their runs stay with their name', async () => {
    const { ids, owner, admin, editor, viewer } = await crew();
    const run = await finishedRun(test, admin);
    const token = await makeToken(test, admin);
    const way = await invite(admin, { role: 'admin' });
    expect((await editor('DELETE', api.member(ids.viewer))).status).toBe(403);
    expect((await viewer('DELETE', api.member(ids.editor))).status).toBe(403);
    expect((await token('DELETE', api.member(ids.editor))).status).toBe(403);
    expect((await owner('DELETE', api.member(ids.admin))).status).toBe(204);
    expect((await owner('DELETE', api.member(ids.admin))).status).toBe(404);
    expect((await admin('GET', api.runs)).status).toBe(403);
    expect((await admin<Session>('GET', api.session)).body).toMatchObject({ team: null, role: null, teams: [] });
    expect((await token('GET', api.runs)).status).toBe(401);
    expect((await test.anonymous('GET', api.openInvitation(way))).status).toBe(404);
    const { text } = await owner('GET', api.run(run.id));
    expect(text).toContain(ids.admin);
    // Back again, the old token stays dead.
    const back = await invite(owner, { role: 'admin' });
    expect((await admin('POST', api.acceptInvitation, { token: back })).status).toBe(201);
    expect((await token('GET', api.runs)).status).toBe(401);
    // And anybody leaves.
    expect((await viewer('DELETE', api.member(ids.viewer))).status).toBe(204);
    expect((await viewer('GET', api.members)).status).toBe(403);
  });
});

describe('two teams of one person', () => {
  it('share nothing: history, plans, tokens, members, invitations', async () => {
    const { owner: ask, teamId: first } = await crew();
    const [run, other] = [await finishedRun(test, ask), await finishedRun(test, ask)];
    await ask('POST', api.plans, { plan: planInput() });
    await ask('POST', api.comparisons, { base: [run.id], candidates: [[other.id]] });
    await ask('POST', api.shares, { runId: run.id });
    await ask('POST', api.experiments, { kind: 'aa', variants: [{ name: 'a', plan: planInput() }] });
    await invite(ask, { role: 'viewer' });
    const token = await makeToken(test, ask);
    const second = (await ask<{ id: string }>('POST', api.teams, { name: 'Second' })).body.id;
    expect(await findTeamId(ask)).toBe(second);
    const teams = await ask<{ items: { id: string; role: Role }[] }>('GET', api.teams);
    expect(teams.body.items.map(({ id, role }) => [id, role])).toEqual([
      [first, 'owner'],
      [second, 'owner'],
    ]);
    for (const path of [api.runs, api.plans, api.comparisons, api.shares, api.experiments, api.tokens, api.invitations])
      expect((await ask<{ items: unknown[] }>('GET', path)).body.items, path).toEqual([]);
    expect((await ask<Listed>('GET', api.members)).body.items).toHaveLength(1);
    expect((await ask('GET', api.run(run.id))).status).toBe(404);
    expect((await ask('POST', api.comparisons, { base: [run.id], candidates: [[other.id]] })).status).toBe(404);
    // A token goes on acting for the team it was made in.
    expect((await token<{ total: number }>('GET', api.runs)).body.total).toBe(2);
    expect((await ask('POST', api.currentTeam, { teamId: first })).status).toBe(200);
    expect((await ask('GET', api.run(run.id))).status).toBe(200);
  });
});
