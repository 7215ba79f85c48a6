import { startWitness } from '@plimsoll/testbed/witness';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { expect, test } from 'vitest';
import { planFor, runPlan } from './support/harness.ts';

test('templates and rows reach the target, each number and each row once over all threads', async () => {
  const witness = await startWitness({ log: true });
  const rows = Array.from({ length: 90 }, (_, n) => ({ n }));
  const target = { url: `${witness.url}item/{{row.n}}?seq={{seq}}`, method: 'POST', headers: { 'X-Row': 'r{{row.n}}' }, body: '{{row.n}}' };
  const plan = planFor(witness.url, { model: 'closed', connections: 6, duration: '20s' }, {
    target,
    data: { format: 'json', text: JSON.stringify(rows), order: 'once' },
  } as never);
  const { end, totals } = await runPlan(plan, { threads: 3 });
  const lines = await witness.log();
  await witness.close();
  expect([end.reason, runEndSentence(end.ending), totals.sent, totals.done]).toEqual([
    'requests',
    'All 90 data rows were used once.',
    90,
    90,
  ]);
  const numbers = lines.map((line) => Number(/^\/item\/(\d+)\?seq=\d+$/.exec(line.url)?.[1])).sort((a, b) => a - b);
  expect(numbers).toEqual(rows.map(({ n }) => n));
  expect(
    lines.every((line) => `/item/${String(line.headers['x-row']).slice(1)}?seq=${String(line.headers['x-row']).slice(1)}` === line.url),
  ).toBe(true);
});

test('an open load sends no more requests than there are rows to be used once', async () => {
  const witness = await startWitness();
  const data = { format: 'csv', text: `n\n${'1\n'.repeat(25)}`, order: 'once' } as const;
  const target = { url: `${witness.url}{{row.n}}` };
  const { totals } = await runPlan(planFor(witness.url, { model: 'open', rate: 100, duration: '1s' }, { target, data }));
  const seen = await witness.counts();
  await witness.close();
  expect([totals.planned, totals.done, seen.requests]).toEqual([25, 25, 25]);
});

test('generated bodies have their length, over both protocols', async () => {
  for (const protocol of ['http1', 'http2'] as const) {
    const witness = await startWitness({ log: true, http2: protocol === 'http2' });
    const target = { method: 'PUT', bodyBytes: 70_000 } as never;
    await runPlan(planFor(witness.url, { model: 'closed', connections: 2, requests: 6 }, { target, connection: { protocol } }));
    const lines = await witness.log();
    await witness.close();
    expect(lines.map((line) => line.bodyBytes)).toEqual(Array.from({ length: 6 }, () => 70_000));
  }
});

test('a JSON path is checked in the body of the target', async () => {
  const witness = await startWitness({ body: '{"state":{"ok":true,"items":[1,2]}}' });
  const check = (path: string, equals: number | boolean) => ({ jsonPath: { path, equals } });
  const run = (checks: ReturnType<typeof check>[]) =>
    runPlan(planFor(witness.url, { model: 'closed', connections: 2, requests: 10 }, { checks }));
  const good = await run([check('$.state.ok', true), check('$.state.items[1]', 2)]);
  const bad = await run([check('$.state.items[1]', 3)]);
  await witness.close();
  expect([good.totals.outcomes, bad.totals.outcomes]).toEqual([{ response: 10 }, { check_failed: 10 }]);
  expect(bad.totals.errors[0]?.message).toBe('$.state.items[1] is 2, not 3.');
});
