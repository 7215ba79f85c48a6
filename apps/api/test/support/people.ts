/** People and programs that ask: the first owner, members, another team, a token. */
import { api } from '@plimsoll/contracts/paths';
import { createFirstOwner } from '@plimsoll/store/accounts';
import { putSession, putTeam, putUser } from '@plimsoll/testbed/people';
import { expect } from 'vitest';
import type { ApiContext } from '../../src/context.ts';
import { type Ask, readCookie } from './asking.ts';
import { secretKey, type TestApi } from './test-api.ts';

export const password = 'correct horse battery';

/** Hashed once: each hash costs a tenth of a second. */
let passwordHash: Promise<string> | undefined;
const hashOnce = ({ auth }: ApiContext) => {
  passwordHash ??= auth.hashPassword(password);
  return passwordHash;
};

/** Somebody with a session, without signing in. */
async function signedIn({ context, as }: TestApi, userId: string, teamId: string): Promise<Ask> {
  const value = await putSession(context.db, { userId, teamId, secretKey });
  return as({ cookie: `${await context.auth.sessionCookie()}=${value}` });
}

/** Makes the first owner and team, as the setup does. */
export async function owner(test: TestApi, email = 'owner@example.com'): Promise<Ask> {
  const { context } = test;
  const made = await createFirstOwner(context.db, { name: 'Ola', email, team: 'Harbour', passwordHash: await hashOnce(context) });
  if (!made) throw new Error('there is an owner already');
  return signedIn(test, made.user.id, made.team.id);
}

/** Signs a person in who has the tests' password; answers the session's cookie. */
export async function signIn(test: TestApi, email = 'owner@example.com'): Promise<string> {
  const answer = await test.anonymous('POST', api.signIn, { email, password });
  expect(answer.status, answer.text).toBe(200);
  return readCookie(answer);
}

let people = 0;
/** Another person, straight into the database, member of a team in this role, signed in. */
export async function member(test: TestApi, teamId: string, role: string): Promise<Ask> {
  const { db } = test.context;
  const id = `person-${++people}`;
  await putUser(db, id);
  await db.query(
    `INSERT INTO accounts (id, account_id, provider_id, user_id, password, updated_at) VALUES ($1, $1, 'credential', $1, $2, now())`,
    [id, await hashOnce(test.context)],
  );
  await db.query('INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ($1, $2, $1, $3, now())', [id, teamId, role]);
  return signedIn(test, id, teamId);
}

/** A second team with an owner of its own. */
export async function otherTeam(test: TestApi): Promise<Ask> {
  const id = `team-${++people}`;
  await putTeam(test.context.db, id);
  return member(test, id, 'owner');
}

export async function findTeamId(ask: Ask): Promise<string> {
  const { body } = await ask<{ team: { id: string } }>('GET', api.session);
  return body.team.id;
}

export async function makeToken(test: TestApi, ask: Ask, scopes: string[] = ['write']): Promise<Ask> {
  const { body, text } = await ask<{ token: string }>('POST', api.tokens, { name: 'a token', scopes });
  expect(body?.token, text).toMatch(/^plm_[A-Za-z0-9_-]{43}$/);
  return test.as({ authorization: `Bearer ${body.token}` });
}

/** An invitation into the team of who asks; answers the token of its link. */
export async function invite(ask: Ask, body: { email?: string; role: string }): Promise<string> {
  const { status, body: made, text } = await ask<{ url: string }>('POST', api.invitations, body);
  expect(status, text).toBe(201);
  return made.url.split('/join/')[1] ?? '';
}

/** Id of the person who asks. */
export async function findUserId(ask: Ask): Promise<string> {
  const { body } = await ask<{ user: { id: string } }>('GET', api.session);
  return body.user.id;
}

export async function findEmail(ask: Ask): Promise<string> {
  const { body } = await ask<{ user: { email: string } }>('GET', api.session);
  return body.user.email;
}
