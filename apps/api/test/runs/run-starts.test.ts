import { defaultCaps } from '@plimsoll/contracts/caps';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { workerSeen } from '@plimsoll/store/workers-online';
import { describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { owner } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { planInput } from '../support/stored-runs.ts';
import { startTestApi } from '../support/test-api.ts';

const { test, boss } = useApi();

describe('an Idempotency-Key', () => {
  it('answers the same run for the same request, also in parallel, and refuses another body', async () => {
    const key = { 'idempotency-key': 'build-412' };
    const body = { plan: planInput(), note: 'once' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => boss<Run>('POST', api.runs, body, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const other = await boss('POST', api.runs, { ...body, note: 'twice' }, key);
    expect(problemIn(other)).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    expect((await boss('POST', api.runs, body, { 'idempotency-key': '' })).status).toBe(400);
  });
});

describe('a run of more generators than there are workers', () => {
  it('is refused with the numbers, while its plan may be kept; with one more worker it is taken', async () => {
    const { db } = test.context;
    const plan = planInput({ load: { model: 'closed', connections: 4, duration: '5s' }, generators: 2 });
    const refused = await boss('POST', api.runs, { plan });
    expect(problemIn(refused)).toMatchObject({
      status: 409,
      code: 'not_enough_workers',
      field: '/plan/generators',
      got: '2',
      allowed: 'at most 0 now',
      hint: expect.stringContaining('Start more workers'),
    });
    const saved = await boss<{ id: string }>('POST', api.plans, { plan });
    expect(saved.status, saved.text).toBe(201);
    const seen = (id: string) => workerSeen(db, { id, hostname: 'here', version: '0', pid: 1, concurrency: 1, startedAt: new Date() });
    await seen('one');
    expect(problemIn(await boss('POST', api.runs, { planId: saved.body.id })).detail).toContain('1 worker is online');
    await seen('another');
    const taken = await boss<Run>('POST', api.runs, { planId: saved.body.id });
    expect(taken.status, taken.text).toBe(201);
    expect(taken.body).toMatchObject({ plan: { generators: 2 }, generators: [] });
    await db.query('DELETE FROM workers_online');
    expect((await boss('POST', api.runs, { plan: { ...plan, generators: 1 } })).status).toBe(201);
  });
});

describe('the cap of runs at once', () => {
  it('lets exactly five of twenty parallel starts through', async () => {
    const capped = await startTestApi({ caps: { ...defaultCaps, maxConcurrentRuns: 5 } });
    try {
      const ask = await owner(capped);
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask('POST', api.runs, { plan: planInput() })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
      const refused = answers.find(({ status }) => status !== 201);
      expect(refused && problemIn(refused)).toMatchObject({ status: 429, code: 'over_cap' });
    } finally {
      await capped.close();
    }
  });
});
