/** A plan that really gets slower, told by a signed message: worse than its baseline, then confirmed by an experiment of both sides. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { insertWebhook } from '@plimsoll/store/webhooks';
import { startApiProcess } from '@plimsoll/testbed/api-process';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { putToken } from '@plimsoll/testbed/people';
import { startPlanted } from '@plimsoll/testbed/targets/planted';
import { until } from '@plimsoll/testbed/until';
import { expect, test } from 'vitest';
import { experimentOver } from './experiment-support.ts';
import { secretKey, teamId, useStack } from './support.ts';

const stack = useStack();

interface Told {
  readonly type: string;
  readonly data: { readonly run: { readonly id: string; readonly baseline: object } | null; readonly experiment: object | null };
}

test('run.worse by two runs, regression.confirmed by the experiment that confirms it', async () => {
  const [before, after] = [await startPlanted({ kind: 'exact', delayMs: 20 }), await startPlanted({ kind: 'exact', delayMs: 30 })];
  const told: Told[] = [];
  const receiver = await startHttpTarget((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      told.push(JSON.parse(body) as Told);
      response.end();
    });
  });
  await stack.worker();
  const { origin, child } = await startApiProcess({
    DATABASE_URL: stack.databaseUrl,
    PLIMSOLL_SECRET_KEY: secretKey,
    PLIMSOLL_LOG: 'error',
  });
  try {
    const token = await putToken(stack.db, { teamId, userId: 'owner-1', role: 'owner', scope: 'write' });
    const ask = async <Answer>(method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(origin + path, { method, headers, body: JSON.stringify(body) });
      const text = await answer.text();
      expect(answer.ok, text).toBe(true);
      return (text === '' ? null : JSON.parse(text)) as Answer;
    };
    await insertWebhook(stack.db, {
      teamId,
      name: 'program',
      format: 'standard',
      to: { url: `${receiver.url}/told` },
      events: ['run.worse', 'regression.confirmed'],
      planIds: null,
      language: 'en',
      secretKey,
    });
    const hears = (type: string) =>
      until(
        `${type} is told`,
        20_000,
        async () => told.find((one) => one.type === type),
        (one) => one !== undefined,
      ) as Promise<Told>;
    const planOf = (url: string): PlanInput => ({
      version: 1,
      name: 'checkout',
      target: { url },
      load: { model: 'open', rate: 100, duration: '15s' },
    });
    const { id: planId } = await ask<{ id: string }>('POST', api.plans, { plan: planOf(before.url) });
    const run = async () => stack.finished((await ask<Run>('POST', api.runs, { planId })).id, 60_000);
    const quick = await run();
    await ask('PUT', api.baseline(planId), { runId: quick.id });
    await ask('PUT', api.plan(planId), { plan: planOf(after.url) });
    const slow = await run();
    expect(slow.baseline?.verdict, slow.baseline?.sentence).toBe('worse');
    expect((await hears('run.worse')).data.run).toMatchObject({ id: slow.id, baseline: { runId: quick.id, verdict: 'worse' } });
    const { id } = await ask<Experiment>('POST', api.experiments, {
      kind: 'ab',
      planId,
      design: 'runs',
      repeats: 2,
      coolDown: '100ms',
      confirms: { metric: 'p50', before: quick.id, after: slow.id },
      variants: [
        { name: 'before', plan: planOf(before.url) },
        { name: 'after', plan: planOf(after.url) },
      ],
    });
    expect((await experimentOver(stack.db, id, 150_000)).state).toBe('completed');
    expect((await hears('regression.confirmed')).data.experiment).toMatchObject({ id, metric: 'p50', before: quick.id, after: slow.id });
    expect(told.map(({ type }) => type)).toEqual(['run.worse', 'regression.confirmed']);
  } finally {
    child.kill('SIGKILL');
    await Promise.all([before.close(), after.close(), receiver.close()]);
  }
}, 240_000);
