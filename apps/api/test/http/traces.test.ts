/** Our own work as spans: what a real receiver of OTLP gets of requests and of who is told, and that nobody waits for one that is away. */
import { Writable } from 'node:stream';
import { api } from '@plimsoll/contracts/paths';
import type { Webhook } from '@plimsoll/contracts/webhook';
import { openTraces } from '@plimsoll/telemetry/open-traces';
import type { SpanOutcome } from '@plimsoll/telemetry/span-events';
import type { TelemetryConfig, TraceSampler } from '@plimsoll/telemetry/telemetry-config';
import { startOtlpReceiver } from '@plimsoll/testbed/otlp-receiver';
import { startSmtpSink } from '@plimsoll/testbed/smtp-sink';
import { until } from '@plimsoll/testbed/until';
import { afterAll, expect, it } from 'vitest';
import { startTellingSender } from '../../src/tellings/telling-sender.ts';
import { findUserId } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { begin, finish, launch, planInput, sampleAt } from '../support/stored-runs.ts';
import { startReceiver } from '../tellings/receiver.ts';

const receiver = await startOtlpReceiver();
const smtp = await startSmtpSink();
const lines: Record<string, unknown>[] = [];
const log = new Writable({
  write(piece: Buffer, _encoding, done) {
    for (const line of piece.toString().trim().split('\n')) lines.push(JSON.parse(line));
    done();
  },
});
const telemetryTo = (url: string, sampler: TraceSampler = 'parentbased_always_on'): TelemetryConfig => ({
  metrics: null,
  traces: { url: `${url}/v1/traces`, sampler, ratio: 1 },
  headers: { authorization: 'Bearer hush-hush' },
  serviceName: null,
  resource: { 'deployment.environment.name': 'tests' },
});
const { test, boss } = useApi(
  { telemetry: telemetryTo(receiver.url), slowQueryMs: 0, mail: { smtpUrl: smtp.url, from: 'p@example.com' }, logLevel: 'info' },
  log,
);
afterAll(async () => {
  await receiver.close();
  await smtp.close();
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const caller = 'b7ad6b7169203331';
const spansOf = (name: string, count = 1) =>
  until(
    `${count} of ${name}`,
    15_000,
    async () => receiver.spans(name),
    (spans) => spans.length >= count,
  );

it('makes a span of a request, below the one that asked, named by its route; secrets of its path, query and body stay here', async () => {
  const plan = planInput({ target: { url: 'http://127.0.0.1:8787/?key=hush-hush', headers: { authorization: 'hush-hush' } } });
  const made = await boss<{ id: string }>('POST', `${api.runs}?token=hush-hush`, { plan }, { traceparent: `00-${traceId}-${caller}-01` });
  expect(made.status, made.text).toBe(201);
  await boss('GET', `${api.run(made.body.id)}?search=hush-hush`);
  await boss('POST', '/api/v1/hooks/hush-hush-hush-hush-hush-hush', {});
  for (const path of ['/livez', '/readyz', api.health, '/metrics', '/', '/nowhere']) await boss('GET', path);
  await boss('GET', api.tokens);
  await spansOf('GET /api/v1/tokens');
  const [span] = await spansOf(`POST ${api.runs}`);
  expect(span).toMatchObject({
    traceId,
    parentId: caller,
    kind: 2,
    failed: null,
    attributes: { 'http.route': api.runs, 'http.response.status_code': 201, 'plimsoll.run_id': made.body.id },
    resource: { 'service.name': 'plimsoll-api', 'deployment.environment.name': 'tests' },
  });
  const { rows } = await test.context.db.query('SELECT trace_parent FROM runs WHERE id = $1', [made.body.id]);
  expect(rows).toEqual([{ trace_parent: `00-${traceId}-${span?.spanId}-01` }]);
  await spansOf('GET /api/v1/runs/:id');
  expect((await spansOf('POST /api/v1/hooks/:token'))[0]).toMatchObject({ parentId: '', attributes: { 'http.response.status_code': 404 } });
  expect(receiver.spans().filter(({ name }) => /livez|readyz|health|metrics|nowhere|request/.test(name) || name === 'GET /')).toEqual([]);
  // Those of a transaction, too, and of nobody who was not asked.
  const queries = receiver.spans().filter(({ name, parentId }) => name.startsWith('SQL ') && parentId === span?.spanId);
  expect(queries.map(({ name }) => name)).toEqual(expect.arrayContaining(['SQL BEGIN', 'SQL INSERT', 'SQL COMMIT']));
  expect(queries.find(({ name }) => name === 'SQL INSERT')?.attributes['db.query.text']).toContain('VALUES ($1, $2');
  // Spans are sent in the order in which they ended: whatever stands above these is there.
  const sent = new Set(receiver.spans().map(({ spanId }) => spanId));
  expect(receiver.spans().filter(({ name, parentId }) => name.startsWith('SQL ') && !sent.has(parentId))).toEqual([]);
  expect(receiver.spanText()).not.toContain('hush-hush');
  const ofRequest = lines.filter(({ requestId }) => requestId === span?.attributes['plimsoll.request_id']);
  expect(ofRequest.map(({ msg }) => msg)).toEqual(['incoming request', 'run queued', 'request completed']);
  expect(new Set(ofRequest.map((line) => line.traceId))).toEqual(new Set([traceId]));
});

it('hands on that a trace is not recorded, and records nothing of it', async () => {
  const made = await boss<{ id: string }>('POST', api.runs, { plan: planInput() }, { traceparent: `00-${'9'.repeat(32)}-${caller}-00` });
  const { rows } = await test.context.db.query('SELECT trace_parent FROM runs WHERE id = $1', [made.body.id]);
  expect(rows[0].trace_parent).toMatch(/^00-9{32}-[0-9a-f]{16}-00$/);
  await boss('GET', api.plans, undefined, { traceparent: 'none of ours' });
  expect((await spansOf('GET /api/v1/plans'))[0]).toMatchObject({ parentId: '' });
  expect(receiver.spans().filter((span) => span.traceId.startsWith('999'))).toEqual([]);
  expect(lines.filter((line) => String(line.traceId).startsWith('999'))).toEqual([]);
});

it('tells the end of a run, and each message about it, in the trace of who asked for the run', async () => {
  const told = await startReceiver();
  const stop = startTellingSender({ ...test.context, log: test.app.log });
  try {
    const hook = { name: 'builds', url: `${told.url}/hush-hush`, events: ['run.finished'] };
    expect((await boss('POST', api.webhooks, hook)).status).toBe(201);
    const mail = { name: 'me', receiverId: await findUserId(boss), format: 'mail', events: ['run.finished'] };
    const mailed = await boss<{ webhook: Webhook }>('POST', api.webhooks, mail);
    expect(mailed.status, mailed.text).toBe(201);
    const run = await launch(boss, planInput());
    await begin(test, run.id);
    await finish(test, run.id, [sampleAt(0, [20, 21])]);
    const delivered = await spansOf('deliver message', 2);
    const [asked] = receiver.spans(`POST ${api.runs}`).filter(({ attributes }) => attributes['plimsoll.run_id'] === run.id);
    const above = { traceId: asked?.traceId, parentId: asked?.spanId, failed: null };
    expect((await spansOf('tell run end')).at(-1)).toMatchObject({ ...above, attributes: { 'plimsoll.state': 'completed' } });
    for (const each of delivered) expect(each).toMatchObject({ ...above, kind: 3, attributes: { 'plimsoll.run_id': run.id } });
    const byMail = delivered.find(({ attributes }) => attributes['plimsoll.format'] === 'mail');
    expect((await spansOf('send mail'))[0]).toMatchObject({ parentId: byMail?.spanId, attributes: { 'server.address': '127.0.0.1' } });
    expect(receiver.spanText()).not.toMatch(/hush-hush|@example\.com/);
    expect(told.received[0]?.headers.traceparent).toBeUndefined();
  } finally {
    await stop();
    await told.close();
  }
});

it('nobody waits for a backend that is away: that is told once, and counted', async () => {
  test.context.traces.tell(test.app.log);
  const before = lines.length;
  const notices = (words: string) => lines.slice(before).filter(({ msg }) => String(msg).startsWith(words)).length;
  const readFailed = async () =>
    Number(/plimsoll_otlp_spans_total\{outcome="failed"\} (\d+)/.exec((await test.context.metrics.read()).text)?.[1] ?? 0);
  const came = () => receiver.spans('GET /api/v1/queue').length;
  const [earlier, lost] = [came(), await readFailed()];
  receiver.answer(400);
  try {
    for (let round = 0; round < 2; round++) {
      expect((await boss('GET', api.queue)).status).toBe(200);
      await until('spans were lost', 20_000, readFailed, (spans) => spans > lost + round);
    }
    expect(notices('OpenTelemetry takes no spans')).toBe(1);
    expect(came()).toBe(earlier);
  } finally {
    receiver.answer(200);
  }
  await boss('GET', api.queue);
  await spansOf('GET /api/v1/queue', earlier + 1);
  // Who sends them hears of it a moment after they came.
  await until(
    'it says so',
    15_000,
    () => notices('OpenTelemetry takes spans again'),
    (times) => times > 0,
  );
  expect([notices('OpenTelemetry takes no spans'), notices('OpenTelemetry takes spans again')]).toEqual([1, 1]);
});

it('keeps so many spans and no more, and counts each that it drops', async () => {
  const counts = { sent: 0, failed: 0, dropped: 0 };
  const count = (outcome: SpanOutcome, spans: number) => {
    counts[outcome] += spans;
  };
  const traces = await openTraces(
    telemetryTo(receiver.url),
    { name: 'flood', version: '1', instance: '1' },
    { count, outage: { failed() {}, answered() {} } },
  );
  for (let nth = 0; nth < 6000; nth++) traces.begin('flood', { parent: null }).end();
  await traces.close();
  expect(counts.dropped).toBeGreaterThan(3000);
  expect(counts).toEqual({ sent: 6000 - counts.dropped, failed: 0, dropped: counts.dropped });
  expect(receiver.spans('flood').length).toBe(counts.sent);
});

it.each([
  ['always_off', 0],
  ['traceidratio', 20],
  ['parentbased_always_off', 20],
] as const)('samples by %s', async (sampler, expected) => {
  const traces = await openTraces(
    telemetryTo(receiver.url, sampler),
    { name: sampler, version: '1', instance: '1' },
    {
      count() {},
      outage: { failed() {}, answered() {} },
    },
  );
  for (let nth = 0; nth < 20; nth++) traces.begin(sampler, { parent: `00-${traceId}-${caller}-01` }).end();
  await traces.close();
  expect(receiver.spans(sampler).length).toBe(expected);
});
