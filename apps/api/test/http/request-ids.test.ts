import { type ChildProcess, fork } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { until } from '@plimsoll/testbed/until';
import { workerSettings } from '@plimsoll/testbed/worker-settings';
import { afterAll, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { planInput } from '../support/stored-runs.ts';
import { secretKey } from '../support/test-api.ts';

type Line = Readonly<Record<string, unknown>>;

/** Lines of the logs of API and worker. */
const lines: Line[] = [];
let rest = '';
const sink = new Writable({
  write(chunk, _encoding, done) {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line) as Line));
    done();
  },
});
const { test, boss } = useApi({ logLevel: 'info' }, sink);
let worker: ChildProcess | undefined;
afterAll(() => worker?.kill('SIGKILL'));

const workerMain = fileURLToPath(new URL('../../../../workers/src/main.ts', import.meta.url));
const linesOf = (requestId: string) => lines.filter((line) => line.requestId === requestId);

it('takes the id of a proxy and gives it back: with an answer, in a problem, in the log', async () => {
  const id = 'Root=1-67891233-abcdef012345678912345678';
  const header = { 'x-request-id': id };
  expect((await boss('GET', api.runs, undefined, header)).headers['x-request-id']).toBe(id);
  for (const path of ['/api/v1/nothing', api.run('0b9c6f0e-1f7b-4a54-9c0e-8a1d6a8f2f31'), '/%']) {
    const answer = await boss('GET', path, undefined, header);
    expect(answer.headers['x-request-id'], path).toBe(id);
    expect(problemIn(answer).requestId, path).toBe(id);
  }
  expect(linesOf(id).length).toBeGreaterThan(0);
});

it('makes one where none is given, or one that is not well formed', async () => {
  for (const given of [undefined, 'a b', 'x'.repeat(129), '"><script>']) {
    const answer = await boss('GET', api.runs, undefined, given === undefined ? {} : { 'x-request-id': given });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  }
  expect(JSON.stringify(lines)).not.toContain('<script>');
});

it('is in every line of the worker about the run, or the experiment, that the request asked for, its generator included', async () => {
  const target = await startHttpTarget((_request, answer) => answer.end('ok'));
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  worker = fork(workerMain, [], {
    execArgv: [],
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      ...workerSettings,
      DATABASE_URL: test.config.databaseUrl,
      PLIMSOLL_SECRET_KEY: secretKey,
      PLIMSOLL_LOG: 'debug',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  worker.stdout?.on('data', (chunk) => sink.write(chunk));
  const plan = planInput({ target: { url: target.url }, load: { model: 'closed', connections: 1, requests: 5 } });
  const run = await boss<Run>('POST', api.runs, { plan }, { 'x-request-id': 'of-the-run' });
  const pair = { kind: 'aa', variants: [{ name: 'a', plan }], repeats: 2 };
  const experiment = await boss<Experiment>('POST', api.experiments, pair, { 'x-request-id': 'of-the-experiment' });
  expect([run.status, experiment.status]).toEqual([201, 201]);
  await until(
    'both are over',
    90_000,
    async () => (await boss<Experiment>('GET', api.experiment(experiment.body.id))).body,
    ({ state }) => ['completed', 'failed', 'stopped'].includes(state),
  );
  expect(isTerminal((await boss<Run>('GET', api.run(run.body.id))).body.state)).toBe(true);
  const ofRun = lines.filter(({ runId, worker: by }) => runId === run.body.id && by !== undefined);
  expect(ofRun.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['claimed', 'generator set up', 'generator ended its load', 'run ended']),
  );
  for (const line of ofRun) expect(line.requestId, String(line.msg)).toBe('of-the-run');
  expect(ofRun.filter(({ generator }) => typeof generator === 'number').length).toBeGreaterThanOrEqual(2);
  const ofExperiment = lines.filter(({ experimentId, worker: by }) => experimentId === experiment.body.id && by !== undefined);
  expect(ofExperiment.length).toBeGreaterThan(0);
  for (const line of ofExperiment) expect(line.requestId, String(line.msg)).toBe('of-the-experiment');
  // Its runs, too, which no request asked for by itself.
  const made = new Set(linesOf('of-the-experiment').flatMap(({ runId }) => runId ?? []));
  expect(made.size).toBe(4);
  // The API's own line ties both together.
  expect(linesOf('of-the-run').find(({ msg }) => msg === 'run queued')).toMatchObject({ runId: run.body.id });
  expect(linesOf('of-the-experiment').find(({ msg }) => msg === 'experiment queued')).toMatchObject({ experimentId: experiment.body.id });
  await target.close();
});
