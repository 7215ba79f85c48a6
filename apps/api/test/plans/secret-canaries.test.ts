/** S2: a canary in each kind of place where a plan may hold a secret, a run that sends them to a target that echoes them, and a search for them everywhere. */
import { type ChildProcess, fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { type OtlpReceiver, startOtlpReceiver } from '@plimsoll/testbed/otlp-receiver';
import { startRedis, type TestRedis } from '@plimsoll/testbed/redis';
import { noteFigure } from '@plimsoll/testbed/rounds';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { tickSchedules } from '../../src/schedules/tick-schedules.ts';
import { Listener } from '../live/live-scene.ts';
import { everythingShown, share } from '../share/shares.ts';
import type { Ask } from '../support/asking.ts';
import { connectAssistant } from '../support/assistant.ts';
import { dumpRows } from '../support/dump-rows.ts';
import { KeptLog } from '../support/kept-log.ts';
import { owner } from '../support/people.ts';
import { launch } from '../support/stored-runs.ts';
import { putWebPage, secretKey, startTestApi, type TestApi } from '../support/test-api.ts';

const workerMain = fileURLToPath(new URL('../../../../workers/src/main.ts', import.meta.url));
const canaries: string[] = [];

/** One that nothing else looks like. */
function canary(): string {
  const made = `canary${canaries.length}x7f3a9cq`;
  canaries.push(made);
  return made;
}

const names = {
  headers: [
    'Authorization',
    'Cookie',
    'Proxy-Authorization',
    'X-Api-Key',
    'x-auth-token',
    'X-Client-Secret',
    'api-key',
    'X-Password',
    'PRIVATE-TOKEN',
    'X-Passwd',
  ],
  query: ['token', 'access_token', 'API_KEY', 'client%5Fsecret', 'password', 'key', 'token', 'the+secret'],
};

/** Requests, data rows: 37 places. */
function mixed(url: string): PlanInput {
  const post = { method: 'POST' as const, url };
  const json = `{"password":"${canary()}","a":{"b":{"clientSecret":"${canary()}"}},"list":[{"apiKey":"${canary()}"}],"pass\\u0077ord":"${canary()}","token":["${canary()}","${canary()}"],"secret":{"in":"${canary()}"}}`;
  const multipart = `--part\r\nContent-Disposition: form-data; name="secret"\r\n\r\n${canary()}\r\n--part--\r\n`;
  const requests = [
    {
      name: 'headers',
      url,
      headers: Object.fromEntries(names.headers.map((name) => [name, name === 'Authorization' ? `Bearer ${canary()}` : canary()])),
    },
    { name: 'query', url: `${url}?page=2&${names.query.map((name) => `${name}=${canary()}`).join('&')}` },
    { name: 'json', ...post, body: json },
    { name: 'form', ...post, body: `a=1&password=${canary()}&access%5Ftoken=${canary()}&key=${canary()}` },
    { name: 'xml', ...post, body: `<a><password>${canary()}</password><x:token y="1">${canary()}</x:token></a>` },
    { name: 'multipart', ...post, body: multipart },
    { name: 'bearer', url, auth: { bearer: canary() } },
    { name: 'basic', url: `${url}{{row.password}}`, auth: { basic: { username: 'ann', password: canary() } } },
  ];
  const data = {
    format: 'csv' as const,
    text: `user,password,api_token\nann,${canary()},${canary()}\nbob,"${canary()}","${canary()}"\n`,
  };
  return { version: 1, name: 'mixed', requests, data, load: { model: 'closed', connections: 2, requests: 64 } };
}

/** The key of a client certificate, which no TLS library can read, and rows of JSON: 3 places. */
function secured(url: string): PlanInput {
  const key = `-----BEGIN PRIVATE KEY-----\n${canary()}\n-----END PRIVATE KEY-----`;
  const certificate = '-----BEGIN CERTIFICATE-----\npublic\n-----END CERTIFICATE-----';
  return {
    version: 1,
    name: 'secured',
    target: { url: url.replace('http:', 'https:'), headers: { 'x-token': '{{row.token}}' } },
    connection: { tls: { clientCertificate: { certificate, key } } },
    data: { format: 'json', text: JSON.stringify([{ token: canary(), deep: { secret: canary() } }]) },
    load: { model: 'closed', connections: 1, requests: 4 },
  };
}

/** The upgrade and the messages of a WebSocket: 7 places. */
function socketed(url: string): PlanInput {
  const base64 = Buffer.from(`{"password":"${canary()}"}`).toString('base64');
  return {
    version: 1,
    name: 'socketed',
    target: {
      url: `${url.replace('http:', 'ws:')}?access_token=${canary()}`,
      headers: { cookie: canary() },
      auth: { bearer: canary() },
      websocket: {
        messages: [`{"token":"${canary()}","a":{"apiKey":"${canary()}"}}`, { base64 }],
        firstMessage: `LOGIN ${canary()}`,
      },
    },
    connection: { protocol: 'websocket' },
    load: { model: 'closed', connections: 1, requests: 4 },
  };
}

/** Of the operator, for what lies beside the installation, and is away: 5 places. */
function operators() {
  const objects = {
    endpoint: `http://s3:${canary()}@127.0.0.1:1`,
    bucket: 'plimsoll',
    region: 'us-east-1',
    accessKeyId: canary(),
    secretAccessKey: canary(),
    prefix: '',
    pathStyle: true,
  };
  const env = {
    PLIMSOLL_S3_ENDPOINT: objects.endpoint,
    PLIMSOLL_S3_BUCKET: objects.bucket,
    PLIMSOLL_S3_ACCESS_KEY_ID: objects.accessKeyId,
    PLIMSOLL_S3_SECRET_ACCESS_KEY: objects.secretAccessKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://otel:${canary()}@127.0.0.1:1`,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${canary()}`,
    // None of its pairs: it counts as not set.
    OTEL_RESOURCE_ATTRIBUTES: canary(),
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces`,
  };
  return { objects, env };
}

/** As it is, and as base64 has it at each of three places. */
function looksOf(text: string): string[] {
  const shifted = [0, 1, 2].map((at) =>
    Buffer.concat([Buffer.alloc(at, 0x20), Buffer.from(text)])
      .toString('base64')
      .slice(at === 0 ? 0 : 4, -4),
  );
  return [text, ...shifted];
}

const log = new KeptLog();
let receiver: OtlpReceiver;
let [redis, witness, test, boss, worker, monitor] = [] as unknown as [TestRedis, Witness, TestApi, Ask, ChildProcess, Socket];
let [told, base] = ['', ''];

beforeAll(async () => {
  redis = await startRedis();
  witness = await startWitness({ echo: true, status: 500, log: true });
  receiver = await startOtlpReceiver();
  const { objects, env: theirs } = operators();
  const { telemetry = null } = readConfig({ DATABASE_URL: 'postgres://none', PLIMSOLL_SECRET_KEY: secretKey, ...theirs });
  test = await startTestApi({ redisUrl: redis.url, logLevel: 'debug', objects, telemetry, slowQueryMs: 0 }, log);
  test.context.archive.tell(test.app.log);
  putWebPage(test);
  base = await test.app.listen({ port: 0, host: '127.0.0.1' });
  boss = await owner(test);
  // Every command that Redis is given from here on.
  monitor = connect(redis.port, '127.0.0.1').on('data', (data) => {
    told += String(data);
  });
  monitor.write('MONITOR\r\n');
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: test.config.databaseUrl, REDIS_URL: redis.url, PLIMSOLL_SECRET_KEY: secretKey };
  worker = fork(workerMain, [], {
    execArgv: [],
    env: { ...env, ...theirs, PLIMSOLL_LOG: 'debug', PLIMSOLL_WORKER_RUNS: '2' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', (chunk) => log.write(chunk));
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  monitor?.destroy();
  await test?.close();
  await redis?.stop();
  await witness?.close();
  await receiver?.close();
});

async function askAll(paths: readonly string[]): Promise<string> {
  const answers = await Promise.all(paths.map((path) => boss('GET', path)));
  for (const [at, { status, text }] of answers.entries()) expect(status, `${paths[at]}: ${text.slice(0, 300)}`).toBeLessThan(300);
  return answers.map(({ text }) => text).join('\n');
}

/** All that the tools tell of these. */
async function tellAssistant(
  authorization: string,
  { runs, plans, experiments, comparison }: { runs: string[]; plans: string[]; experiments: string[]; comparison: string },
): Promise<string> {
  const { call } = await connectAssistant(base, authorization);
  const told = [
    ...runs.map((run) => call('read_run', { run })),
    ...plans.map((id) => call('read_plan', { id })),
    ...experiments.map((id) => call('read_experiment', { id })),
    call('read_comparison', { id: comparison }),
    call('compare_runs', { base: [runs[0]], candidates: [[runs[2]]] }),
    ...['list_runs', 'list_plans', 'list_experiments', 'list_comparisons'].map((name) => call(name)),
  ];
  const answers = await Promise.all(told);
  expect(answers.filter(({ refused }) => refused)).toEqual([]);
  return JSON.stringify(answers);
}

it('of fifty-three canaries none is in the database, in Redis, a log, a span, a live stream, an export, a share, an answer or an error', async () => {
  const plans = [mixed(witness.url), secured(witness.url), socketed(witness.url)];
  expect(canaries.length).toBe(53);
  const credentials = { authorization: `Bearer ${await makeTokenText()}` };
  const streams: Listener[] = [];
  const runs: Run[] = [];
  const saved: string[] = [];
  const experiments: string[] = [];
  for (const plan of [...plans, plans[0] as PlanInput]) {
    const run = await launch(boss, plan);
    streams.push(new Listener(base + api.live(run.id), credentials));
    saved.push((await boss<{ id: string }>('POST', api.plans, { plan: { ...plan, name: `${plan.name} ${saved.length}` } })).body.id);
    runs.push(run);
  }
  const find = async (id: string) => (await boss<Run>('GET', api.run(id))).body;
  for (const { id } of runs)
    await until(
      'the run is over',
      100_000,
      () => find(id),
      ({ state, summary, endReason }) => isTerminal(state) && (summary !== null || endReason === 'failed'),
    );
  for (const plan of plans) {
    const made = await boss<{ id: string }>('POST', api.experiments, { kind: 'aa', variants: [{ name: 'a', plan }] });
    expect(made.status, made.text).toBe(201);
    await boss('POST', api.stopExperiment(made.body.id));
    experiments.push(made.body.id);
  }
  // A schedule starts each of them again, from what is kept of it.
  const times = { name: 'nightly', cron: '0 3 * * *' };
  for (const what of [...saved.map((planId) => ({ planId })), ...experiments.map((experimentId) => ({ experimentId }))])
    expect((await boss('POST', api.schedules, { ...times, ...what })).status).toBe(201);
  await tickSchedules(test.context, test.app.log, new Date(Date.now() + 2 * 86_400_000));
  const [first, again] = [runs[0], runs.at(-1)] as [Run, Run];
  const compared = await boss<{ id: string }>('POST', api.comparisons, { base: [first.id], candidates: [[again.id]] });
  const shared = [await share(boss, { runId: first.id }), await share(boss, { comparisonId: compared.body.id })];
  const places: Record<string, string> = {
    answers: await askAll([
      ...runs.flatMap(({ id }) => [api.run(id), api.samples(id), api.curve(id)]),
      ...saved.map(api.plan),
      ...experiments.map(api.experiment),
      api.comparison([first.id], [again.id]),
      api.storedComparison(compared.body.id),
      ...[
        api.schedules,
        api.runs,
        api.plans,
        api.experiments,
        api.comparisons,
        api.queue,
        api.shares,
        api.system,
        api.health,
        api.workers,
        `${api.runs}?search=canary`,
      ],
    ]),
    exports: await askAll(runs.flatMap(({ id }) => (['csv', 'json', 'hdr'] as const).map((format) => api.exported(id, format)))),
    shares: (await Promise.all(shared.map(({ token }) => everythingShown(test, token)))).join('\n'),
    assistants: await tellAssistant(credentials.authorization, {
      runs: runs.map(({ id }) => id),
      plans: saved,
      experiments,
      comparison: compared.body.id,
    }),
    streams: JSON.stringify(streams.map(({ events }) => events)),
    errors: '',
  };
  for (const plan of plans) {
    const [request] = plan.requests ?? [plan.target];
    const spoilt = [
      { ...plan, version: 99 },
      { ...plan, load: { model: 'open' } },
      { ...plan, data: { ...plan.data, text: `${plan.data?.text},more` } },
      { ...plan, requests: [...(plan.requests ?? []), { ...request, name: 'spoilt', url: `${request?.url ?? ''} ` }] },
      { ...plan, target: { ...request, headers: { ...(request as { headers?: object })?.headers, authorization: `${canaries[0]}\n` } } },
    ];
    for (const body of [...spoilt.map((each) => ({ plan: each })), { plan: JSON.stringify(plan) }, plan]) {
      const answer = await boss('POST', api.runs, body);
      expect(answer.status, answer.text).toBe(400);
      places.errors += answer.text;
    }
  }
  places.database = await dumpRows(test.context.db);
  places.redis = told;
  // What lies beside was asked with them, in vain.
  await until(
    'both were missed',
    30_000,
    () => log.text,
    (told) => told.includes('the archive cannot be used') && told.includes('OpenTelemetry takes no metrics'),
  );
  places.log = log.text;
  expect(log.text).toContain('OTEL_RESOURCE_ATTRIBUTES: ');
  await until(
    'their spans',
    30_000,
    () => ['POST /api/v1/runs', 'load', 'start schedule'].map((name) => receiver.spans(name).length),
    (counts) => !counts.includes(0),
  );
  places.spans = receiver.spanText();
  // The search can find them: the target was sent the secrets, and said them again in its errors.
  const sent = JSON.stringify(await witness.log());
  expect(canaries.filter((each) => sent.includes(each)).length).toBeGreaterThanOrEqual(19);
  expect(first.id && (await find(first.id)).summary?.sent).toBe(64);
  for (const [place, text] of Object.entries(places)) expect(text.length, place).toBeGreaterThan(500);
  const hits = Object.entries(places).flatMap(([place, text]) =>
    canaries.flatMap((each) => looksOf(each).flatMap((look) => (text.includes(look) ? [`${place}: ${each}`] : []))),
  );
  for (const each of canaries) noteFigure('S2', 'hits of a canary', hits.filter((hit) => hit.endsWith(each)).length);
  expect(hits).toEqual([]);
}, 180_000);

async function makeTokenText(): Promise<string> {
  return (await boss<{ token: string }>('POST', api.tokens, { name: 'viewer' })).body.token;
}
