/** S5: a link for a new password, or into a team, ends with the reason it was made for. */
import { api } from '@plimsoll/contracts/paths';
import { insertResetByMail, isResetOpen } from '@plimsoll/store/password-resets';
import { inRounds, noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashOfLinkToken, newLinkToken } from '../../src/http/link-token.ts';
import { type Ask, problemIn } from '../support/asking.ts';
import { findTeamId, findUserId, invite, makeToken, member, otherTeam, password } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun } from '../support/stored-runs.ts';

const { test, boss } = useApi();
const taken = 'a password of the thief';
const tokenIn = (url: string) => url.split('/').at(-1) ?? '';
beforeEach(() => test.context.db.query('DELETE FROM login_limits'));

interface Somebody {
  readonly ask: Ask;
  readonly id: string;
}

async function somebody(role: string, teamId?: string): Promise<Somebody> {
  const ask = await member(test, teamId ?? (await findTeamId(boss)), role);
  return { ask, id: await findUserId(ask) };
}

const done = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer;
  expect([200, 201, 204], text).toContain(status);
};
const setRole = (id: string, role: string) => done(boss('PATCH', api.member(id), { role }));
const remove = (id: string) => done(boss('DELETE', api.member(id)));

let addresses = 0;
/** Deeds that end a person's link. The first two are the person's own doing, the last one another team's. */
const reasons: Readonly<Record<string, (who: Somebody) => Promise<void>>> = {
  'another password': ({ ask }) =>
    done(ask('POST', '/api/auth/change-password', { currentPassword: password, newPassword: 'another good password' })),
  'another address': ({ ask, id }) => done(ask('POST', api.ownEmail, { email: `moved-${id}-${++addresses}@example.com`, password })),
  'a lower role': ({ id }) => setRole(id, 'viewer'),
  'a higher role': ({ id }) => setRole(id, 'owner'),
  'the removal': ({ id }) => remove(id),
  'one more team': async ({ ask }) => {
    const token = await invite(await otherTeam(test), { role: 'viewer' });
    await done(ask('POST', api.acceptInvitation, { token }));
  },
};

const use = (token: string) => test.anonymous('POST', api.usePasswordReset, { token, password: taken });
const isOpen = (token: string) => isResetOpen(test.context.db, hashOfLinkToken(token));
const byAdmin = async (maker: Somebody, person: Somebody) => {
  const made = await maker.ask<{ url: string }>('POST', api.passwordResets, { userId: person.id });
  expect(made.status, made.text).toBe(201);
  return tokenIn(made.body.url);
};
const byMail = async (person: Somebody) => {
  const token = newLinkToken();
  const reset = { tokenHash: hashOfLinkToken(token), expiresAt: new Date(Date.now() + 3_600_000) };
  expect(await insertResetByMail(test.context.db, `${person.id}@example.com`, reset)).not.toBeNull();
  return token;
};
const opensAccount = async ({ id }: Somebody) => {
  const { rows } = await test.context.db.query<{ password: string }>('SELECT password FROM accounts WHERE user_id = $1', [id]);
  return test.context.auth.verifyPassword(rows[0]?.password ?? '', taken);
};

const outlived = (count: number) => noteFigure('S5', 'links that outlived their reason', count);
const often = rounds(5, 1);

describe('a link for a new password ends with', () => {
  it.each(Object.entries(reasons))("the person's: %s", async (_name, happen) => {
    await inRounds(often, 1, async () => {
      for (const kind of ['by admin', 'by mail'] as const) {
        await test.context.db.query('DELETE FROM login_limits');
        const [maker, person] = [await somebody('owner'), await somebody('editor')];
        const token = kind === 'by admin' ? await byAdmin(maker, person) : await byMail(person);
        expect(await isOpen(token)).toBe(true);
        await happen(person);
        expect((await use(token)).status, kind).toBe(404);
        const opened = await opensAccount(person);
        outlived(Number(opened));
        expect(opened).toBe(false);
      }
    });
  });

  it.each(Object.entries(reasons))("the maker's: %s", async (_name, happen) => {
    await inRounds(often, 1, async () => {
      await test.context.db.query('DELETE FROM login_limits');
      const [maker, person] = [await somebody('admin'), await somebody('editor')];
      const token = await byAdmin(maker, person);
      const [other, bystander] = [await somebody('admin'), await somebody('viewer')];
      const untouched = await byAdmin(other, bystander);
      await happen(maker);
      expect((await use(token)).status).toBe(404);
      const opened = await opensAccount(person);
      outlived(Number(opened));
      expect(opened).toBe(false);
      // And no other's.
      expect((await use(untouched)).status).toBe(204);
    });
  });

  it('the removal of the maker, whoever the person became meanwhile: the attack as it was made', async () => {
    const [maker, person] = [await somebody('admin'), await somebody('editor')];
    const token = await byAdmin(maker, person);
    await remove(maker.id);
    await setRole(person.id, 'owner');
    const newPassword = 'another good password';
    await done(person.ask('POST', '/api/auth/change-password', { currentPassword: password, newPassword }));
    expect((await use(token)).status).toBe(404);
    expect((await test.anonymous('POST', api.signIn, { email: `${person.id}@example.com`, password: taken })).status).toBe(401);
    expect((await test.anonymous('POST', api.signIn, { email: `${person.id}@example.com`, password: newPassword })).status).toBe(200);
  });
});

describe('the rights of a maker are judged again when the link is used', () => {
  /** As if nothing had ended it. */
  const reopen = (token: string) =>
    test.context.db.query('UPDATE password_resets SET used_at = NULL WHERE token_hash = $1', [hashOfLinkToken(token)]);

  it.each<[string, (maker: Somebody, person: Somebody) => Promise<void>]>([
    ['the maker looks after members no longer', ({ id }) => setRole(id, 'editor')],
    ['the maker is gone', ({ id }) => remove(id)],
    ['the person is gone', (_maker, { id }) => remove(id)],
    ['the person is an owner, and the maker none', (_maker, { id }) => setRole(id, 'owner')],
    [
      'the person has another team, and the maker does not own the installation',
      (_maker, person) => reasons['one more team']?.(person) ?? Promise.reject(),
    ],
  ])('%s', async (_name, happen) => {
    const [maker, person] = [await somebody('admin'), await somebody('editor')];
    const token = await byAdmin(maker, person);
    await happen(maker, person);
    await reopen(token);
    expect((await use(token)).status).toBe(404);
    expect(await opensAccount(person)).toBe(false);
  });

  it('an owner of the installation opens an account of several teams, and no longer when that is over', async () => {
    const shared = await somebody('viewer');
    await reasons['one more team']?.(shared);
    const operator = await somebody('owner');
    const token = await byAdmin(operator, shared);
    await setRole(operator.id, 'admin');
    await reopen(token);
    expect((await use(token)).status).toBe(404);
    await setRole(operator.id, 'owner');
    await reopen(token);
    expect((await use(token)).status).toBe(204);
  });

  it('of a use and a removal at once, or of a making and a removal at once, one is first', async () => {
    await inRounds(rounds(50, 4), 2, async (round) => {
      const [maker, person] = [await somebody('admin'), await somebody('editor')];
      const happen =
        round % 2 === 0 ? () => boss('DELETE', api.member(maker.id)) : () => boss('PATCH', api.member(person.id), { role: 'owner' });
      const token = await byAdmin(maker, person);
      const [used, ended] = await Promise.all([use(token), happen()]);
      expect([204, 404]).toContain(used.status);
      expect([200, 204]).toContain(ended.status);
      expect((await use(token)).status).toBe(404);
      expect(await opensAccount(person)).toBe(used.status === 204);

      const [second, victim] = [await somebody('admin'), await somebody('editor')];
      const [made] = await Promise.all([
        second.ask<{ url: string }>('POST', api.passwordResets, { userId: victim.id }),
        round % 2 === 0 ? remove(second.id) : setRole(victim.id, 'owner'),
      ]);
      expect([201, 403, 404]).toContain(made.status);
      if (made.status === 201) expect((await use(tokenIn(made.body.url))).status).toBe(404);
      const opened = await opensAccount(victim);
      outlived(Number(opened));
      expect(opened).toBe(false);
    });
  });
});

describe('a stolen session', () => {
  it('sets no password: nobody makes a link for the own account', async () => {
    for (const role of ['owner', 'admin']) {
      const thief = await somebody(role);
      const made = await thief.ask('POST', api.passwordResets, { userId: thief.id });
      expect(problemIn(made)).toMatchObject({ status: 403, code: 'forbidden', detail: expect.stringContaining('with the current one') });
    }
    expect((await boss('POST', api.passwordResets, { userId: await findUserId(boss) })).status).toBe(403);
    expect((await (await makeToken(test, boss))('POST', api.passwordResets, { userId: await findUserId(boss) })).status).toBe(403);
  });

  it('changes neither password nor address nor second factor without the current password', async () => {
    const { ask } = await somebody('admin');
    const wrong = 'not this one at all';
    const tries: [string, object][] = [
      ['/api/auth/change-password', { currentPassword: wrong, newPassword: taken }],
      [api.ownEmail, { email: 'thief@example.com', password: wrong }],
      [api.twoFactor, { password: wrong }],
    ];
    for (const [path, body] of tries) expect((await ask('POST', path, body)).status, path).toBe(400);
    for (const [path, body] of tries)
      expect((await ask('POST', path, { ...body, password: undefined, currentPassword: undefined })).status, path).toBe(400);
  });

  it('leaves no way back: a new password ends the invitations that were made with it', async () => {
    for (const happen of [reasons['another password'], reasons['another address']]) {
      await test.context.db.query('DELETE FROM login_limits');
      const maker = await somebody('admin');
      const way = await invite(maker.ask, { role: 'admin' });
      const others = await invite(boss, { role: 'viewer' });
      await happen?.(maker);
      expect((await test.anonymous('GET', api.openInvitation(way))).status).toBe(404);
      expect((await boss('POST', api.acceptInvitation, { token: way })).status).toBe(404);
      expect((await test.anonymous('GET', api.openInvitation(others))).status).toBe(200);
    }
  });
});

describe('an invitation', () => {
  it.each(['editor', 'viewer', null])('is judged by what its maker may do when it is used (%s)', async (role) => {
    const maker = await somebody('admin');
    const way = await invite(maker.ask, { role: 'admin' });
    await (role === null ? remove(maker.id) : setRole(maker.id, role));
    await test.context.db.query('UPDATE invitations SET revoked_at = NULL WHERE token_hash = $1', [hashOfLinkToken(way)]);
    const outsider = await otherTeam(test);
    expect((await test.anonymous('GET', api.openInvitation(way))).status).toBe(404);
    expect((await outsider('POST', api.acceptInvitation, { token: way })).status).toBe(404);
  });

  it('of a demoted owner makes no owners', async () => {
    const maker = await somebody('owner');
    const way = await invite(maker.ask, { role: 'owner' });
    await setRole(maker.id, 'admin');
    await test.context.db.query('UPDATE invitations SET revoked_at = NULL WHERE token_hash = $1', [hashOfLinkToken(way)]);
    expect((await (await otherTeam(test))('POST', api.acceptInvitation, { token: way })).status).toBe(404);
  });
});

it("a share is the team's, and stays when its maker goes", async () => {
  const maker = await somebody('admin');
  const run = await finishedRun(test, maker.ask);
  const share = await maker.ask<{ url: string }>('POST', api.shares, { runId: run.id });
  await remove(maker.id);
  expect((await test.anonymous('GET', api.shared(tokenIn(share.body.url)))).status).toBe(200);
});
