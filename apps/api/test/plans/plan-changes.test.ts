/** A program that changes a plan which somebody else changed since: refused as the form is, with both revisions. */
import { api } from '@plimsoll/contracts/paths';
import type { SavedPlan } from '@plimsoll/contracts/saved-plan';
import { expect, it } from 'vitest';
import { type Ask, problemIn } from '../support/asking.ts';
import { makeToken, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { planInput } from '../support/stored-runs.ts';

const { test, boss } = useApi();
const keep = () => boss<SavedPlan>('POST', api.plans, { plan: planInput() });
const put = (ask: Ask, id: string, note: string, tag?: string) =>
  ask<SavedPlan>('PUT', api.plan(id), { plan: planInput({ note }) }, tag === undefined ? {} : { 'if-match': tag });
const noteOf = async (id: string) => (await boss<SavedPlan>('GET', api.plan(id))).body.plan.note;

it('names its revision as the ETag wherever it is answered by itself', async () => {
  const saved = await keep();
  expect(saved.headers.etag).toBe('"1"');
  const { id } = saved.body;
  expect((await boss('GET', api.plan(id))).headers.etag).toBe('"1"');
  const changed = await put(boss, id, 'once', '"1"');
  expect([changed.status, changed.body.revision, changed.headers.etag]).toEqual([200, 2, '"2"']);
});

it('is refused with both revisions where there is a newer one, and nothing is replaced', async () => {
  const { id } = (await keep()).body;
  const program = await makeToken(test, boss, ['run']);
  expect((await put(boss, id, 'by somebody else', '"1"')).status).toBe(200);
  const refused = await put(program, id, 'by a program', '"1"');
  expect(problemIn(refused)).toMatchObject({ status: 409, code: 'conflict', field: '/revision', got: '1', allowed: '2' });
  expect(problemIn(refused).detail).toMatch(/revision 1 .*revision 2/);
  expect(refused.headers.etag).toBe('"2"');
  expect(await noteOf(id)).toBe('by somebody else');
  // A change without a note was not made.
  const { body } = await boss<{ items: unknown[] }>('GET', `${api.audit}?what=plan.edit&limit=100`);
  const edits = body.items.length;
  expect((await put(program, id, 'by a program', String(refused.headers.etag))).status).toBe(200);
  expect((await boss<{ items: unknown[] }>('GET', `${api.audit}?what=plan.edit&limit=100`)).body.items).toHaveLength(edits + 1);
});

it('takes the tag as proxies weaken it, a star and none at all for any revision', async () => {
  const { id } = (await keep()).body;
  for (const [tag, revision] of [
    ['W/"1"', 2],
    ['*', 3],
    [undefined, 4],
  ] as const)
    expect((await put(boss, id, 'a', tag)).body.revision).toBe(revision);
  expect((await put(boss, id, 'a', '"99"')).status).toBe(409);
});

it('is not deleted where there is a newer revision than the one that was read', async () => {
  const { id } = (await keep()).body;
  const remove = (tag?: string) => boss('DELETE', api.plan(id), undefined, tag === undefined ? {} : { 'if-match': tag });
  expect((await put(boss, id, 'by somebody else')).status).toBe(200);
  const refused = await remove('"1"');
  expect(problemIn(refused)).toMatchObject({ status: 409, code: 'conflict', field: '/revision', got: '1', allowed: '2' });
  expect(refused.headers.etag).toBe('"2"');
  expect(problemIn(await remove('x'))).toMatchObject({ status: 400, field: '/headers/if-match' });
  expect(await noteOf(id)).toBe('by somebody else');
  expect((await remove('"2"')).status).toBe(204);
  expect((await remove('"2"')).status).toBe(404);
  // Without a tag any revision goes.
  const other = (await keep()).body.id;
  expect((await boss('DELETE', api.plan(other))).status).toBe(204);
});

it('refuses a tag that was never answered, before it looks at anything', async () => {
  const { id } = (await keep()).body;
  for (const tag of ['1', '"0"', '"1", "2"', '""', '"x"', '"1e3"', '"99999999999"'])
    expect(problemIn(await put(boss, id, 'a', tag)), tag).toMatchObject({ status: 400, field: '/headers/if-match' });
  expect(await noteOf(id)).not.toBe('a');
  // Another team's is not there, whatever is known of it.
  expect((await put(await otherTeam(test), id, 'a', '"1"')).status).toBe(404);
});

it('of twenty that change the same revision at once lets one through', async () => {
  const { id } = (await keep()).body;
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(boss, id, `n${n}`, '"1"')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(await noteOf(id)).toBe(`n${winner}`);
});
