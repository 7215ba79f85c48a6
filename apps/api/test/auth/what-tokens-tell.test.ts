/** Facts about people and not about loads: tokens that may not write are told none of them, and some things no token may do. */
import type { Scope } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import type { Retention } from '@plimsoll/contracts/retention';
import { describe, expect, it } from 'vitest';
import { type Ask, problemIn } from '../support/asking.ts';
import { findTeamId, findUserId, invite, makeToken, member } from '../support/people.ts';
import { useApi } from '../support/scene.ts';

const { test, boss } = useApi();

describe('a token that may not write', () => {
  it.each<Scope>(['read', 'run', 'resources:write'])(
    '%s reads no audit log, no invitations, no addresses and no start command',
    async (scope) => {
      await invite(boss, { email: 'guest@example.com', role: 'viewer' });
      const token = await makeToken(test, boss, [scope]);
      for (const path of [api.audit, api.auditFile, api.invitations])
        expect(problemIn(await token('GET', path)), path).toMatchObject({ status: 403, code: 'forbidden' });
      if (scope === 'resources:write') return;
      const members = await token<{ items: { name: string; email: string | null }[] }>('GET', api.members);
      expect(members.body.items.map(({ name, email }) => [name, email])).toContainEqual(['Ola', null]);
      expect(members.text).not.toContain('@');
      expect((await token<{ start: unknown }>('GET', api.workers)).body.start).toBeNull();
    },
  );

  it('is told them where it may, as a person is', async () => {
    for (const ask of [await makeToken(test, boss, ['write']), boss]) {
      for (const path of [api.audit, api.auditFile, api.invitations]) expect((await ask('GET', path)).status).toBe(200);
      expect((await ask('GET', api.members)).text).toContain('owner@example.com');
      expect((await ask<{ start: unknown }>('GET', api.workers)).body.start).toMatchObject({ command: expect.any(String) });
    }
    const viewer = await member(test, await findTeamId(boss), 'viewer');
    expect((await viewer('GET', api.members)).text).toContain('owner@example.com');
  });
});

describe('a shorter retention', () => {
  const put = (ask: Ask, retention: Retention, more: object = {}) => ask<{ retention: Retention }>('PUT', api.team, { retention, ...more });
  const rules = async () => (await boss<{ name: string; retention: Retention }>('GET', api.team)).body;

  it('is set by an owner in person: not by an admin, and by no token', async () => {
    const admin = await member(test, await findTeamId(boss), 'admin');
    const token = await makeToken(test, boss);
    expect((await put(boss, { samplesDays: 30, runsDays: null })).status).toBe(200);
    const shorter: Retention[] = [
      { samplesDays: 29, runsDays: null },
      { samplesDays: 30, runsDays: 36_500 },
      { samplesDays: null, runsDays: 1 },
      { samplesDays: 1, runsDays: null },
    ];
    for (const retention of shorter) {
      expect(problemIn(await put(admin, retention))).toMatchObject({ status: 403, detail: expect.stringContaining('owner') });
      // Nothing else of the same request happens either.
      expect(problemIn(await put(token, retention, { name: 'Stolen' }))).toMatchObject({ status: 403 });
    }
    expect(await rules()).toMatchObject({ name: 'Harbour', retention: { samplesDays: 30, runsDays: null } });
    for (const ask of [admin, token]) expect((await put(ask, { samplesDays: 30, runsDays: null })).status).toBe(200);
    expect((await put(admin, { samplesDays: 31, runsDays: null })).status).toBe(200);
    expect((await put(token, { samplesDays: null, runsDays: null })).status).toBe(200);
    expect((await put(boss, { samplesDays: 7, runsDays: 30 })).body.retention).toEqual({ samplesDays: 7, runsDays: 30 });
    expect((await put(boss, { samplesDays: null, runsDays: null })).status).toBe(200);
  });

  it('is refused however many ask at once', async () => {
    const admin = await member(test, await findTeamId(boss), 'admin');
    // Whichever is first, an admin never shortens what there is at that moment.
    for (let n = 0; n < 10; n++) {
      const [, shortened] = await Promise.all([
        put(boss, { samplesDays: null, runsDays: null }),
        put(admin, { samplesDays: 5, runsDays: 5 }),
      ]);
      expect([200, 403]).toContain(shortened.status);
      await put(boss, { samplesDays: 5, runsDays: 5 });
    }
    await put(boss, { samplesDays: null, runsDays: null });
  });
});

describe('names', () => {
  const names = ['Eve\r\nBcc: all@example.com', 'a\nb', 'a\tb', 'a\u0000b', 'a\u001bb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\u007fb'];

  it.each(names)('are one line: %j', async (name) => {
    await test.context.db.query('DELETE FROM login_limits');
    const refused = { status: 400, field: '/name' };
    const token = await invite(boss, { role: 'viewer' });
    const person = { token, name, password: 'correct horse battery', email: 'new@example.com' };
    expect(problemIn(await test.anonymous('POST', api.acceptInvitation, person))).toMatchObject(refused);
    expect(
      problemIn(await test.anonymous('POST', api.signUp, { name, email: 'new@example.com', password: 'correct horse battery' })),
    ).toMatchObject(refused);
    expect(problemIn(await boss('POST', api.tokens, { name }))).toMatchObject(refused);
    expect(problemIn(await boss('POST', api.teams, { name }))).toMatchObject(refused);
    expect(problemIn(await boss('PUT', api.team, { name }))).toMatchObject(refused);
    const owner = { name: 'Ola', email: 'a@example.com', password: 'correct horse battery', team: name };
    expect(problemIn(await test.anonymous('POST', api.setup, owner))).toMatchObject({ status: 400, field: '/team' });
  });

  it('are those of the world otherwise', async () => {
    for (const name of ['Zoë Ångström', '李小龍', 'عمر', 'O’Neil, Jr.', '👩‍💻 team']) {
      const made = await boss<{ id: string }>('POST', api.tokens, { name });
      expect(made.status, name).toBe(201);
    }
    expect(await findUserId(boss)).not.toBe('');
  });
});
