/** Plans with files in lists: light, and never mistaken for the plan that ran. */
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { runListSchema } from '@plimsoll/contracts/run-list';
import type { SavedPlan, savedPlanListSchema } from '@plimsoll/contracts/saved-plan';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { launch, planInput } from '../support/stored-runs.ts';

const { boss } = useApi();

const listed = async (search: string) => {
  const { body, text } = await boss<z.infer<typeof runListSchema>>('GET', `${api.runs}?search=${search}`);
  return { items: body.items, bytes: Buffer.byteLength(text) };
};
const file = (bytes: number) => ({ name: 'photo.jpg', base64: Buffer.alloc(bytes, 7).toString('base64') });
const post = (name: string, more: object) => ({ name, url: 'http://127.0.0.1:8787/{{row.id}}', method: 'POST' as const, ...more });

it('a list leaves out long contents and says so; the run itself has them', async () => {
  const plan = planInput({
    name: 'harbour',
    target: null,
    requests: [
      post('a', { bodyFile: file(1024 * 1024) }),
      post('b', { body: 'ü'.repeat(501), headers: { authorization: 'Bearer canary' } }),
      post('c', { body: 'x'.repeat(1000) }),
      post('d', { bodyFile: file(3) }),
    ],
    data: { format: 'csv', text: `id\n${'12345\n'.repeat(10_000)}` },
  });
  const posted = await launch(boss, plan);
  const { items, bytes } = await listed('harbour');
  expect(bytes).toBeLessThan(10_000);
  const shown = items[0]?.plan;
  expect(shown?.leftOut).toEqual(['/requests/0/bodyFile/base64', '/requests/1/body', '/data/text']);
  const whole = (await boss<Run>('GET', api.run(posted.id))).body.plan;
  const [a, b, ...short] = whole.requests ?? [];
  expect(shown).toEqual({
    ...whole,
    requests: [{ ...a, bodyFile: { name: 'photo.jpg', base64: '' } }, { ...b, body: '' }, ...short],
    data: { ...whole.data, text: '' },
    leftOut: shown?.leftOut,
  });
  expect(whole.requests?.map(({ body, bodyFile }) => body ?? bodyFile)).toEqual(
    plan.requests?.map(({ body, bodyFile }) => body ?? bodyFile),
  );
  expect(whole.data?.text).toBe(plan.data?.text);
  expect(b?.headers).toEqual({ authorization: '•••' });
});

it('the target of a plan with one loses its long body, too', async () => {
  await launch(boss, planInput({ name: 'one file', target: { url: 'http://127.0.0.1:8787/', method: 'POST', bodyFile: file(2000) } }));
  expect((await listed('one+file')).items[0]?.plan).toMatchObject({
    target: { bodyFile: { name: 'photo.jpg', base64: '' } },
    leftOut: ['/target/bodyFile/base64'],
  });
});

it('a plan of a list that lacks its contents cannot be run by mistake; one that lacks nothing is the plan itself', async () => {
  await launch(boss, planInput({ name: 'quay', target: { url: 'http://127.0.0.1:8787/', method: 'POST', body: 'x'.repeat(1001) } }));
  const [cut] = (await listed('quay')).items;
  expect(problemIn(await boss('POST', api.runs, { plan: cut?.plan }))).toMatchObject({ status: 400, field: '/plan/leftOut' });
  const small = await launch(boss, planInput({ name: 'pier' }));
  const [same] = (await listed('pier')).items;
  expect(same?.plan).toEqual(small.plan);
  expect((await boss('POST', api.runs, { plan: same?.plan })).status).toBe(201);
});

it('a list of kept plans leaves out long contents, too; the plan by itself has them', async () => {
  const target = { url: 'http://127.0.0.1:8787/', method: 'POST' as const, bodyFile: file(1024 * 1024) };
  const kept = (await boss<SavedPlan>('POST', api.plans, { plan: planInput({ name: 'kept', target }) })).body;
  const { body, text } = await boss<z.infer<typeof savedPlanListSchema>>('GET', api.plans);
  expect(Buffer.byteLength(text)).toBeLessThan(10_000);
  const { plan, ...rest } = kept;
  expect(body.items[0]).toMatchObject({
    ...rest,
    plan: { ...plan, target: { ...plan.target, bodyFile: { name: 'photo.jpg', base64: '' } }, leftOut: ['/target/bodyFile/base64'] },
  });
  const whole = (await boss<SavedPlan>('GET', api.plan(kept.id))).body;
  expect(whole.plan.target?.bodyFile).toEqual(target.bodyFile);
});
