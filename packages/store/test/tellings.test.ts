/** Events that a team is told of: recorded once, delivered to each address that wants them, tried again by a plan. */
import { randomUUID } from 'node:crypto';
import type { MissedFacts } from '@plimsoll/contracts/telling';
import { mostWebhooks, retryGapsSeconds } from '@plimsoll/contracts/webhook';
import {
  type Attempted,
  insertTest,
  listDeliveries,
  noteAttempt,
  sendAgain,
  type TakenDelivery,
  takeDelivery,
} from '@plimsoll/store/deliveries';
import { finishExperiment } from '@plimsoll/store/experiment-end';
import { claimExperiment } from '@plimsoll/store/experiment-life';
import type { ExperimentResult } from '@plimsoll/store/experiment-row';
import { savePlan } from '@plimsoll/store/plans';
import { purgeExpired } from '@plimsoll/store/purge';
import { recordTellings } from '@plimsoll/store/tellings';
import { changeWebhook, insertWebhook, listWebhooks, type NewWebhook, removeWebhook, rotateSecret } from '@plimsoll/store/webhooks';
import { beforeEach, expect, test } from 'vitest';
import { makePlan, queueExperiment, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
const url = 'https://hooks.example.com/T0/secret-part';
const taken: Attempted = { status: 204, answer: '', failure: null, again: false, waitSeconds: 0 };
const broken: Attempted = { status: 500, answer: 'no', failure: 'status', again: true, waitSeconds: 0 };

async function makeWebhook(change: Partial<NewWebhook> = {}) {
  const made = await insertWebhook(scene.db, {
    teamId: 'red',
    name: 'builds',
    format: 'standard',
    to: { url },
    events: ['run.finished', 'schedule.missed'],
    planIds: null,
    language: 'en',
    secretKey,
    ...change,
  });
  if (!made) throw new Error('too many');
  return made;
}

const missed = (change: Partial<MissedFacts> = {}): MissedFacts => ({
  scheduleId: randomUUID(),
  name: 'nightly',
  dueAt: '2026-11-26T02:00:00.000Z',
  times: 1,
  because: 'down',
  ...change,
});

const tell = (facts = missed(), planId: string | null = null) =>
  recordTellings(scene.db, { teamId: 'red', planId }, [{ kind: 'schedule.missed', facts }]);
const take = () => takeDelivery(scene.db, secretKey);
const listed = async (id: string) => (await listDeliveries(scene.db, 'red', id, { limit: 50 })).items;

/** As if its gap and its address's rest were over. */
async function makeDue(): Promise<void> {
  await scene.db.query(`UPDATE deliveries SET due_at = now(), taken_until = NULL WHERE state = 'waiting'`);
  await scene.db.query('UPDATE webhooks SET quiet_until = NULL');
}

async function takeNow(): Promise<TakenDelivery> {
  const next = await take();
  if (!next) throw new Error('nothing is due');
  return next;
}

beforeEach(async () => {
  await scene.db.query('DELETE FROM webhooks');
  await scene.db.query('DELETE FROM tellings');
});

test('an event is delivered once to each address that wants it, however often it is recorded', async () => {
  const wants = await makeWebhook();
  await makeWebhook({ events: ['run.worse'] });
  await makeWebhook({ teamId: 'blue' });
  const off = await makeWebhook();
  await changeWebhook(scene.db, 'red', off.webhook.id, { active: false }, secretKey);
  const facts = missed();
  await Promise.all([tell(facts), tell(facts), tell(facts)]);
  const got = await takeNow();
  expect(got).toMatchObject({ webhookId: wants.webhook.id, kind: 'schedule.missed', facts, attempt: 1, teamName: 'Red' });
  expect(got.to).toEqual({ url, secrets: [wants.secret] });
  expect(await take()).toBeNull();
});

test('an event that is rolled back is told to nobody', async () => {
  const { webhook } = await makeWebhook();
  const client = await scene.db.connect();
  await client.query('BEGIN');
  await recordTellings(client, { teamId: 'red', planId: null }, [{ kind: 'schedule.missed', facts: missed() }]);
  await client.query('ROLLBACK');
  client.release();
  expect(await listed(webhook.id)).toEqual([]);
});

test('an address that wants certain plans hears of no other, and of no run without a plan', async () => {
  const planId = randomUUID();
  const { webhook } = await makeWebhook({ planIds: [planId] });
  await tell(missed(), null);
  await tell(missed(), randomUUID());
  expect(await listed(webhook.id)).toEqual([]);
  await tell(missed(), planId);
  expect(await listed(webhook.id)).toHaveLength(1);
});

test('people are told of one end of a run once, by the weightiest event that they want; programs of each', async () => {
  const events = ['run.finished', 'run.failed_threshold', 'run.worse'] as const;
  const program = await makeWebhook({ events });
  const chat = await makeWebhook({ events, format: 'slack' });
  const chatOfEnds = await makeWebhook({ events: ['run.finished'], format: 'discord' });
  const { id: runId } = await queueRun(scene.db);
  const end = { runId, attempt: 1 };
  await recordTellings(scene.db, { teamId: 'red', planId: null }, [
    { kind: 'run.failed_threshold', ...end },
    { kind: 'run.finished', ...end },
  ]);
  const heard = async ({ webhook }: typeof program) => (await listed(webhook.id)).map(({ event }) => event);
  expect(await heard(program)).toEqual(['run.finished', 'run.failed_threshold']);
  expect(await heard(chat)).toEqual(['run.failed_threshold']);
  expect(await heard(chatOfEnds)).toEqual(['run.finished']);
});

test('a delivery that fails is tried five times more over a day, then never by itself', async () => {
  const { webhook } = await makeWebhook();
  await tell();
  for (const [done, gap] of [...retryGapsSeconds, null].entries()) {
    const now = await takeNow();
    expect(now.attempt).toBe(done + 1);
    const before = Date.now();
    await noteAttempt(scene.db, now, broken);
    const [delivery] = await listed(webhook.id);
    expect(delivery).toMatchObject({ attempt: done + 1, status: 500, answer: 'no', failure: 'status', state: gap ? 'waiting' : 'failed' });
    if (gap) expect(Math.round((Date.parse(delivery?.dueAt ?? '') - before) / 1000) - Math.max(gap, 0)).toBeLessThan(5);
    else expect(delivery?.dueAt).toBeNull();
    await makeDue();
  }
  expect(await take()).toBeNull();
  expect(retryGapsSeconds.reduce((sum, gap) => sum + gap, 0) / 3600).toBeCloseTo(24.2, 1);
});

test('a delivery that succeeds is over, and one that no retry mends is over at once', async () => {
  const { webhook } = await makeWebhook();
  await tell();
  await noteAttempt(scene.db, await takeNow(), taken);
  await tell();
  await noteAttempt(scene.db, await takeNow(), { ...broken, status: 404, again: false });
  expect((await listed(webhook.id)).map(({ state }) => state)).toEqual(['failed', 'delivered']);
  await makeDue();
  expect(await take()).toBeNull();
});

test('a process that is killed leaves its delivery to the next, under the same id; what it says later changes nothing', async () => {
  await makeWebhook();
  await tell();
  const killed = await takeNow();
  expect(await take()).toBeNull();
  await scene.db.query(`UPDATE deliveries SET taken_until = now() - interval '1 s'`);
  const next = await takeNow();
  expect(next).toMatchObject({ id: killed.id, tellingId: killed.tellingId, attempt: 2 });
  await noteAttempt(scene.db, next, taken);
  await noteAttempt(scene.db, killed, broken);
  await makeDue();
  expect(await take()).toBeNull();
});

test('an address that fails rests alone, and one message of it is under way at a time', async () => {
  const dead = await makeWebhook();
  const well = await makeWebhook();
  for (let n = 0; n < 3; n++) await tell();
  const first = [await takeNow(), await takeNow()];
  expect(first.map(({ webhookId }) => webhookId).toSorted()).toEqual([dead.webhook.id, well.webhook.id].toSorted());
  expect(await take()).toBeNull();
  for (const one of first) await noteAttempt(scene.db, one, one.webhookId === dead.webhook.id ? broken : taken);
  for (let n = 0; n < 2; n++) {
    const next = await takeNow();
    expect(next.webhookId).toBe(well.webhook.id);
    await noteAttempt(scene.db, next, taken);
  }
  expect(await take()).toBeNull();
});

test('a receiver that asks for more time gets it, and one that answers 410 is told nothing more', async () => {
  const { webhook } = await makeWebhook();
  await tell();
  await noteAttempt(scene.db, await takeNow(), { ...broken, status: 429, waitSeconds: 7200 });
  const [waits] = await listed(webhook.id);
  expect(Date.parse(waits?.dueAt ?? '') - Date.now()).toBeGreaterThan(7100_000);
  await makeDue();
  await noteAttempt(scene.db, await takeNow(), { ...broken, status: 410, failure: 'gone', again: false });
  expect((await listWebhooks(scene.db, 'red'))[0]).toMatchObject({ active: false, endedBecause: 'gone' });
  await tell();
  expect(await listed(webhook.id)).toHaveLength(1);
  await changeWebhook(scene.db, 'red', webhook.id, { active: true }, secretKey);
  expect((await listWebhooks(scene.db, 'red'))[0]).toMatchObject({ active: true, endedBecause: null });
});

test('a delivery is sent again by a button, and a test waits once', async () => {
  const { webhook } = await makeWebhook();
  const tested = await insertTest(scene.db, 'red', webhook.id);
  expect((await insertTest(scene.db, 'red', webhook.id))?.id).toBe(tested?.id);
  const got = await takeNow();
  expect(got).toMatchObject({ id: tested?.id, kind: 'test' });
  await noteAttempt(scene.db, got, { ...broken, again: false });
  const again = await sendAgain(scene.db, 'red', webhook.id, got.id);
  expect(again).toMatchObject({ state: 'waiting', messageId: tested?.messageId });
  expect(await takeNow()).toMatchObject({ id: got.id, attempt: 1 });
  expect(await sendAgain(scene.db, 'blue', webhook.id, got.id)).toBeNull();
  expect(await insertTest(scene.db, 'blue', webhook.id)).toBeNull();
});

test('after a rotation both secrets sign, for a day; no secret and no address stands in the database as it is', async () => {
  const { webhook, secret } = await makeWebhook();
  const next = await rotateSecret(scene.db, 'red', webhook.id, secretKey);
  await tell();
  const now = await takeNow();
  expect(now.to).toEqual({ url, secrets: [next, secret] });
  await noteAttempt(scene.db, now, taken);
  await scene.db.query(`UPDATE webhooks SET former_until = now() - interval '1 s'`);
  await tell();
  const later = await takeNow();
  expect(later.to).toEqual({ url, secrets: [next] });
  await noteAttempt(scene.db, later, taken);
  const { rows } = await scene.db.query<{ row: string }>('SELECT w::text AS row FROM webhooks w');
  for (const hidden of [secret, next ?? '', 'secret-part']) expect(rows[0]?.row).not.toContain(hidden);
  await tell();
  expect((await takeDelivery(scene.db, 'another key than the one of the tests, as long'))?.to).toBeNull();
});

test('a mail goes to a member, and to nobody who left', async () => {
  await scene.db.query(`INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ('m', 'red', 'ann', 'viewer', now())`);
  await makeWebhook({ format: 'mail', to: { receiverId: 'ann' } });
  await tell();
  const now = await takeNow();
  expect(now.to).toEqual({ email: expect.stringContaining('ann') });
  await noteAttempt(scene.db, now, taken);
  await scene.db.query(`DELETE FROM members WHERE user_id = 'ann'`);
  await tell();
  const left = await takeNow();
  expect(left.to).toEqual({ email: null });
  await noteAttempt(scene.db, left, { status: null, answer: null, failure: 'receiver', again: false, waitSeconds: 0 });
  expect((await listWebhooks(scene.db, 'red'))[0]).toMatchObject({ active: false, endedBecause: 'receiver' });
});

test('a team has so many addresses at most, and another team sees none of them', async () => {
  const made = await Promise.allSettled(Array.from({ length: mostWebhooks + 3 }, () => makeWebhook()));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(mostWebhooks);
  expect(await listWebhooks(scene.db, 'blue')).toEqual([]);
  const id = (await listWebhooks(scene.db, 'red'))[0]?.id ?? '';
  expect(await changeWebhook(scene.db, 'blue', id, { active: false }, secretKey)).toBeNull();
  expect(await rotateSecret(scene.db, 'blue', id, secretKey)).toBeNull();
  expect(await removeWebhook(scene.db, 'blue', id)).toBe(false);
  expect(await removeWebhook(scene.db, 'red', id)).toBe(true);
});

test('what nobody could deliver for two days is given up, and after 30 days nothing is left', async () => {
  const { webhook } = await makeWebhook();
  await tell();
  await scene.db.query(`UPDATE deliveries SET due_at = now() - interval '49 hours'`);
  await purgeExpired(scene.db);
  expect(await listed(webhook.id)).toMatchObject([{ state: 'failed', failure: 'expired' }]);
  await scene.db.query(`UPDATE tellings SET at = now() - interval '31 days'`);
  await purgeExpired(scene.db);
  expect(await listed(webhook.id)).toEqual([]);
});

const delta = {
  metric: 'p99',
  base: 10,
  candidate: 11,
  delta: 1,
  deltaRelative: 0.1,
  interval: { low: 0.05, high: 0.15 },
  code: null,
  reason: '',
};
const said = { code: null, sentence: '' };
const arm = { ...said, runs: [], comparability: { ...said, differences: [] }, byRequest: [] };
const change = { metric: 'p99', before: randomUUID(), after: randomUUID() } as const;

/** The end of an experiment, with this verdict of p99. */
async function endExperiment(verdict: string, confirms: typeof change | null, state: 'completed' | 'stopped' = 'completed') {
  const plan = await savePlan(scene.db, { teamId: 'red', userId: 'ann', plan: makePlan(), secretKey });
  const variants = ['a', 'b'].map((name) => ({ name, plan: makePlan({ name }) }));
  const asked = { planId: plan.id, kind: 'ab', variants, repeats: 1, ...(confirms && { confirms }) } as const;
  const id = await queueExperiment(scene.db, asked, { name: 'was it?', runs: [] });
  const claimed = await claimExperiment(scene.db, id, 'w', secretKey);
  const result = {
    comparisons: [{ variant: 1, result: { ...arm, base: arm, candidates: [{ ...arm, metrics: [{ ...delta, verdict }] }] } }],
    noiseFloor: null,
    capacity: null,
    knee: null,
  } as unknown as ExperimentResult;
  if (!claimed) throw new Error('not claimed');
  await Promise.all([1, 2].map(() => finishExperiment(scene.db, claimed, { state, remarks: [], result })));
  return { id, planId: plan.id };
}

test('a change of a trend is told where an experiment confirms that it is worse, once, with its interval', async () => {
  const { webhook } = await makeWebhook({ events: ['regression.confirmed'] });
  await endExperiment('better', change);
  await endExperiment('not_enough_evidence', change);
  await endExperiment('worse', null);
  await endExperiment('worse', change, 'stopped');
  expect(await listed(webhook.id)).toEqual([]);
  const { id } = await endExperiment('worse', change);
  expect(await listed(webhook.id)).toMatchObject([{ event: 'regression.confirmed', experimentId: id }]);
  expect(await takeNow()).toMatchObject({
    experimentId: id,
    facts: { name: 'was it?', metric: 'p99', change: 0.1, interval: delta.interval, before: change.before, after: change.after },
  });
});
