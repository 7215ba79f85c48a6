/** People and programs that ask: the first owner, members, another team, a token. */
import { api } from '@plimsoll/contracts/paths';
import { putTeam, putUser } from '@plimsoll/testbed/people';
import { expect } from 'vitest';
import { type Ask, readCookie } from './asking.ts';
import type { TestApi } from './test-api.ts';

export const password = 'correct horse battery';

/** Makes the first owner and team. */
export async function owner(test: TestApi, email = 'owner@example.com'): Promise<Ask> {
  const answer = await test.anonymous('POST', api.setup, { name: 'Ola', email, password, team: 'Harbour' });
  expect(answer.status, answer.text).toBe(201);
  return test.as({ cookie: readCookie(answer) });
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
  const { db, auth } = test.context;
  const id = `person-${++people}`;
  const email = `${id}@example.com`;
  await putUser(db, id);
  await db.query(
    `INSERT INTO accounts (id, account_id, provider_id, user_id, password, updated_at) VALUES ($1, $1, 'credential', $1, $2, now())`,
    [id, await auth.hashPassword(password)],
  );
  await db.query('INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ($1, $2, $1, $3, now())', [id, teamId, role]);
  return test.as({ cookie: await signIn(test, email) });
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
