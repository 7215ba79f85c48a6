/** A machine gets a token because a person says so in a browser. */

import { api } from '@plimsoll/contracts/paths';
import { beforeEach, expect, it } from 'vitest';
import { type Ask, problemIn } from '../support/asking.ts';
import { KeptLog } from '../support/kept-log.ts';
import { findTeamId, findUserId, makeToken, member, otherTeam, password } from '../support/people.ts';
import { useApi } from '../support/scene.ts';

interface Code {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUrlComplete: string;
}

const log = new KeptLog();
const { test, boss } = useApi({ logLevel: 'debug' }, log);
const query = (sql: string, values: unknown[] = []) => test.context.db.query(sql, values);
beforeEach(async () => {
  for (const table of ['login_limits', 'device_logins', 'tokens']) await query(`DELETE FROM ${table}`);
});

async function begin(machine = 'ada@laptop'): Promise<Code> {
  const { status, text, body } = await test.anonymous<Code>('POST', api.deviceCode, { machine });
  expect(status, text).toBe(201);
  return body;
}
const look = (ask: Ask, userCode: string) => ask<{ machine: string }>('POST', api.waitingDevice, { userCode });
const decide = (ask: Ask, userCode: string, approve: boolean) => ask('POST', api.decideDevice, { userCode, approve });
const poll = ({ deviceCode }: Pick<Code, 'deviceCode'>) =>
  test.anonymous<{ state: string; intervalSeconds: number; token: string }>('POST', api.deviceToken, { deviceCode });
/** As if the machine had waited as long as it was told. */
const waited = () => query(`UPDATE device_logins SET asked_at = asked_at - interval '60 seconds'`);

it('the machine waits, is slowed down where it does not, and gets one token that runs and reads, named after it, for ninety days', async () => {
  const code = await begin();
  expect(code.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(code.verificationUrlComplete).toContain(`/device?code=${code.userCode}`);
  expect((await poll(code)).body).toEqual({ state: 'pending', intervalSeconds: 5 });
  expect((await poll(code)).body).toEqual({ state: 'slow_down', intervalSeconds: 10 });
  // As a person may type it.
  expect((await look(boss, code.userCode.toLowerCase().replace('-', ' '))).body).toMatchObject({
    machine: 'ada@laptop',
    address: '127.0.0.1',
  });
  expect((await decide(boss, code.userCode, true)).status).toBe(204);
  // Decided once: neither again nor otherwise.
  expect((await decide(boss, code.userCode, false)).status).toBe(404);
  expect((await look(boss, code.userCode)).status).toBe(404);
  await waited();
  const answer = await poll(code);
  expect(answer.body).toEqual({ state: 'approved', token: expect.stringMatching(/^plm_/) });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await poll(code)).status).toBe(404);
  const machine = test.as({ authorization: `Bearer ${answer.body.token}` });
  expect((await machine('GET', api.runs)).status).toBe(200);
  expect((await machine('POST', api.tokens, { name: 'more' })).status).toBe(403);
  const { items } = (await boss<{ items: { name: string; scopes: string[]; expiresAt: string }[] }>('GET', api.tokens)).body;
  expect(items).toMatchObject([{ name: 'ada@laptop', scopes: ['run'] }]);
  const days = (new Date(items[0]?.expiresAt ?? 0).getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(89.9);
  expect(days).toBeLessThan(90);
  const audit = await boss<{ items: { action: string; subjectName: string }[] }>('GET', `${api.audit}?what=token`);
  expect(JSON.stringify(audit.body.items[0])).toContain('ada@laptop');
});

it('neither its codes nor its token stand in a log, nor a password or a session that somebody signs in with', async () => {
  const [code, denied] = [await begin(), await begin()];
  await look(boss, code.userCode);
  await test.anonymous('GET', new URL(code.verificationUrlComplete).pathname + new URL(code.verificationUrlComplete).search);
  await test.anonymous('GET', `${api.deviceToken}?deviceCode=${code.deviceCode}`);
  await test.anonymous('POST', api.deviceToken, { deviceCode: denied.deviceCode, machine: 'not here' });
  expect((await decide(boss, code.userCode, true)).status).toBe(204);
  expect((await decide(boss, denied.userCode, false)).status).toBe(204);
  const { token } = (await poll(code)).body;
  expect((await poll(denied)).body.state).toBe('denied');
  await test.as({ authorization: `Bearer ${token}` })('GET', api.runs);
  const wrong = 'a wrong password that somebody typed';
  expect((await test.anonymous('POST', api.signIn, { email: 'boss@example.com', password: wrong })).status).toBe(401);
  const { email } = (await query('SELECT email FROM users WHERE id = $1', [await findUserId(boss)])).rows[0] as { email: string };
  const signedIn = await test.anonymous('POST', api.signIn, { email, password });
  expect(signedIn.status).toBe(200);
  expect(log.text, 'requests are logged').toContain(api.deviceCode);
  const session = String(signedIn.headers['set-cookie']).match(/=([^;]{20,})/)?.[1] ?? 'no session';
  const secrets = [
    token,
    wrong,
    password,
    session,
    ...[code, denied].flatMap((one) => [one.deviceCode, one.userCode, one.userCode.replace('-', '')]),
  ];
  expect(secrets.filter((secret) => log.text.includes(secret) || log.text.includes(encodeURIComponent(secret)))).toEqual([]);
});

it('codes are kept as hashes, and nothing is kept of a login that is over', async () => {
  const code = await begin();
  const { rows } = await query('SELECT * FROM device_logins');
  expect(rows).toHaveLength(1);
  for (const secret of [code.deviceCode, code.userCode, code.userCode.replace('-', '')]) expect(JSON.stringify(rows)).not.toContain(secret);
  await query(`UPDATE device_logins SET expires_at = now() - interval '1 second'`);
  expect((await poll(code)).status).toBe(404);
  expect((await look(boss, code.userCode)).status).toBe(404);
  expect((await decide(boss, code.userCode, true)).status).toBe(404);
  await begin();
  expect((await query('SELECT FROM device_logins')).rowCount).toBe(1);
});

it('a login that is denied, or whose person may not make tokens any more, yields none', async () => {
  const denied = await begin();
  expect((await decide(boss, denied.userCode, false)).status).toBe(204);
  expect((await poll(denied)).body).toEqual({ state: 'denied' });
  expect((await poll(denied)).status).toBe(404);
  const teamId = await findTeamId(boss);
  const editor = await member(test, teamId, 'editor');
  const code = await begin();
  expect((await decide(editor, code.userCode, true)).status).toBe(204);
  await query(`UPDATE members SET role = 'viewer' WHERE user_id = $1`, [await findUserId(editor)]);
  expect((await poll(code)).body).toEqual({ state: 'denied' });
  expect((await boss<{ items: unknown[] }>('GET', api.tokens)).body.items).toEqual([]);
});

it('a token, a viewer and a stranger to all teams decide nothing; the token is of the team that was open', async () => {
  const teamId = await findTeamId(boss);
  const code = await begin();
  for (const nobody of [test.anonymous, await makeToken(test, boss, ['write'])])
    expect((await decide(nobody, code.userCode, true)).status).toBe(401);
  expect((await decide(await member(test, teamId, 'viewer'), code.userCode, true)).status).toBe(403);
  const stranger = await otherTeam(test);
  expect((await decide(stranger, code.userCode, true)).status).toBe(204);
  const { token } = (await poll(code)).body;
  const run = await test.as({ authorization: `Bearer ${token}` })<{ items: unknown[] }>('GET', api.plans);
  expect(run.status).toBe(200);
  const { rows } = await query('SELECT team_id FROM tokens WHERE name = $1', ['ada@laptop']);
  expect(rows).toEqual([{ team_id: await findTeamId(stranger) }]);
});

it('guesses and machines that ask are counted', async () => {
  const { userCode } = await begin();
  for (let guess = 0; guess < 10; guess++) expect((await look(boss, `BBBB-BBB${'BCDFGHJKLM'[guess]}`)).status).toBe(404);
  expect(problemIn(await look(boss, userCode))).toMatchObject({ status: 429 });
  for (let machine = 1; machine < 20; machine++) await begin();
  expect(problemIn(await test.anonymous('POST', api.deviceCode, { machine: 'one more' }))).toMatchObject({ status: 429 });
  expect(problemIn(await test.anonymous('POST', api.deviceCode, { machine: 'a\nb' }))).toMatchObject({ status: 400 });
});
