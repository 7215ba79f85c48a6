import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { OpenLoad, Plan, PlanInput } from '@plimsoll/contracts/plan';
import { parsePlanYaml } from '@plimsoll/contracts/plan-yaml';
import { readSamples } from '@plimsoll/store/samples';
import { addTeamHost, listTeamHosts, noteHostCheck } from '@plimsoll/store/team-hosts';
import { type OtlpReceiver, type OtlpSpan, startOtlpReceiver } from '@plimsoll/testbed/otlp-receiver';
import { startRedis, type TestRedis } from '@plimsoll/testbed/redis';
import { startGrpcServer } from '@plimsoll/testbed/targets/grpc-server';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import engine from '../../packages/engine/package.json' with { type: 'json' };
import own from '../package.json' with { type: 'json' };
import { openStack, type Stack, teamId } from './support.ts';

interface DemoStats {
  readonly requests: number;
  readonly statuses: Record<string, number>;
  readonly grpc: object;
}

/** A plan of docs/examples, aimed at a demo target of this port. */
function examplePlan(name: string, port: number): Plan & { readonly load: OpenLoad } {
  const text = readFileSync(new URL(`../../docs/examples/${name}.yaml`, import.meta.url), 'utf8');
  const read = parsePlanYaml(text.replace('127.0.0.1:4390', `127.0.0.1:${port}`), issueSentence);
  if (!('plan' in read)) throw new Error(JSON.stringify(read.problems));
  return { ...read.plan, load: read.plan.load as OpenLoad };
}

let witness: Witness;
beforeAll(async () => {
  witness = await startWitness();
});
afterAll(() => witness.close());

describe.each(['redis', 'postgres'] as const)('a whole run with the queue on %s', (kind) => {
  const demoPort = kind === 'redis' ? 4871 : 4872;
  let redis: TestRedis | undefined;
  let stack: Stack;
  let worker: ChildProcess;
  let telemetry: OtlpReceiver;
  beforeAll(async () => {
    telemetry = await startOtlpReceiver();
    redis = kind === 'redis' ? await startRedis() : undefined;
    stack = await openStack(redis ? { redisUrl: redis.url } : {});
    worker = await stack.worker({
      PLIMSOLL_TARGETS: 'loopback,public-verified,198.51.100.0/24',
      PLIMSOLL_DEMO_PORT: String(demoPort),
      PLIMSOLL_WORKER_LABELS: 'eu',
      // Nobody listens there: what a run counts does not depend on it.
      OTEL_EXPORTER_OTLP_ENDPOINT: kind === 'redis' ? 'http://127.0.0.1:9' : telemetry.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-scope=ours',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
      // It counts as not set.
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
    });
  });
  afterAll(async () => {
    await stack.close();
    await telemetry.close();
    await redis?.stop();
  });
  /** Once: what becomes of a run that was taken from the queue has nothing to do with the queue. */
  const testOnce = (name: string, act: () => Promise<void>) => {
    if (kind === 'postgres') test(name, act);
  };

  test('counts what the target counted, to the one, and keeps every second', async () => {
    await witness.reset();
    const run = await stack.launch({
      version: 1,
      name: 'whole run',
      target: { url: witness.url, headers: { authorization: 'Bearer the secret of the tests' } },
      load: { model: 'closed', connections: 4, requests: 500 },
      thresholds: ['error_rate < 1%', 'p(99) < 1us'],
    });
    const done = await stack.finished(run.id, 45_000);
    expect(done.stateReason).not.toBeNull();
    expect(done).toMatchObject({ state: 'completed', endReason: 'requests', stopRequested: false });
    expect(done.summary).toMatchObject({ requests: 500, done: 500, failed: 0, sent: 500, statuses: { 200: 500 } });
    expect((await witness.counts()).byRun[run.id]).toBe(500);
    expect(done.summary?.connections.opened).toBe((await witness.counts()).connections);
    expect(done.thresholds.map((threshold) => threshold.passed)).toEqual([true, false]);
    expect(done.validity?.stamp).toMatch(/valid|degraded/);
    expect(done.environment).toMatchObject({ node: process.versions.node, client: `undici ${engine.dependencies.undici}`, threads: 1 });
    expect(done.plan.target?.headers.authorization).toBe('•••');
    const samples = await readSamples(stack.db, teamId, run.id);
    expect(samples.map((sample) => sample.second)).toEqual(samples.map((_, second) => second));
    expect(samples.reduce((sum, sample) => sum + sample.sent, 0)).toBe(500);
    expect(samples[0]?.histograms.responseTime).toBeInstanceOf(Uint8Array);
  });

  testOnce('OpenTelemetry has the counts of a run as its summary has them, to the one, warm-up apart', async () => {
    const [traceId, asked] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
    const plan: PlanInput = {
      version: 1,
      name: 'exported',
      requests: [
        { name: 'good', url: witness.url, weight: 3 },
        { name: 'bad', url: witness.url, checks: [{ status: 201 }] },
      ],
      load: { model: 'open', rate: 100, duration: '2s' },
      warmup: '1s',
      autoStop: false,
    };
    const run = await stack.launch(plan, { traceParent: `00-${traceId}-${asked}-01` });
    const { summary, number } = await stack.finished(run.id, 45_000);
    const all = (metric: string, attributes: object = {}) =>
      telemetry.points(metric, { run_id: run.id, ...attributes }).reduce((sum, { value }) => sum + value, 0);
    const measured = { warmup: 'false' };
    await until(
      'the last export',
      20_000,
      () => all('http_reqs', measured),
      (count) => count === 200,
    );
    expect(summary?.requests).toBe(200);
    expect(summary?.failed).toBeGreaterThan(0);
    expect(all('http_reqs', { ...measured, status: '200' })).toBe(summary?.statuses[200]);
    expect(all('plimsoll_requests', { ...measured, outcome: 'check_failed' })).toBe(50);
    expect(all('http_req_failed', { ...measured, condition: 'nonzero' })).toBe(summary?.failed);
    expect(all('http_req_failed', { ...measured, condition: 'zero' })).toBe(summary?.done);
    expect(all('http_req_duration', { ...measured, expected_response: 'true' })).toBe(summary?.serviceTime.count);
    expect(all('http_req_duration', { ...measured, expected_response: 'false' })).toBe(summary?.failedTime.count);
    expect(all('plimsoll_response_time', measured)).toBe(summary?.responseTime.count);
    expect(all('plimsoll_response_time', { ...measured, name: 'good' })).toBe(summary?.byRequest[0]?.done);
    expect(all('data_received', measured)).toBe(summary?.bytes.received);
    expect(all('http_reqs', { warmup: 'true' })).toBeGreaterThan(50);
    const [point] = telemetry.points('http_req_duration', { run_id: run.id, ...measured, name: 'good' });
    expect(point?.buckets.reduce((sum, count) => sum + count, 0)).toBe(point?.value);
    expect(point).toMatchObject({
      unit: 'ms',
      attributes: { run: String(number), plan: 'exported', team: 'Team', protocol: 'http1', generator: '1', pool: 'eu' },
      resource: { 'service.name': 'plimsoll-worker', 'deployment.environment.name': 'tests' },
    });
    expect(telemetry.heads.at(-1)).toMatchObject({ 'x-scope': 'ours', 'content-type': 'application/x-protobuf' });
    // The same run as spans, below the one that asked for it.
    const spans = await until(
      'its spans',
      20_000,
      async () => telemetry.spans().filter((span) => span.traceId === traceId),
      (all) => all.length === 8,
    );
    const whole = spans.find(({ name }) => name === 'make load') as OtlpSpan;
    expect(whole).toMatchObject({
      parentId: asked,
      failed: null,
      attributes: {
        'plimsoll.run_id': run.id,
        'plimsoll.run': number,
        'plimsoll.plan': 'exported',
        'plimsoll.pool': 'eu',
        'plimsoll.end_reason': 'duration',
      },
      resource: { 'service.name': 'plimsoll-worker', 'deployment.environment.name': 'tests' },
    });
    const [queued, ...stations] = spans.filter((span) => span !== whole).toSorted((one, other) => one.startMs - other.startMs) as [
      OtlpSpan,
      ...OtlpSpan[],
    ];
    expect(queued).toMatchObject({ name: 'wait in queue', parentId: asked });
    expect(stations.map(({ name }) => name)).toEqual([
      'check target',
      'start generator',
      'set up load',
      'wait for start',
      'load',
      'finish run',
    ]);
    for (const { parentId, failed } of stations) expect([parentId, failed]).toEqual([whole.spanId, null]);
    const load = stations[4] as OtlpSpan;
    expect(load.endMs - load.startMs).toBeGreaterThan(2900);
    expect(load.events.map(({ name }) => name)).toEqual(['first request is due']);
    expect(stations[1]?.events.map(({ name }) => name)).toEqual(['generator up']);
    expect(telemetry.spanText()).not.toContain(witness.url);
  });

  testOnce("a drill's runs go by way of a relay, and say so", async () => {
    const drill = (requests: number, plantedDelayMs: number) =>
      stack.launch(
        { version: 1, name: 'drill', target: { url: witness.url }, load: { model: 'closed', connections: 2, requests } },
        { plantedDelayMs },
      );
    // So many that most of them find the generator's code compiled.
    const [reference, planted] = [await drill(400, 0), await drill(40, 20.5)];
    const done = [await stack.finished(reference.id, 45_000), await stack.finished(planted.id, 45_000)];
    expect(done.map(({ state, environment }) => [state, environment?.plantedDelayMs])).toEqual([
      ['completed', 0],
      ['completed', 20.5],
    ]);
    expect(done[0]?.summary?.responseTime.p50Us).toBeLessThan(15_000);
    expect(done[1]?.summary?.responseTime.minUs).toBeGreaterThanOrEqual(20_500);
    expect((await witness.counts()).byRun).toMatchObject({ [reference.id]: 400, [planted.id]: 40 });
  });

  testOnce('a run of gRPC calls counts what the server logged, to the one, in its summary', async () => {
    const server = await startGrpcServer({ reflection: 'v1' });
    const run = await stack.launch({
      version: 1,
      name: 'chats',
      target: {
        url: `grpc://${server.address}`,
        grpc: {
          call: 'test.Echo/Chat',
          reflection: true,
          metadata: { authorization: 'Bearer hush' },
          message: { text: 'x' },
          messagesPerStream: 5,
        },
      },
      connection: { protocol: 'grpc', streams: 2 },
      load: { model: 'closed', connections: 2, requests: 40 },
      thresholds: ['messages >= 400', 'messages > 400', 'grpc_first_message p(99) < 20s'],
    });
    const done = await stack.finished(run.id, 45_000);
    expect(done).toMatchObject({ state: 'completed', summary: { requests: 40, done: 40, failed: 0 } });
    expect(done.environment?.client).toBe(`wire ${own.version}`);
    expect(done.summary?.grpc).toMatchObject({
      statuses: { OK: 40 },
      messages: { sent: 200, received: 200 },
      firstMessageTime: { count: 40 },
      messageRoundTrip: { count: 200 },
    });
    // A message that comes in one read with the one before it has no gap.
    expect((done.summary?.stream?.messageGap.count ?? 0) + (done.summary?.stream?.coalesced ?? 0)).toBe(160);
    expect(done.thresholds.map(({ passed }) => passed)).toEqual([true, false, true]);
    expect([server.calls.length, server.calls.reduce((sum, { messages }) => sum + messages.length, 0)]).toEqual([40, 200]);
    expect(server.calls[0]?.metadata.get('authorization')).toEqual(['Bearer hush']);
    expect(done.plan.target?.grpc?.metadata.authorization).toBe('•••');
    server.close();
  });

  testOnce('keep-alive off opens a connection for each request', async () => {
    await witness.reset();
    const run = await stack.launch({
      version: 1,
      name: 'keep-alive off',
      target: { url: witness.url },
      connection: { client: 'wire', keepAlive: false },
      load: { model: 'closed', connections: 3, requests: 200 },
    });
    const done = await stack.finished(run.id, 45_000);
    expect(done.environment?.client).toBe(`wire ${own.version}`);
    expect(done.summary?.connections.opened).toBe(200);
    expect((await witness.counts()).connections).toBe(200);
  });

  testOnce('an error body that no database can keep as it is does not lose a sample', async () => {
    const nasty = await startWitness({ status: 500, body: `a NUL \u0000 and ${'😀'.repeat(700)}` });
    const run = await stack.launch({
      version: 1,
      name: 'nasty',
      target: { url: nasty.url },
      load: { model: 'closed', connections: 2, requests: 50 },
      autoStop: false,
    });
    const done = await stack.finished(run.id, 45_000);
    expect(done).toMatchObject({ state: 'completed', summary: { requests: 50, failed: 50, statuses: { 500: 50 } } });
    expect(done.summary?.errors[0]?.example?.body).toContain('a NUL \ufffd and');
    await nasty.close();
  });

  testOnce('a target nobody allowed is refused with a sentence, and nothing is sent', async () => {
    const run = await stack.launch({
      version: 1,
      name: 'refused',
      target: { url: 'http://192.0.2.1/' },
      load: { model: 'closed', connections: 1, requests: 1 },
    });
    const done = await stack.finished(run.id, 45_000);
    expect(done.state).toBe('target_refused');
    expect(done.stateReason).toContain('PLIMSOLL_TARGETS');
  });

  testOnce("a target that the run's team took off its list while the run waited is refused, whatever the operator permits", async () => {
    const plan = { version: 1 as const, name: 'of the team', target: { url: 'http://198.51.100.8/' } };
    const run = await stack.launch({ ...plan, load: { model: 'closed', connections: 1, duration: '5s' } }, { hint: false });
    await stack.db.query(`UPDATE teams SET targets = '{198.51.100.7}' WHERE id = $1`, [teamId]);
    await stack.queue.enqueue({ kind: 'run', runId: run.id, attempt: run.attempt });
    const done = await stack.finished(run.id, 45_000);
    await stack.db.query(`UPDATE teams SET targets = '{}' WHERE id = $1`, [teamId]);
    expect(done).toMatchObject({ state: 'target_refused', stateReason: expect.stringContaining('Team → Targets') });
  });

  testOnce('refuses a run whose host is no longer proved when it begins, and keeps what it found', async () => {
    await addTeamHost(stack.db, teamId, 'gone.invalid');
    await noteHostCheck(stack.db, teamId, 'gone.invalid', { by: 'dns', addresses: ['93.184.216.34'] });
    const run = await stack.launch({
      version: 1,
      name: 'lost',
      target: { url: 'http://gone.invalid/' },
      load: { model: 'closed', connections: 1, requests: 1 },
    });
    const done = await stack.finished(run.id, 45_000);
    expect(done).toMatchObject({ state: 'target_refused', stateReason: expect.stringContaining('gone.invalid') });
    expect(await listTeamHosts(stack.db, teamId)).toMatchObject([{ addresses: [], problem: { code: 'proof_no_address' } }]);
    await stack.db.query('DELETE FROM team_hosts');
  });

  testOnce('our own Postgres is never a target', async () => {
    const run = await stack.launch({
      version: 1,
      name: 'own port',
      target: { url: `http://127.0.0.1:${new URL(stack.databaseUrl).port}/` },
      load: { model: 'closed', connections: 1, requests: 1 },
    });
    expect((await stack.finished(run.id, 45_000)).state).toBe('target_refused');
  });

  test('the demo target starts when the first run aims at it, and counts the same', async () => {
    const run = await stack.launch({
      version: 1,
      name: 'demo',
      target: { url: `http://127.0.0.1:${demoPort}/?delayMs=5&errorRate=0.5` },
      load: { model: 'closed', connections: 5, requests: 200 },
      autoStop: false,
    });
    const done = await stack.finished(run.id, 45_000);
    // Published studies, as the examples have them but for their length.
    const [example, streams, load] =
      kind === 'redis'
        ? (['short-streams', 50, { rate: 25, duration: '2s' }] as const)
        : (['long-streams', 100, { duration: '1s' }] as const);
    const study = examplePlan(example, demoPort);
    const chats = await stack.launch({ ...study, load: { ...study.load, ...load } });
    const { summary } = await stack.finished(chats.id, 45_000);
    const stats = (await (await fetch(`http://127.0.0.1:${demoPort}/stats`)).json()) as DemoStats;
    expect(stats.requests).toBe(200);
    expect(done.summary?.statuses).toEqual(stats.statuses);
    const messages = streams * (study.target?.grpc?.messagesPerStream ?? 0);
    expect(summary?.grpc).toMatchObject({ statuses: { OK: streams }, messages: { sent: messages, received: messages } });
    expect(stats.grpc).toEqual({ calls: streams, open: 0, statuses: { OK: streams }, messages: { sent: messages, received: messages } });
    expect(done.summary?.serviceTime.p50Us).toBeGreaterThan(4900);
    worker.kill('SIGKILL');
    await until(
      'the demo target is gone',
      2000,
      () =>
        fetch(`http://127.0.0.1:${demoPort}/stats`)
          .then(() => true)
          .catch(() => false),
      (up) => !up,
    );
  });
});

test('a run whose target has no room left for it sends nothing, whatever its row says of its rate', async () => {
  const open = (name: string, rate: number) => ({
    version: 1 as const,
    name,
    target: { url: witness.url },
    load: { model: 'open' as const, rate, duration: '60s', maxConnections: 2 },
  });
  const room = { PLIMSOLL_MAX_RATE_OF_TARGET: '60' };
  const stack = await openStack();
  try {
    await Promise.all([stack.worker(room), stack.worker(room)]);
    const first = await stack.launch(open('first', 50));
    await stack.sampled(first.id, 1);
    // As an older version queued it, which did not write down what a run may make.
    const second = await stack.launch(open('second', 20), { hint: false });
    await stack.db.query('UPDATE runs SET peak_rate = NULL WHERE id = $1', [second.id]);
    await stack.queue.enqueue({ kind: 'run', runId: second.id, attempt: second.attempt });
    expect((await stack.finished(second.id, 45_000)).state).toBe('start_failed');
    expect((await stack.find(first.id)).state).toBe('running');
    expect((await witness.counts()).byRun[second.id] ?? 0).toBe(0);
  } finally {
    await stack.close();
  }
});
