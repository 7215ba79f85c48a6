/** A newer version stored these rows, and this one still answers beside it: their keys are left out, and no list fails for one row. */
import { api } from '@plimsoll/contracts/paths';
import { type Run, runSchema } from '@plimsoll/contracts/run';
import { runListSchema } from '@plimsoll/contracts/run-list';
import { expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { finishedRun } from '../support/stored-runs.ts';

const { test, boss } = useApi();

/** Keys beside the known ones, at several depths. */
const newer = `summary = jsonb_set(jsonb_set(summary || '{"novel": {"a": 1}}', '{responseTime,novelUs}', '7'), '{errors}',
    '[{"kind": "503", "count": 1, "example": null, "novel": true}]'),
  validity = validity || '{"novel": "of a newer version"}', environment = environment || '{"novel": 1}'`;

it('a run whose figures have keys of a newer version is shown in its list and by itself, without them', async () => {
  const [plain, run] = [await finishedRun(test, boss, { ms: 10 }), await finishedRun(test, boss, { ms: 20 })];
  const before = (await boss<Run>('GET', api.run(run.id))).body;
  await test.context.db.query(`UPDATE runs SET ${newer} WHERE id = $1`, [run.id]);
  const list = await boss<{ items: Run[] }>('GET', api.runs);
  expect(list.status, list.text).toBe(200);
  expect(runListSchema.parse(list.body).items.map(({ id }) => id)).toEqual([run.id, plain.id]);
  expect(list.text).not.toContain('novel');
  expect(list.body.items[0]?.summary).toMatchObject({ requests: before.summary?.requests, responseTime: before.summary?.responseTime });
  const one = await boss<Run>('GET', api.run(run.id));
  expect(runSchema.parse(one.body)).toMatchObject({ validity: before.validity, environment: before.environment });
});

it('figures that this version cannot read at all leave the row without them, and the list whole', async () => {
  const run = await finishedRun(test, boss, { ms: 10 });
  await test.context.db.query(`UPDATE runs SET summary = '{"requests": "many"}' WHERE id = $1`, [run.id]);
  const list = await boss<{ items: Run[] }>('GET', api.runs);
  expect(list.status, list.text).toBe(200);
  expect(list.body.items[0]).toMatchObject({ id: run.id, state: 'completed', summary: null });
});
