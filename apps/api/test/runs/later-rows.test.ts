/** Rows of a later version, which runs beside this one or was taken back, blank no page: the keys this one does not know are left out. */
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { finishedRun, planInput } from '../support/stored-runs.ts';

const { test, boss } = useApi();

it('a run with more in its summary, environment, plan and stamp than this version knows: by itself and in a list', async () => {
  const { id } = await finishedRun(test, boss, { ms: 10, plan: planInput({ name: 'later' }) });
  const before = await boss<Run>('GET', api.run(id));
  await test.context.db.query(
    `UPDATE runs SET summary = jsonb_set(jsonb_set(summary, '{colour}', '"blue"'), '{warmup,colour}', '[1]'),
       validity = jsonb_set(validity, '{colour}', '{"of": "the stamp"}'), environment = jsonb_set(environment, '{colour}', '1') WHERE id = $1`,
    [id],
  );
  const one = await boss<Run>('GET', api.run(id));
  expect(one.status, one.text).toBe(200);
  expect(one.body).toEqual(before.body);
  const list = await boss<{ items: Run[] }>('GET', api.runs);
  expect(list.status, list.text).toBe(200);
  expect(list.body.items.map((run) => run.id)).toContain(id);
  expect(list.text + one.text).not.toContain('colour');
});

it('an answer that is no kept JSON has only the keys of the contract', async () => {
  const { serializerCompiler } = await import('../../src/http/compilers.ts');
  const { z } = await import('zod');
  const schema = z.strictObject({ id: z.string(), summary: z.strictObject({ done: z.number() }) });
  const serialize = serializerCompiler({ schema, method: 'GET', url: '/x' });
  expect(serialize({ id: 'a', summary: { done: 1, more: 2 } })).toBe('{"id":"a","summary":{"done":1}}');
  expect(() => serialize({ id: 'a', secret: 's', summary: { done: 1, more: 2 } })).toThrow();
  expect(() => serialize({ id: 'a', summary: { done: 'one', more: 2 } })).toThrow();
});
