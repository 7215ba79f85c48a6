/** A field that is added to anything a share is made of stays at home until somebody lists it. */
import { shareComparison, shareRun } from '@plimsoll/analysis/share-content';
import { shareExperiment } from '@plimsoll/analysis/share-experiment';
import type { Comparison } from '@plimsoll/contracts/comparison';
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { ExperimentCourse } from '@plimsoll/contracts/foreseen-power';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Resources } from '@plimsoll/contracts/resources';
import type { Run } from '@plimsoll/contracts/run';
import type { GrpcFigures, StreamFigures, Times } from '@plimsoll/contracts/sample';
import { sharedSchema } from '@plimsoll/contracts/share';
import type { Story } from '@plimsoll/contracts/story';
import { computeCurve } from '@plimsoll/statistics/curve';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import { tellStory } from '@plimsoll/statistics/story';
import { readSamples } from '@plimsoll/store/samples';
import { beforeAll, expect, it } from 'vitest';
import { findTeamId } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun, planInput } from '../support/stored-runs.ts';
import { putWebPage } from '../support/test-api.ts';
import { share } from './shares.ts';

const { test, boss } = useApi();
beforeAll(async () => {
  putWebPage(test);
});

const unlisted = 'canaryField';
/** Their keys are the sharer's own words, statuses and headers: maps, not fields. */
const maps = new Set(['tags', 'statuses', 'headers', 'extract', 'resources']);

/** The value with one more field in each object of it, how deep ever. */
function withNewField<Value>(value: Value, name = ''): Value {
  if (Array.isArray(value)) return value.map((one) => withNewField(one)) as Value;
  if (value === null || typeof value !== 'object' || maps.has(name)) return value;
  const grown = Object.entries(value).map(([key, one]) => [key, withNewField(one, key)]);
  return { ...Object.fromEntries(grown), [unlisted]: 'canary-value' };
}
function objectsIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return (Array.isArray(value) ? 0 : 1) + Object.values(value).reduce((sum: number, one) => sum + objectsIn(one), 0);
}

const several: PlanInput = {
  ...planInput({ name: 'several', thresholds: ['p(99) < 1s'] }),
  target: null,
  requests: [
    { name: 'login', url: 'http://127.0.0.1:8787/login' },
    { name: 'list', url: 'http://127.0.0.1:8787/list' },
  ],
  load: { model: 'open', startRate: 1, stages: [{ to: 10, over: '20s' }] },
};

/** With what a healthy run has not. */
function fullStory(story: Story): Story {
  const figures = { resource: 'cpu', share: 1 };
  const findings: Story['findings'] = [{ kind: 'resource_saturated', second: 3, figures, text: 'CPU at its limit.' }];
  const curve = [{ plannedPerSecond: 10, goodPerSecond: 10, p95Us: 1000 }];
  const overload = { manner: 'shed' as const, goodPerSecond: 10, p95Us: 1000, p95BeforeUs: null, text: 'It sheds.', curve };
  return { ...story, findings, overload, stages: story.stages.map((stage) => ({ ...stage, resources: { cpu: 0.5 } })) };
}

async function everythingOf(run: Run) {
  const samples = await readSamples(test.context.db, await findTeamId(boss), run.id);
  const figures = {
    cpu: 0.5,
    memoryBytes: 1,
    memoryShare: 0.1,
    diskBytesPerSecond: 1,
    diskShare: 0.1,
    openSockets: 1,
    threads: 1,
    busiestThread: 1,
    waitedForCore: 0.1,
  };
  const resources: Resources = {
    sources: [{ name: 'canary host', kind: 'agent', cores: 2, quotaCores: null, metrics: ['cpu', 'threads'], problem: null }],
    points: [{ second: 0, source: 'canary host', ...figures }],
    resolutionSeconds: 1,
  };
  const story = fullStory(tellStory(run.plan, samples));
  const points = mergeIntoPoints(samples).map((point) => ({
    ...point,
    grpc: fullCalls(point.responseTime),
    stream: fullStream(point.responseTime),
  }));
  const regions = [{ label: 'canary region', points: [{ second: 0, p99Us: 1000 }] }];
  return { run, points, regions, curve: computeCurve(samples), story, resources };
}
function fullCalls(times: Times): GrpcFigures {
  const messages = { sent: 1, received: 1, sentBytes: 1, receivedBytes: 1 };
  return { statuses: { OK: 1 }, messages, firstMessageTime: times, messageGap: times, messageRoundTrip: times, messageLateness: times };
}
function fullStream(times: Times): StreamFigures {
  const one = { count: 1, min: 1, mean: 1, p50: 1, p90: 1, p95: 1, p99: 1, max: 1 };
  const ofTokens = { firstTokenTime: times, secondTokenTime: times, interTokenTime: times, inputLength: one, outputLength: one };
  return {
    ...{ messagesSent: 1, messagesReceived: 2, bytesSent: 1, bytesReceived: 1, coalesced: 1, ends: { done: 1 }, closeCodes: { 1000: 1 } },
    ...{
      firstMessageTime: times,
      messageGap: times,
      messageRoundTrip: times,
      messageLateness: times,
      pingRoundTrip: times,
      publishTime: times,
    },
    tokens: { input: 1, output: 1, outputPerSecond: 1, streams: 1, countedByMessages: 1, goodput: 1, ...ofTokens },
  };
}
/** With what few runs have, so that no list is empty. */
function fullRun(run: Run): Run {
  const { summary } = run;
  if (!summary) throw new Error('the run has no summary');
  const byRequest = ['login', 'list'].map((name) => ({ ...summary, name, requests: 1 }));
  const errors = [{ kind: '503', count: 1, example: null }];
  const thresholds = [{ expression: 'p(99) < 1s', value: 1, passed: true }];
  const streams = { grpc: fullCalls(summary.responseTime), stream: fullStream(summary.responseTime) };
  return { ...run, thresholds, summary: { ...summary, errors, byRequest, ...streams } };
}

function expectNothingOfIt(content: unknown, grown: unknown): void {
  // The canary is everywhere in what was given.
  expect(JSON.stringify(grown).split('canary-value').length).toBeGreaterThan(20);
  expect(objectsIn(content)).toBeGreaterThan(20);
  expect(JSON.stringify(content).match(/.{0,80}canary.{0,20}/)?.[0]).toBeUndefined();
}

it('is in no snapshot of a run', async () => {
  const run = await finishedRun(test, boss, { plan: several });
  const all = await everythingOf(fullRun(run));
  const [point] = all.points;
  const parted = point && { ...point, byRequest: [{ name: 'login', sent: 1, done: 1, failed: 0, responseTime: point.responseTime }] };
  const grown = withNewField({ ...all, points: [...all.points, ...(parted ? [parted] : [])] });
  const content = shareRun(grown, []);
  expectNothingOfIt(content, grown);
  expect(content.kind === 'run' && content.resources.points).toMatchObject([{ source: 'agent 1', cpu: 0.5, threads: null }]);
  expect(content.kind === 'run' && content.points.at(-1)?.byRequest).toHaveLength(1);
  expect(content.kind === 'run' && content.run.summary?.byRequest).toHaveLength(2);
  expect(content.kind === 'run' && content.run.summary?.grpc?.messageLateness?.count).toBeGreaterThan(0);
  expect(content.kind === 'run' && content.points[0]?.grpc?.messages).toEqual({ sent: 1, received: 1, sentBytes: 1, receivedBytes: 1 });
  // Nothing of them is left out.
  const times = run.summary && fullStream(run.summary.responseTime);
  expect(content.kind === 'run' && content.run.summary?.stream).toEqual(times);
  expect(content.kind === 'run' && content.story).toMatchObject({ findings: [{ figures: { share: 1 } }], overload: { manner: 'shed' } });
  expect(content.kind === 'run' && content.regions).toEqual([{ label: '?', points: [{ second: 0, p99Us: 1000 }] }]);
  sharedSchema.shape.content.parse(content);
});

async function compared(): Promise<{ comparison: Comparison; runs: [Run, Run] }> {
  const runs: [Run, Run] = [await finishedRun(test, boss), await finishedRun(test, boss, { ms: 30 })];
  const body = { base: [runs[0].id], candidates: [[runs[1].id]], from: 0, to: 20 };
  const { body: kept } = await boss<Comparison>('POST', api.comparisons, body);
  const errors = [{ kind: '503', change: 'new' as const, base: 0, candidate: 1, baseShare: 0, candidateShare: 0.1 }];
  const candidates = kept.candidates.map((one) => ({
    ...one,
    errors,
    byRequest: [{ name: 'login', in: 'both' as const, metrics: one.metrics }],
  }));
  return { comparison: { ...kept, candidates }, runs };
}

it('is in no snapshot of a comparison', async () => {
  const { comparison, runs } = await compared();
  const [base, ...candidates] = runs;
  const grown = withNewField({ comparison, base, candidates });
  const content = shareComparison(grown, []);
  expectNothingOfIt(content, grown);
  sharedSchema.shape.content.parse(content);
});

it('is in no snapshot of an experiment', async () => {
  const { comparison } = await compared();
  const { id: _, title: __, createdAt: ___, ...result } = comparison;
  const variants = [true, false].map((keepAlive) => ({ name: `keep-alive ${keepAlive}`, plan: planInput({ connection: { keepAlive } }) }));
  const { body } = await boss<Experiment>('POST', api.experiments, { repeats: 1, variants });
  const grown = withNewField<Experiment>({
    ...body,
    state: 'completed',
    comparisons: [{ variant: 1, result }],
    capacity: {
      rate: 100,
      interval: { low: 90, high: 110 },
      confirmed: true,
      sentence: 'It held 100/s.',
      limit: null,
      disturbed: null,
      code: null,
    },
    knee: { variant: 1, sentence: 'No more after that.', code: null },
  });
  const points = [{ second: 20, middle: 0.05, low: -0.1, high: 0.2 }];
  const course = withNewField<ExperimentCourse>({ items: [{ variant: 1, points }] });
  const content = shareExperiment(grown, [], course);
  expectNothingOfIt(content, { grown, course });
  expect(content.kind === 'experiment' && content.experiment.course).toEqual({
    detect: 0.03,
    seconds: 40,
    items: [{ variant: 1, points }],
  });
  sharedSchema.shape.content.parse(content);
});

it('is in no public answer about a run whose rows hold it', async () => {
  const run = await finishedRun(test, boss);
  const { rows } = await test.context.db.query('SELECT plan, summary, environment FROM runs WHERE id = $1', [run.id]);
  const { plan, summary, environment } = withNewField(rows[0]);
  await test.context.db.query('UPDATE runs SET plan = $2, summary = $3, environment = $4 WHERE id = $1', [
    run.id,
    ...[plan, summary, environment].map((value) => JSON.stringify(value)),
  ]);
  const { token } = await share(boss, { runId: run.id });
  for (const path of [api.shared(token), `/s/${token}`, `/s/${token}/embed`, `/s/${token}/badge.svg`]) {
    const answer = await test.anonymous('GET', path);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text, path).not.toContain('canary');
  }
  const { rows: kept } = await test.context.db.query('SELECT content FROM shares');
  expect(JSON.stringify(kept)).not.toContain('canary');
});
