/** Who may have whom told, and where. What is sent is tested in deliveries.test.ts. */
import { api } from '@plimsoll/contracts/paths';
import { type Webhook, webhookSchema } from '@plimsoll/contracts/webhook';
import { beforeEach, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { findTeamId, findUserId, makeToken, member, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { planInput } from '../support/stored-runs.ts';

const { test, boss } = useApi({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@example.com' } });
beforeEach(() => test.context.db.query('DELETE FROM webhooks'));

interface Made {
  readonly webhook: Webhook;
  readonly secret: string | null;
}

const body = (change: Record<string, unknown> = {}) => ({
  name: 'builds',
  url: 'https://hooks.example.com/services/T0/B0/path-secret',
  events: ['run.finished'],
  ...change,
});
const make = async (change?: Record<string, unknown>) => (await boss<Made>('POST', api.webhooks, body(change))).body;

it('is made with a secret that is shown once, and shows its host only', async () => {
  const { webhook, secret } = await make();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhookSchema.parse(webhook)).toMatchObject({
    shown: 'hooks.example.com',
    format: 'standard',
    planIds: null,
    active: true,
    language: 'en',
  });
  const shown = (await boss('GET', api.webhooks)).text;
  expect(shown).toContain(webhook.id);
  for (const hidden of ['path-secret', secret?.slice(6) ?? '']) expect(shown).not.toContain(hidden);
  expect((await boss('GET', api.audit)).text).not.toContain('path-secret');
  // A chat signs nothing.
  expect((await make({ format: 'slack' })).secret).toBeNull();
});

it('is changed, switched off and on, and removed', async () => {
  const { webhook } = await make();
  const planIds = [(await boss<{ id: string }>('POST', api.plans, { plan: planInput() })).body.id];
  const changed = await boss<Webhook>('PATCH', api.webhook(webhook.id), { events: ['run.worse'], planIds, active: false });
  expect(changed.body).toMatchObject({ name: 'builds', events: ['run.worse'], planIds, active: false });
  expect((await boss<Webhook>('PATCH', api.webhook(webhook.id), { planIds: null })).body.planIds).toBeNull();
  const foreign = await boss('PATCH', api.webhook(webhook.id), { planIds: [...planIds, webhook.id] });
  expect(problemIn(foreign)).toMatchObject({ code: 'invalid_input', field: '/planIds/1' });
  expect(problemIn(await boss('PATCH', api.webhook(webhook.id), { url: 'http://169.254.169.254/' }))).toMatchObject({ field: '/url' });
  const moved = await boss<Webhook>('PATCH', api.webhook(webhook.id), { url: 'https://other.example/secret-of-the-address' });
  expect([moved.status, moved.body.shown, moved.text.includes('secret-of-the-address')]).toEqual([200, 'other.example', false]);
  expect((await boss('POST', api.testWebhook(webhook.id))).status).toBe(409);
  const rotated = await boss<{ secret: string }>('POST', api.webhookSecret(webhook.id));
  expect(rotated.body.secret).toMatch(/^whsec_/);
  expect((await boss<{ items: Webhook[] }>('GET', api.webhooks)).body.items[0]?.formerUntil).not.toBeNull();
  expect((await boss('DELETE', api.webhook(webhook.id))).status).toBe(204);
  expect((await boss('GET', api.deliveries(webhook.id))).status).toBe(404);
  const { items } = (await boss<{ items: { action: string }[] }>('GET', `${api.audit}?what=webhook`)).body;
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['webhook.create', 'webhook.edit', 'webhook.rotate', 'webhook.remove']),
  );
});

it.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/',
  'http://10.0.0.1/',
  'http://192.168.1.1/hook',
  'http://[fd12:3456::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::a00:1]/',
  'http://0.0.0.0/',
  'http://127.0.0.1:4300/api/v1/setup',
  'http://localhost:4300/',
  'http://8.8.8.8:4300/',
])('%s is refused as a target is', async (url) => {
  const refused = problemIn(await boss('POST', api.webhooks, body({ url })));
  expect(refused).toMatchObject({ code: 'target_refused', field: '/url' });
});

it.each([
  ['http://2852039166/', '/url'],
  ['http://0xa9fea9fe/', '/url'],
  ['http://user:pass@example.com/', '/url'],
  ['ftp://example.com/', '/url'],
  ['http+unix:///run/docker.sock:/', '/url'],
  ['', '/url'],
])('%s is no address of a webhook', async (url, field) => {
  expect(problemIn(await boss('POST', api.webhooks, body({ url })))).toMatchObject({ code: 'invalid_input', field });
});

it.each([
  [{ events: [] }, '/events'],
  [{ events: ['run.started'] }, '/events/0'],
  [{ planIds: [] }, '/planIds'],
  [{ format: 'irc' }, '/format'],
  [{ name: 'a\nb' }, '/name'],
  [{ url: undefined }, '/url'],
  [{ receiverId: 'x' }, '/receiverId'],
  [{ format: 'mail' }, '/url'],
  [{ format: 'mail', url: undefined }, '/receiverId'],
])('%j is refused at its field', async (change, field) => {
  expect(problemIn(await boss('POST', api.webhooks, body(change)))).toMatchObject({ code: 'invalid_input', field });
});

it('mails a member of the team, and nobody else', async () => {
  const mail = { format: 'mail', url: undefined };
  const ofOther = await findUserId(await otherTeam(test));
  for (const receiverId of [ofOther, 'nobody'])
    expect((await boss('POST', api.webhooks, body({ ...mail, receiverId }))).status, receiverId).toBe(404);
  const viewer = await member(test, await findTeamId(boss), 'viewer');
  const { webhook } = await make({ ...mail, receiverId: await findUserId(viewer) });
  expect(webhook.shown).not.toContain('@');
  const moved = await boss('PATCH', api.webhook(webhook.id), { url: 'https://other.example/' });
  expect(problemIn(moved)).toMatchObject({ code: 'invalid_input', field: '/url' });
});

it('belongs to its team, and is managed by people alone', async () => {
  const { webhook } = await make();
  const other = await otherTeam(test);
  const { id } = webhook;
  expect((await other<{ items: unknown[] }>('GET', api.webhooks)).body.items).toEqual([]);
  const tries = [
    ['PATCH', api.webhook(id), { active: false }],
    ['DELETE', api.webhook(id)],
    ['POST', api.webhookSecret(id)],
    ['POST', api.testWebhook(id)],
    ['GET', api.deliveries(id)],
    ['POST', api.deliverAgain(id, id)],
  ] as const;
  for (const [method, path, sent] of tries) expect((await other(method, path, sent)).status, path).toBe(404);
  expect((await boss('POST', api.deliverAgain(id, id))).status).toBe(404);
  const token = await makeToken(test, boss, ['write']);
  expect((await token('GET', api.webhooks)).status).toBe(200);
  expect((await token('POST', api.webhooks, body())).status).toBe(403);
});
