/** Attacks on passkeys: answers for another person, another challenge or another installation, and answers that were used before. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Session } from '@plimsoll/contracts/account';
import type { AuditEntry } from '@plimsoll/contracts/audit';
import { groupRolesSchema } from '@plimsoll/contracts/group-roles';
import type { Passkey } from '@plimsoll/contracts/passkeys';
import { api } from '@plimsoll/contracts/paths';
import { endProviderSessions, providerSessionKey } from '@plimsoll/store/provider-sessions';
import { until } from '@plimsoll/testbed/until';
import { expect, it } from 'vitest';
import { problemIn, readCookie } from '../support/asking.ts';
import { findEmail, findTeamId, findUserId, member, password, signIn } from '../support/people.ts';
import { providerConfig, startScriptedProvider } from '../support/provider.ts';
import { useApi } from '../support/scene.ts';
import { startTestApi } from '../support/test-api.ts';

const home = 'https://plimsoll.example';
const { test, boss } = useApi({ baseUrl: home });

const encode = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const [isThere, isVerified, hasKey] = [1, 4, 64];

interface Wrong {
  readonly origin?: string;
  readonly verified?: boolean;
  readonly userId?: string;
}

/** A device that keeps one passkey, as WebAuthn level 2 has it: ES256, no attestation. */
function makeDevice(id = randomBytes(16)) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const hex = (text: string) => Buffer.from(text, 'hex');
  const cose = Buffer.concat([hex('a5010203262001215820'), Buffer.from(x, 'base64url'), hex('225820'), Buffer.from(y, 'base64url')]);
  const device = { id, count: 0 };
  const dataOf = (flags: number, origin: string) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(device.count);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count]);
  };
  const clientOf = (type: string, challenge: string, origin: string) => JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const answer = (response: object) => ({ id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {}, response });
  return Object.assign(device, {
    register(challenge: string, { origin = home, verified = true }: Wrong = {}) {
      const flags = hasKey + isThere + (verified ? isVerified : 0);
      const data = Buffer.concat([dataOf(flags, origin), Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const attestation = [
        hex('a3'),
        '\x63fmt',
        '\x64none',
        '\x67attStmt',
        hex('a0'),
        '\x68authData',
        Buffer.from([0x58, data.length]),
        data,
      ];
      return answer({
        clientDataJSON: encode(clientOf('webauthn.create', challenge, origin)),
        attestationObject: encode(Buffer.concat(attestation.map((part) => Buffer.from(part as string)))),
      });
    },
    sign(challenge: string, { origin = home, verified = true, userId }: Wrong = {}) {
      device.count += 1;
      const data = dataOf(isThere + (verified ? isVerified : 0), origin);
      const client = clientOf('webauthn.get', challenge, origin);
      const signature = createSign('SHA256').update(data).update(sha256(client)).sign(privateKey);
      return answer({
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(signature),
        userHandle: userId === undefined ? null : encode(userId),
      });
    },
  });
}
type Device = ReturnType<typeof makeDevice>;

interface Person {
  readonly id: string;
  /** The session's cookie. */
  readonly session: string;
}
interface Begun {
  readonly challenge: string;
  readonly cookie: string;
}

const as = (...cookies: string[]) => test.as({ cookie: cookies.join('; ') });

async function person(): Promise<Person> {
  const ask = await member(test, await findTeamId(boss), 'viewer');
  return { id: await findUserId(ask), session: await signIn(test, await findEmail(ask)) };
}

async function begin({ session }: Person): Promise<Begun> {
  const answer = await as(session)<Begun>('POST', api.passkeyOptions, { password });
  expect(answer.status, answer.text).toBe(200);
  return { challenge: answer.body.challenge, cookie: readCookie(answer) };
}
const add = async ({ session }: Person, { cookie }: Pick<Begun, 'cookie'>, response: object) =>
  (await as(session, cookie)('POST', api.passkeys, { name: 'Key', response })).status;

async function beginSignIn(at = test): Promise<Begun> {
  const answer = await at.anonymous<Begun>('POST', api.passkeySignInOptions, {});
  return { challenge: answer.body.challenge, cookie: readCookie(answer) };
}
const enter = ({ cookie }: Pick<Begun, 'cookie'>, response: object) => as(cookie)('POST', api.passkeySignIn, { response });
/** Signs in by the device; answers the session's cookie. */
async function enterBy(device: Device): Promise<string> {
  const begun = await beginSignIn();
  const entered = await enter(begun, device.sign(begun.challenge));
  expect(entered.status, entered.text).toBe(204);
  return readCookie(entered);
}

async function personWithDevice(): Promise<Person & { readonly device: Device }> {
  const [who, device] = [await person(), makeDevice()];
  const begun = await begin(who);
  expect(await add(who, begun, device.register(begun.challenge))).toBe(204);
  return { ...who, device };
}

it('is added for the person who asked with a password, by what was asked, once', async () => {
  const [ada, eve, device] = [await person(), await person(), makeDevice()];
  expect((await as(eve.session)('POST', api.passkeyOptions, { password: 'not the password' })).status).toBe(400);
  expect((await as(eve.session)('POST', api.passkeyOptions, {})).status).toBe(400);
  const begun = await begin(ada);
  const made = device.register(begun.challenge);
  expect(await add(eve, begun, made)).toBe(403);
  expect(await add(ada, { cookie: '' }, made)).toBe(403);
  const entering = await beginSignIn();
  expect(await add(ada, entering, device.register(entering.challenge))).toBe(403);
  for (const wrong of [{ origin: 'https://evil.example' }, { origin: 'https://evil.plimsoll.example' }, { verified: false }]) {
    const spoilt = await begin(ada);
    expect(await add(ada, spoilt, device.register(spoilt.challenge, wrong))).toBe(403);
    // The challenge is used up, whatever comes with it.
    expect(await add(ada, spoilt, device.register(spoilt.challenge))).toBe(403);
  }
  expect(await add(ada, begun, made)).toBe(204);
  expect(await add(ada, begun, made)).toBe(403);
  // One device's passkey is one person's.
  const second = await begin(eve);
  expect(await add(eve, second, device.register(second.challenge))).toBe(409);
});

it('signs in by its own key, for a challenge of a sign-in, counting up, and once', async () => {
  const [ada, eve] = [await personWithDevice(), await personWithDevice()];
  const { device } = ada;
  const impostor = makeDevice(device.id);
  const wrong: readonly [string, (challenge: string) => object][] = [
    ['by another key', (challenge) => impostor.sign(challenge)],
    ['for another challenge', () => device.sign(encode(randomBytes(32)))],
    ['for another site', (challenge) => device.sign(challenge, { origin: 'https://evil.example' })],
    ['without its person', (challenge) => device.sign(challenge, { verified: false })],
    ['in the name of somebody else', (challenge) => device.sign(challenge, { userId: eve.id })],
    ['by a device that nobody knows', (challenge) => makeDevice().sign(challenge)],
  ];
  for (const [name, sign] of wrong) {
    const begun = await beginSignIn();
    expect((await enter(begun, sign(begun.challenge))).status, name).toBe(401);
    expect((await enter(begun, device.sign(begun.challenge))).status, `${name}, and then well`).toBe(401);
  }
  const adding = await begin(ada);
  expect((await enter(adding, device.sign(adding.challenge))).status).toBe(401);

  const begun = await beginSignIn();
  const signed = device.sign(begun.challenge, { userId: ada.id });
  const entered = await enter(begun, signed);
  expect(entered.status, entered.text).toBe(204);
  expect((await as(readCookie(entered))<Session>('GET', api.session)).body.user.id).toBe(ada.id);
  expect((await enter(begun, signed)).status).toBe(401);
  // A copy of the device counts what was counted already.
  device.count -= 1;
  const again = await beginSignIn();
  expect((await enter(again, device.sign(again.challenge))).status).toBe(401);
  const last = await beginSignIn();
  expect((await enter(last, device.sign(last.challenge))).status).toBe(204);
});

it("is its own person's to name and remove, and goes with a link for a new password", async () => {
  const [ada, eve] = [await personWithDevice(), await person()];
  const listed = await as(ada.session)<{ items: Passkey[] }>('GET', api.passkeys);
  expect(listed.text).not.toContain(encode(ada.device.id));
  const [{ id } = { id: '' }] = listed.body.items;
  expect((await as(eve.session)('PATCH', api.passkey(id), { name: 'Mine' })).status).toBe(404);
  expect((await as(eve.session)('DELETE', api.passkey(id))).status).toBe(404);
  expect((await as(eve.session)<{ items: Passkey[] }>('GET', api.passkeys)).body.items).toEqual([]);
  const { url } = (await boss<{ url: string }>('POST', api.passwordResets, { userId: ada.id })).body;
  const reset = { token: url.split('/reset/')[1], password: 'another good password' };
  expect((await test.anonymous('POST', api.usePasswordReset, reset)).status).toBe(204);
  const begun = await beginSignIn();
  expect((await enter(begun, ada.device.sign(begun.challenge))).status).toBe(401);
});

it('ends the sessions that it opened when it is removed, but the one that removes it', async () => {
  const ada = await personWithDevice();
  const [here, stolen] = [await enterBy(ada.device), await enterBy(ada.device)];
  const [{ id } = { id: '' }] = (await as(here)<{ items: Passkey[] }>('GET', api.passkeys)).body.items;
  expect((await as(here)('DELETE', api.passkey(id))).status).toBe(204);
  expect((await as(stolen)('GET', api.session)).status).toBe(401);
  for (const cookie of [here, ada.session]) expect((await as(cookie)('GET', api.session)).status).toBe(200);
  const { body } = await boss<{ items: AuditEntry[] }>('GET', `${api.audit}?who=${ada.id}&what=passkey.remove`);
  expect(body.items.map(({ details }) => details)).toEqual([{ name: 'Key', sessions: 1 }]);
});

it('leaves the session that it opened one of its own when its person changes the password', async () => {
  const ada = await personWithDevice();
  const cookie = await enterBy(ada.device);
  const { sessionId } = (await test.context.auth.sessionOf(cookie)) ?? {};
  await test.context.db.query(`UPDATE sessions SET provider_session = 'theirs' WHERE id = $1`, [sessionId]);
  const changed = await as(cookie)('POST', api.changePassword, {
    currentPassword: password,
    newPassword: 'another good password',
  });
  expect(changed.status, changed.text).toBe(200);
  expect((await as(ada.session)('GET', api.session)).status).toBe(401);
  const { rows } = await test.context.db.query(
    'SELECT opened_by, passkey_id IS NOT NULL AS bound, provider_session FROM sessions WHERE user_id = $1',
    [ada.id],
  );
  expect(rows).toEqual([{ opened_by: 'passkey', bound: true, provider_session: 'theirs' }]);
});

it('is asked for before another second factor is added or it is removed, where one is required', async () => {
  const strict = await startTestApi({ ...test.config, signIn: { ...test.config.signIn, secondFactor: true } });
  try {
    const ada = await personWithDevice();
    const thief = strict.as({ cookie: ada.session });
    const [{ id } = { id: '' }] = (await thief<{ items: Passkey[] }>('GET', api.passkeys)).body.items;
    const asked = { status: 403, detail: expect.stringContaining('show it before') };
    expect(problemIn(await thief('POST', api.passkeyOptions, { password }))).toMatchObject(asked);
    expect(problemIn(await thief('POST', api.twoFactor, { password }))).toMatchObject(asked);
    expect(problemIn(await thief('DELETE', api.passkey(id))).status).toBe(403);
    const session = strict.as({ cookie: await enterBy(ada.device) });
    expect((await session('POST', api.passkeyOptions, { password })).status).toBe(200);
    expect((await session('GET', api.runs)).status).toBe(200);
    // Lost, it is taken away by the owner of the installation, and every session with it.
    const { email } = (await session<Session>('GET', api.session)).body.user;
    expect((await boss('POST', api.switchOffTwoFactor, { email })).status).toBe(204);
    expect((await session('GET', api.session)).status).toBe(401);
    const begun = await beginSignIn();
    expect((await enter(begun, ada.device.sign(begun.challenge))).status).toBe(401);
  } finally {
    await strict.close();
  }
});

it('is the second factor after the provider, where the operator says so, and no way in by itself', async () => {
  const provider = await startScriptedProvider();
  provider.describe = (document) => ({ ...document, end_session_endpoint: `${provider.issuer}/leave` });
  const groupRoles = groupRolesSchema.parse('dev:editor@*');
  const strict = await startTestApi({
    ...test.config,
    signIn: {
      policy: 'oidc',
      secondFactor: true,
      provider: providerConfig(provider.issuer, { secondFactor: 'passkey', groupRoles, signOut: 'provider' }),
    },
  });
  const by = (...cookies: string[]) => strict.as({ cookie: cookies.join('; ') });
  const comeAs = async (name: string) => {
    provider.person = {
      sub: name,
      email: `${name}@example.com`,
      email_verified: true,
      amr: ['mfa'],
      groups: ['dev'],
      sid: `${name} there`,
    };
    const begun = await strict.anonymous<{ url: string }>('POST', api.providerSignIn, {});
    const back = new URL(provider.visit(begun.body.url));
    return readCookie(await by(readCookie(begun))('GET', back.pathname + back.search));
  };
  const show = async (session: string, device: Device) => {
    const begun = await beginSignIn(strict);
    return by(session, begun.cookie)('POST', api.passkeySignIn, { response: device.sign(begun.challenge) });
  };
  const needs = async (cookie: string) => (await by(cookie)<Session>('GET', api.session)).body?.needsSecondFactor;
  try {
    const first = await comeAs('uma');
    expect(await needs(first)).toBe(true);
    expect((await by(first)('GET', api.runs)).status).toBe(403);
    const device = makeDevice();
    const begun = await by(first)<Begun>('POST', api.passkeyOptions, {});
    const made = { name: 'Key', response: device.register(begun.body.challenge) };
    expect((await by(first, readCookie(begun))('POST', api.passkeys, made)).status).toBe(204);
    // It is there: now it has to be shown, here and after each sign-in; a second one comes after that.
    expect((await by(first)('GET', api.runs)).status).toBe(403);
    expect((await by(first)('POST', api.passkeyOptions, {})).status).toBe(403);
    const shown = await show(first, device);
    expect(shown.status, shown.text).toBe(204);
    const open = readCookie(shown);
    expect((await by(open)('GET', api.runs)).status).toBe(200);
    // The session before has lost its worth.
    expect((await by(first)('GET', api.session)).status).toBe(401);
    const { rows } = await test.context.db.query(
      `SELECT opened_by, ends_at IS NOT NULL AS ends, provider_session FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = 'uma@example.com'`,
    );
    // It ends with the provider's, too.
    expect(rows).toEqual([{ opened_by: 'oidc', ends: true, provider_session: providerSessionKey(provider.issuer, 'uma there') }]);
    expect(await needs(await comeAs('uma'))).toBe(true);
    // Not without the provider, nor for somebody else who came by it.
    expect((await show('', device)).status).toBe(403);
    const eve = await comeAs('eve');
    expect((await show(eve, device)).status).toBe(401);
    expect(await needs(eve)).toBe(true);
    // The provider ends its session while the passkey is looked at.
    const late = await comeAs('uma');
    const hold = await test.context.db.connect();
    await hold.query('BEGIN');
    await hold.query('SELECT FROM passkeys FOR UPDATE');
    const showing = show(late, device);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%passkeys%'`;
    await until(
      'the sign-in waits for the passkey',
      10_000,
      async () => (await test.context.db.query(waiting)).rowCount,
      (count) => (count ?? 0) > 0,
    );
    const logout = { issuer: provider.issuer, subject: 'uma', session: null, tokenId: 'one', takenUntil: new Date(Date.now() + 60_000) };
    // This one, and the one that was shown a passkey before; the second time that `uma` came is the third.
    expect(await endProviderSessions(test.context.db, logout, { address: null, agent: null })).toBe(3);
    await hold.query('COMMIT');
    hold.release();
    const lost = await showing;
    expect(problemIn(lost)).toMatchObject({ status: 401, detail: expect.stringContaining('signed out at the provider') });
    for (const cookie of [late, open, readCookie(lost)]) expect((await by(cookie)('GET', api.session)).status).toBe(401);
    const last = readCookie(await show(await comeAs('uma'), device));
    // Its session took over the ID token, and still signs out at the provider.
    const left = await by(last)<{ url: string }>('POST', api.signOut, {});
    expect(new URL(left.body.url).searchParams.get('id_token_hint')).toMatch(/^eyJ/);
  } finally {
    await strict.close();
    await provider.close();
  }
});
