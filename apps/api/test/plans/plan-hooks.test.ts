/** Deploy hooks: whoever has the address starts the plan, nobody reads it again, and nothing tells it. */
import { hookStarts } from '@plimsoll/contracts/hook';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { expect, it } from 'vitest';
import type { Ask } from '../support/asking.ts';
import { dumpRows } from '../support/dump-rows.ts';
import { KeptLog } from '../support/kept-log.ts';
import { findTeamId, findUserId, makeToken, member } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { planInput } from '../support/stored-runs.ts';

const log = new KeptLog();
const { test, boss } = useApi({ logLevel: 'debug' }, log);

interface Used {
  readonly runId: string;
  readonly number: number;
  readonly links: { readonly page: string; readonly run: string };
}

const makePlan = async () =>
  (await boss<{ id: string }>('POST', api.plans, { plan: planInput({ tags: { team: 'shop', branch: 'none' } }) })).body.id;

async function makeHook(planId: string, ask: Ask = boss): Promise<{ id: string; path: string }> {
  const { status, body, text } = await ask<{ id: string; url: string }>('POST', api.planHooks(planId), { name: 'Deploy' });
  expect(status, text).toBe(201);
  return { id: body.id, path: new URL(body.url, 'http://localhost').pathname };
}
const post = (path: string, body?: unknown, headers: Record<string, string> = {}) => test.anonymous<Used>('POST', path, body, headers);

it('starts its plan with the tags of the body, and answers where the run is', async () => {
  const planId = await makePlan();
  const { id, path } = await makeHook(planId);
  expect(path).toMatch(/^\/api\/v1\/hooks\/[A-Za-z0-9_-]{27}$/);
  const { status, body } = await post(path, { commit: '4f2a9c1', branch: 'main' });
  expect(status).toBe(201);
  const run = (await boss<Run>('GET', api.run(body.runId))).body;
  expect(run).toMatchObject({ planId, state: 'queued', number: body.number, tags: { team: 'shop', branch: 'main', commit: '4f2a9c1' } });
  expect(body.links).toEqual({
    page: expect.stringContaining(`/runs/${run.id}`),
    run: expect.stringContaining(api.run(run.id)),
  });
  expect((await post(path)).status, 'without a body').toBe(201);
  const { items } = (await boss<{ items: unknown[] }>('GET', api.planHooks(planId))).body;
  expect(items).toEqual([
    { id, name: 'Deploy', createdAt: expect.any(String), lastUsedAt: expect.any(String), author: expect.objectContaining({ name: 'Ola' }) },
  ]);
});

it('starts one run for one Idempotency-Key, and another hook knows nothing of it', async () => {
  const planId = await makePlan();
  const [one, other] = [await makeHook(planId), await makeHook(planId)];
  const key = { 'idempotency-key': 'deploy 412' };
  const first = (await post(one.path, { build: '412' }, key)).body;
  expect((await post(one.path, { build: '412' }, key)).body).toEqual(first);
  expect((await post(one.path, { build: '413' }, key)).status).toBe(409);
  expect((await post(other.path, { build: '413' }, key)).status).toBe(201);
});

it('refuses what is no set of tags, within their bounds', async () => {
  const { path } = await makeHook(await makePlan());
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`t${at}`, 'x']));
  for (const body of [[], 'text', { a: 1 }, { 'a b': 'c' }, { a: 'x'.repeat(201) }, many])
    expect((await post(path, body)).status).toBe(400);
  // Together with those of the plan.
  expect((await post(path, Object.fromEntries(Object.entries(many).slice(0, 19)))).status).toBe(400);
});

it('is the same 404 to an unknown, a revoked and a powerless hook', async () => {
  const planId = await makePlan();
  const editor = await member(test, await findTeamId(boss), 'editor');
  const [revoked, left, ofToken] = [
    await makeHook(planId),
    await makeHook(planId, editor),
    await makeHook(planId, await makeToken(test, boss)),
  ];
  expect((await boss('DELETE', api.planHook(revoked.id))).status).toBe(204);
  await boss('PATCH', api.member(await findUserId(editor)), { role: 'viewer' });
  const { items } = (await boss<{ items: { id: string }[] }>('GET', api.tokens)).body;
  await boss('DELETE', api.token(items[0]?.id ?? ''));
  const paths = [revoked.path, left.path, ofToken.path, api.hook('A'.repeat(27)), api.hook('short')];
  const answers = await Promise.all(paths.map((path) => post(path, { a: 'b' })));
  const shapes = answers.map(({ status, body, headers }) => {
    const { requestId: _own, ...problem } = body as unknown as Record<string, unknown>;
    return JSON.stringify([status, problem, Object.keys(headers).sort()]);
  });
  expect(answers[0]?.status).toBe(404);
  expect(new Set(shapes).size).toBe(1);
});

it('starts so many runs in a quarter of an hour', async () => {
  const planId = await makePlan();
  const { path } = await makeHook(planId);
  const statuses: number[] = [];
  for (let at = 0; at <= hookStarts.most; at++) statuses.push((await post(path)).status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(hookStarts.most);
  const over = await post(path);
  expect([over.status, over.headers['retry-after']]).toEqual([429, '900']);
});

it('is kept as a hash, and told by no log, no list and no entry of the audit log', async () => {
  const planId = await makePlan();
  const { path } = await makeHook(planId);
  const token = path.split('/').at(-1) ?? '';
  await post(path, { commit: 'abc' });
  await post(`${path}/`, { commit: 'abc' });
  await post(path, { 'no tag': 'x' });
  const shown = await Promise.all([api.planHooks(planId), api.audit, api.plan(planId)].map(async (one) => (await boss('GET', one)).text));
  const rows = await dumpRows(test.context.db);
  for (const [where, text] of Object.entries({ log: log.text, shown: shown.join(), rows })) expect(text.includes(token), where).toBe(false);
  expect(log.text).toContain('/api/v1/hooks/•••');
});
