/** Messages on their way: real receivers, well- and ill-behaved, signatures read by the package of Standard Webhooks, and an API that is killed. */
import { messageSchema } from '@plimsoll/contracts/message';
import { api } from '@plimsoll/contracts/paths';
import { tellingKinds } from '@plimsoll/contracts/telling';
import { unjudged } from '@plimsoll/contracts/validity';
import type { Delivery, Webhook } from '@plimsoll/contracts/webhook';
import { summarise } from '@plimsoll/statistics/summary';
import { type Finish, finishRun } from '@plimsoll/store/run-life';
import { recordTellings } from '@plimsoll/store/tellings';
import { startApiProcess } from '@plimsoll/testbed/api-process';
import { startSmtpSink } from '@plimsoll/testbed/smtp-sink';
import { until } from '@plimsoll/testbed/until';
import { Webhook as Oracle } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTellingSender } from '../../src/tellings/telling-sender.ts';
import { dumpRows } from '../support/dump-rows.ts';
import { KeptLog } from '../support/kept-log.ts';
import { findTeamId, findUserId } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { begin, launch, planInput, sampleAt } from '../support/stored-runs.ts';
import { secretKey } from '../support/test-api.ts';
import { answer, type Receiver, startReceiver } from './receiver.ts';

const log = new KeptLog();
const smtp = await startSmtpSink();
const { test, boss } = useApi({ mail: { smtpUrl: smtp.url, from: 'plimsoll@example.com' }, logLevel: 'info' }, log);
let receiver: Receiver;
let stopSending: () => Promise<void>;
const startSending = () => {
  stopSending = startTellingSender({ ...test.context, log: test.app.log });
};

beforeAll(async () => {
  receiver = await startReceiver();
  startSending();
});
afterAll(async () => {
  await stopSending();
  await receiver.close();
  await smtp.close();
});
beforeEach(async () => {
  receiver.forget();
  await test.context.db.query('DELETE FROM webhooks');
});

interface Made {
  readonly webhook: Webhook;
  readonly secret: string;
}

async function make(change: Record<string, unknown> = {}, path = '/hook'): Promise<Made> {
  const body = { name: 'builds', url: receiver.url + path, events: ['run.finished'], ...change };
  const made = await boss<Made>('POST', api.webhooks, body);
  expect(made.status, made.text).toBe(201);
  return made.body;
}

const listed = async ({ webhook }: Made) => (await boss<{ items: Delivery[] }>('GET', api.deliveries(webhook.id))).body.items;
const settled = (made: Made, count = 1) =>
  until(
    'every message was tried',
    15_000,
    () => listed(made),
    (all) =>
      all.length === count && all.every(({ sentAt, state, failure }) => sentAt !== null && (state !== 'waiting' || failure !== null)),
  );

/** As if all gaps and rests were over. */
async function makeDue(): Promise<void> {
  await test.context.db.query(`UPDATE deliveries SET due_at = now(), taken_until = NULL WHERE state = 'waiting'`);
  await test.context.db.query('UPDATE webhooks SET quiet_until = NULL');
}

interface EndingRun extends Partial<Pick<Finish, 'thresholds' | 'baseline' | 'state'>> {
  readonly plan?: Parameters<typeof planInput>[0];
  /** Its experiment, or the tool whose file it was. */
  readonly of?: { readonly experiment: string } | { readonly tool: string };
}

/** A run that ends now. */
async function endRun({ plan = {}, of, ...end }: EndingRun = {}) {
  const { db } = test.context;
  const run = await launch(boss, planInput(plan), { tags: { branch: 'main' } });
  await begin(test, run.id);
  const client = await db.connect();
  await client.query('BEGIN');
  if (of && 'experiment' in of) await client.query('UPDATE runs SET experiment_id = $2 WHERE id = $1', [run.id, of.experiment]);
  await finishRun(client, run.id, 1, {
    state: 'completed',
    ending: { kind: 'timeOver', duration: '10s', requests: null },
    endReason: 'duration',
    summary: summarise(Array.from({ length: 12 }, (_, second) => sampleAt(second, [20, 21, 22]))),
    validity: { stamp: 'valid', reasons: [], ...unjudged },
    thresholds: [],
    ...end,
  });
  if (of && 'tool' in of) await client.query('UPDATE runs SET source = $2 WHERE id = $1', [run.id, of]);
  await client.query('COMMIT');
  client.release();
  return run;
}

/** An event that needs no run. */
let missed = 0;
const tell = async () =>
  recordTellings(test.context.db, { teamId: await findTeamId(boss), planId: null }, [
    {
      kind: 'schedule.missed',
      facts: { scheduleId: String(++missed), name: 'nightly', dueAt: '2026-11-26T02:00:00.000Z', times: 2, because: 'down' },
    },
  ]);

const newest = () => {
  const last = receiver.received.at(-1);
  if (!last) throw new Error('nothing was received');
  return last;
};

it('a run that ends is told to who wants to know, signed so that the package of Standard Webhooks takes it', async () => {
  const made = await make();
  const run = await endRun();
  const [delivery] = await settled(made);
  expect(delivery).toMatchObject({
    event: 'run.finished',
    runId: run.id,
    state: 'delivered',
    attempt: 1,
    status: 204,
    failure: null,
    dueAt: null,
  });
  const { headers, body, path } = newest();
  expect([path, headers['webhook-id'], headers['content-type']]).toEqual(['/hook', delivery?.messageId, 'application/json']);
  const seen = new Oracle(made.secret).verify(body, headers as Record<string, string>);
  const message = messageSchema.parse(seen);
  expect(message).toMatchObject({
    type: 'run.finished',
    version: 1,
    data: {
      title: `checkout, run ${run.number} has ended.`,
      url: `${test.context.auth.origin}/runs/${run.number}`,
      run: { id: run.id, number: run.number, state: 'completed', validity: 'valid', tags: { branch: 'main' } },
    },
  });
  expect(message.data.text).toContain('36 requests');
  expect(() => new Oracle(made.secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
  expect(() => new Oracle(`whsec_${'a'.repeat(32)}`).verify(body, headers as Record<string, string>)).toThrow();
});

it('while a secret replaces another, either takes the message', async () => {
  const made = await make({ events: ['schedule.missed'] });
  const next = (await boss<{ secret: string }>('POST', api.webhookSecret(made.webhook.id))).body.secret;
  await tell();
  await settled(made);
  const { headers, body } = newest();
  expect(JSON.parse(body).data).toMatchObject({ url: `${test.context.auth.origin}/schedules/${missed}`, schedule: { because: 'down' } });
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  for (const secret of [made.secret, next]) expect(() => new Oracle(secret).verify(body, headers as Record<string, string>)).not.toThrow();
});

it('thresholds that failed are told, to people once for one end', async () => {
  const events = ['run.finished', 'run.failed_threshold'];
  const [program, chat] = [await make({ events }), await make({ events, format: 'slack' })];
  await endRun({ thresholds: [{ expression: 'p(95) < 1ms', value: 21_000, passed: false }] });
  expect((await settled(program, 2)).map(({ event }) => event)).toEqual(['run.finished', 'run.failed_threshold']);
  expect((await settled(chat)).map(({ event }) => event)).toEqual(['run.failed_threshold']);
});

it('one end is every event that it is, the weightiest first; of an experiment only a lost worker is told, of a file nothing', async () => {
  const [program, chat] = [await make({ events: tellingKinds }), await make({ events: tellingKinds, format: 'discord' })];
  const failed = [{ expression: 'p(95) < 1ms', value: 21_000, passed: false }];
  const baseline = { verdict: 'worse' as const, sentence: 'It got slower.', code: null, metrics: [] };
  const experiment = (await boss<{ id: string }>('POST', api.experiments, { kind: 'aa', variants: [{ name: 'a', plan: planInput() }] }))
    .body.id;
  const base = await endRun({ of: { tool: 'hey' }, thresholds: failed });
  await endRun({ of: { experiment }, thresholds: failed });
  const worse = await endRun({ thresholds: failed, baseline: { ...baseline, baselineRunId: base.id } });
  const lost = await endRun({ of: { experiment }, state: 'worker_lost' });
  const heard = async (made: Made, count: number) => (await settled(made, count)).map(({ event, runId }) => [event, runId]);
  expect(await heard(program, 4)).toEqual([
    ['worker.lost', lost.id],
    ['run.finished', worse.id],
    ['run.failed_threshold', worse.id],
    ['run.worse', worse.id],
  ]);
  expect(await heard(chat, 2)).toEqual([
    ['worker.lost', lost.id],
    ['run.worse', worse.id],
  ]);
  const told = receiver.received.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'run.worse');
  expect(told.data).toMatchObject({ text: 'It got slower.', run: { ciStatus: 'failed', baseline: { runId: base.id, verdict: 'worse' } } });
});

it('a message that is answered 500, not at all or over no connection is tried again under its id; 404 and a redirect are not', async () => {
  const made = await make({ events: ['schedule.missed'] });
  receiver.next(answer(500, {}, 'Cannot POST /hook'), (response) => response.socket?.destroy(), answer(429, { 'retry-after': '7200' }));
  await tell();
  const before = receiver.received.length;
  const [first] = await settled(made);
  expect(first).toMatchObject({ state: 'waiting', attempt: 1, status: 500, answer: 'Cannot POST /hook', problem: 'It answered 500.' });
  for (const [attempt, status] of [
    [2, null],
    [3, 429],
  ] as const) {
    await makeDue();
    const [tried] = await until(
      'it is tried again',
      15_000,
      () => listed(made),
      ([one]) => one?.attempt === attempt && one.failure !== null,
    );
    expect(tried).toMatchObject({ state: 'waiting', status, failure: status === null ? 'unreachable' : 'status' });
  }
  expect(Date.parse((await listed(made))[0]?.dueAt ?? '') - Date.now()).toBeGreaterThan(7_000_000);
  await makeDue();
  await until(
    'it is delivered',
    15_000,
    () => listed(made),
    ([one]) => one?.state === 'delivered',
  );
  const sent = receiver.received.slice(before - 1).filter(({ headers }) => headers['webhook-id'] === first?.messageId);
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);

  for (const [status, failure] of [
    [404, 'status'],
    [302, 'redirect'],
  ] as const) {
    const refused = await make({ events: ['schedule.missed'] });
    receiver.next(answer(status, { location: `${receiver.url}/elsewhere` }));
    await boss('POST', api.testWebhook(refused.webhook.id));
    expect((await settled(refused))[0]).toMatchObject({ event: 'test', state: 'failed', failure, status, dueAt: null });
    await boss('DELETE', api.webhook(refused.webhook.id));
  }
  expect(receiver.received.some(({ path }) => path === '/elsewhere')).toBe(false);
});

it('a receiver that never answers is given up after 10 s and holds up nobody else', async () => {
  const [dead, well] = [await make({ events: ['schedule.missed'] }, '/dead'), await make({ events: ['schedule.missed'] })];
  const began = performance.now();
  await tell();
  await tell();
  await settled(well, 2);
  expect(performance.now() - began).toBeLessThan(8000);
  const tried = await until(
    'the dead one is given up',
    20_000,
    () => listed(dead),
    (all) => all.some(({ failure }) => failure === 'late'),
  );
  expect(performance.now() - began).toBeGreaterThan(9500);
  expect(tried.filter(({ attempt }) => attempt > 0)).toHaveLength(1);
});

it('one that answers 410 is switched off; one whose address is inside is never connected', async () => {
  const gone = await make({ events: ['schedule.missed'] });
  receiver.next(answer(410));
  await tell();
  expect((await settled(gone))[0]).toMatchObject({ state: 'failed', failure: 'gone' });
  const items = (await boss<{ items: Webhook[] }>('GET', api.webhooks)).body.items;
  expect(items[0]).toMatchObject({ active: false, endedBecause: 'gone' });
  expect((await boss('POST', api.testWebhook(gone.webhook.id))).status).toBe(409);

  // As one that was stored while the operator still listed it.
  const closed = await make({ events: ['schedule.missed'] });
  const { allowed } = test.config.targets;
  allowed.length = 0;
  const before = receiver.received.length;
  await tell();
  expect((await settled(closed))[0]).toMatchObject({ state: 'failed', failure: 'refused' });
  expect(receiver.received).toHaveLength(before);
  allowed.push('loopback');
});

it('each chat gets the shape that it takes, with names that are no markup', async () => {
  const made = await Promise.all(['slack', 'teams', 'discord'].map((format) => make({ events: ['run.finished'], format }, `/${format}`)));
  await endRun({ plan: { name: 'a <!channel> [b](https://evil.example) *c*' } });
  for (const each of made) await settled(each);
  const sent = (path: string) => JSON.parse(receiver.received.findLast((one) => one.path === path)?.body ?? '');
  const name = 'a <!channel> [b](https://evil.example) *c*';
  expect(sent('/slack').blocks[0]).toMatchObject({ type: 'header', text: { type: 'plain_text', text: expect.stringContaining(name) } });
  expect(sent('/slack').text).toContain('a &lt;!channel&gt;');
  expect(sent('/slack').blocks[1].text.text).toMatch(/36 requests[\s\S]*\n<http:.*\/runs\/\d+\|Open it on Plimsoll>$/);
  const card = sent('/teams').attachments[0];
  expect(card).toMatchObject({ contentType: 'application/vnd.microsoft.card.adaptive', content: { type: 'AdaptiveCard', version: '1.4' } });
  expect(card.content.body[0].inlines[0].text).toContain(name);
  expect(card.content.actions[0]).toMatchObject({ type: 'Action.OpenUrl', url: expect.stringContaining('/runs/') });
  expect(sent('/discord')).toMatchObject({
    allowed_mentions: { parse: [] },
    embeds: [{ title: expect.stringContaining('\\[b\\]'), url: expect.any(String) }],
  });
  expect(receiver.received.findLast(({ path }) => path === '/slack')?.headers['webhook-signature']).toBeUndefined();
});

it('a mail goes to a member in the language of that member', async () => {
  const userId = await findUserId(boss);
  await test.context.db.query(`UPDATE users SET language = 'zh' WHERE id = $1`, [userId]);
  const made = await make({ format: 'mail', url: undefined, receiverId: userId, events: ['schedule.missed'] });
  expect(made).toMatchObject({ secret: null, webhook: { shown: 'Ola' } });
  await tell();
  expect((await settled(made))[0]).toMatchObject({ state: 'delivered', status: null });
  const mail = smtp.mails.at(-1);
  expect(mail?.to).toBe('owner@example.com');
  expect(mail?.raw).toContain('=?UTF-8?');
  smtp.refuse(true);
  await tell();
  expect((await settled(made, 2))[0]).toMatchObject({ state: 'waiting', failure: 'notTaken' });
  smtp.refuse(false);
  await test.context.db.query('UPDATE users SET language = NULL');
});

it('no secret of a plan or an address is told, shown, logged or kept as it is', async () => {
  const canaries = ['canary-of-header', 'canary-of-path', 'canary-of-query'];
  const made = await make({}, '/services/canary-of-path?token=canary-of-query');
  receiver.next((response, path) => response.writeHead(500).end(`Cannot POST ${path}`));
  await endRun({ plan: { target: { url: 'http://127.0.0.1:8787/', headers: { authorization: 'Bearer canary-of-header' } } } });
  const [delivery] = await settled(made);
  expect(delivery?.answer).toContain('Cannot POST •••');
  const places = [
    JSON.stringify([delivery, (await boss('GET', api.webhooks)).text, (await boss('GET', api.audit)).text]),
    newest().body,
    log.text,
    await dumpRows(test.context.db),
  ];
  expect(log.text).toContain('a message was not delivered');
  for (const [place, text] of places.entries())
    for (const canary of [...canaries, made.secret]) expect(text.includes(canary), `${canary} in place ${place}`).toBe(false);
});

it('a message is told once though the API is killed between: the receiver may get it twice, under one id', async () => {
  await stopSending();
  const made = await make({ events: ['schedule.missed'] });
  const environment = { DATABASE_URL: test.config.databaseUrl, PLIMSOLL_SECRET_KEY: secretKey, PLIMSOLL_TARGETS: 'loopback' };
  const before = receiver.received.length;
  // It has the message, and its answer never comes.
  receiver.next(() => undefined);
  const killed = await startApiProcess(environment);
  try {
    await tell();
    await until(
      'the message is there',
      15_000,
      () => receiver.received.length,
      (count) => count === before + 1,
    );
  } finally {
    killed.child.kill('SIGKILL');
  }
  const next = await startApiProcess(environment);
  try {
    expect((await listed(made))[0]).toMatchObject({ state: 'waiting', attempt: 1, failure: null });
    // The minute for which it was the other's.
    await makeDue();
    const [delivery] = await until(
      'it is delivered',
      20_000,
      () => listed(made),
      ([one]) => one?.state === 'delivered',
    );
    expect(delivery).toMatchObject({ attempt: 2 });
    const ids = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([delivery?.messageId, delivery?.messageId]);
    await makeDue();
    expect(await listed(made)).toHaveLength(1);
  } finally {
    next.child.kill('SIGKILL');
    startSending();
  }
}, 60_000);
