/** A window of a run: its figures, points, curve and spread are those of its seconds alone. */

import type { Curve } from '@plimsoll/contracts/curve';
import type { Latency } from '@plimsoll/contracts/latency';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { computeCurve } from '@plimsoll/statistics/curve';
import { measureLatency } from '@plimsoll/statistics/measure-latency';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import { summarise } from '@plimsoll/statistics/summary';
import { expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { begin, complete, finish, launch, makeRequestSample, planInput, put, sampleAt, timesAround } from '../support/stored-runs.ts';

const { test, boss } = useApi();

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
const secondOf = (second: number): Sample => {
  const failed = second % 4;
  return sampleAt(second, timesAround(5 + (second % 17), second, 20), {
    warmup: second < 3,
    done: 20 - failed,
    failed,
    statuses: { '200': 20 - failed, ...(failed > 0 ? { '503': failed } : {}) },
  });
};

async function expectWindow(runId: string, samples: readonly Sample[], from: number, to: number): Promise<void> {
  const own = samples.filter(({ second }) => second >= from && second < to);
  const measured = own.filter(({ warmup }) => !warmup);
  const ask = async <T>(path: string) => (await boss<T>('GET', `${path}?from=${from}&to=${to}`)).body;
  expect(await ask<Summary>(api.windowSummary(runId))).toEqual(plain(summarise(measured)));
  expect(await ask<Curve>(api.curve(runId))).toEqual(computeCurve(measured));
  expect(await ask<Latency>(api.latency(runId))).toEqual(measureLatency(measured, 'responseTime'));
  const { points } = await ask<{ points: Point[] }>(api.samples(runId));
  expect(points.map(({ second }) => second)).toEqual(own.map(({ second }) => second));
  expect(points).toEqual(plain(mergeIntoPoints(own, 1)));
}

it('has the figures that its seconds alone have, in a run of several requests, too', async () => {
  const plan = planInput({ target: null, requests: [{ name: 'login', url: 'http://127.0.0.1:8787/login' }] });
  const samples = Array.from({ length: 20 }, (_, second) => secondOf(second)).map((one) => ({
    ...one,
    byRequest: [makeRequestSample('login', one)],
  }));
  const { id } = await launch(boss, plan);
  await complete(test, id, samples);
  await expectWindow(id, samples, 5, 12);
  // The warm-up is drawn, and not counted.
  await expectWindow(id, samples, 0, 6);
});

it('has them in a long run, whose whole minutes are kept, and while a run goes on', async () => {
  const samples = Array.from({ length: 700 }, (_, second) => secondOf(second));
  const { id } = await launch(boss);
  await begin(test, id);
  await put(test, id, samples);
  await expectWindow(id, samples, 100, 130);
  await finish(test, id, samples);
  await expectWindow(id, samples, 50, 400);
  await expectWindow(id, samples, 61, 119);
  const { body: run } = await boss<Run>('GET', api.run(id));
  expect(run.summary).toEqual(plain(summarise(samples)));
});

it('is refused half, ending before it begins, or missing where it is needed; a time that is not kept is named', async () => {
  const { id } = await launch(boss);
  for (const [path, field] of [
    [`${api.latency(id)}?from=3`, '/to'],
    [`${api.curve(id)}?from=5&to=5`, '/to'],
    [`${api.samples(id)}?to=5`, '/from'],
    [api.windowSummary(id), '/from'],
    [`${api.latency(id)}?times=connectTime`, '/times'],
  ]) {
    const { status, text } = await boss('GET', path ?? '');
    expect(status, text).toBe(400);
    expect(text).toContain(`"field":"${field}"`);
  }
  expect((await boss<Latency>('GET', `${api.latency(id)}?times=sendLateness`)).body).toMatchObject({
    times: 'sendLateness',
    percentiles: [],
  });
});
