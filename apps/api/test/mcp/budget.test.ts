/** The budget of a token, by a tool and by the REST API: what it covers, and that parallel launches cannot overdraw it. */
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { SavedPlan } from '@plimsoll/contracts/saved-plan';
import type { TokenBudget } from '@plimsoll/contracts/token-budget';
import { beforeAll, expect, it } from 'vitest';
import { type Assistant, connectAssistant, makeBearer } from '../support/assistant.ts';
import { makeToken } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { complete, planInput, sampleAt } from '../support/stored-runs.ts';

const { test, boss } = useApi();
let url: string;
beforeAll(async () => {
  url = await test.app.listen({ host: '127.0.0.1', port: 0 });
});

const open = (rate = 10, duration = '60s') => ({ model: 'open', rate, duration }) as const;
const loopback = { hosts: ['127.0.0.1'], ratePerSecond: 1000, minutesPerDay: 3 };
const minute = { url: 'http://127.0.0.1:8787/', ratePerSecond: 10, duration: '60s' };
async function assistant(budget: Partial<TokenBudget> | null): Promise<Assistant> {
  return connectAssistant(url, (await makeBearer(boss, ['run'], budget)).authorization);
}
const rest = ({ authorization }: Assistant) => test.as({ authorization });
const savePlan = async (change = {}) => (await boss<SavedPlan>('POST', api.plans, { plan: planInput({ load: open(), ...change }) })).body;
async function countRuns(): Promise<number> {
  const { rows } = await test.context.db.query<{ count: number }>('SELECT count(*)::int AS count FROM runs');
  return rows[0]?.count ?? 0;
}

it('without a budget an assistant launches nothing, and is told who can change that and where', async () => {
  const { call } = await assistant(null);
  const before = await countRuns();
  for (const [tool, given] of [
    ['launch_run', minute],
    ['launch_ab', { base: { url: minute.url }, candidate: { url: 'http://127.0.0.1:8788/' } }],
  ] as const) {
    const { refused, text } = await call(tool, given);
    expect(refused).toBe(true);
    expect(text).toMatch(/has no budget.*who may make tokens.*team page, under API tokens/);
  }
  expect((await call('read_budget')).data.budget).toBeNull();
  expect(await countRuns()).toBe(before);
});

it('ten launches at once take what there is and no more, by tool and REST together', async () => {
  const one = await assistant(loopback);
  const before = await countRuns();
  const byRest = () => rest(one)('POST', api.runs, { plan: planInput({ load: open() }) });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0 ? one.call('launch_run', minute).then(({ refused }) => !refused) : byRest().then(({ status }) => status === 201),
    ),
  );
  expect(answers.filter(Boolean)).toHaveLength(3);
  expect((await countRuns()) - before).toBe(3);
  const { text } = await one.call('launch_run', minute);
  expect(text).toContain('allows 3 min of load a day (UTC); with this one it would be 4 min');
  const { status, headers } = await byRest();
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await one.call('read_budget')).data).toMatchObject({ use: { usedMinutes: 3, ratePerSecond: 30 }, minutesLeft: 0 });
});

it('minutes that a load did not use come back when it is over, and not by deleting it', async () => {
  const one = await assistant(loopback);
  const { data } = await one.call('launch_run', { ...minute, duration: '3m' });
  expect((await one.call('launch_run', minute)).refused).toBe(true);
  await complete(test, data.id, [sampleAt(0, [20])]);
  const { use } = (await one.call('read_budget')).data;
  expect(use.usedMinutes).toBeLessThan(1);
  expect(use.ratePerSecond).toBe(0);
  expect((await one.call('launch_run', minute)).refused).toBe(false);
  expect((await boss('DELETE', api.run(data.id))).status).toBe(204);
  expect((await one.call('read_budget')).data.use.usedMinutes).toBeGreaterThanOrEqual(3);
});

it.each([
  ['another host', { ...minute, url: 'http://127.0.0.2:8787/' }, 'covers 127.0.0.2 neither'],
  ['the same host by another name', { ...minute, url: 'http://localhost:8787/' }, 'covers localhost neither'],
  ['a higher rate', { ...minute, ratePerSecond: 1001 }, 'allows 1000/s'],
])('refuses %s', async (_what, given, reason) => {
  const { call } = await assistant(loopback);
  const { refused, text } = await call('launch_run', given);
  expect(refused).toBe(true);
  expect(text.replaceAll('\u00a0', ' ')).toContain(reason);
});

it('the rate is that of all loads under way', async () => {
  const { call } = await assistant(loopback);
  expect((await call('launch_run', { ...minute, ratePerSecond: 600 })).refused).toBe(false);
  expect((await call('launch_run', { ...minute, ratePerSecond: 600 })).text).toContain('it would be');
  expect((await call('launch_run', { ...minute, ratePerSecond: 400 })).refused).toBe(false);
});

it('a saved plan is launched as it is saved: not changed by the token, and not under its name', async () => {
  const plan = await savePlan();
  const other = await savePlan({ name: 'other' });
  const one = await assistant({ ...loopback, hosts: [], plans: [plan.id] });
  expect((await one.call('launch_run', { planId: plan.id })).data).toMatchObject({ planId: plan.id, state: 'queued' });
  expect((await one.call('launch_run', { planId: other.id })).refused).toBe(true);
  expect((await one.call('launch_run', minute)).refused).toBe(true);
  const changed = { plan: { ...plan.plan, target: { ...plan.plan.target, url: 'http://127.0.0.1:9999/' } } };
  expect((await rest(one)('PUT', api.plan(plan.id), changed)).status).toBe(403);
  const ask = rest(one);
  expect((await ask('POST', api.runs, changed)).status).toBe(403);
  expect((await ask('POST', api.sendOne, { plan: plan.plan })).status).toBe(403);
});

it('an A/B reserves its longest time, both sides', async () => {
  const plan = await savePlan({ load: open(10, '20s') });
  const one = await assistant({ ...loopback, hosts: ['127.0.0.1'], plans: [plan.id], minutesPerDay: 10 });
  const sides = { base: { planId: plan.id }, candidate: { planId: plan.id, url: 'http://127.0.0.1:8799/' } };
  expect((await one.call('launch_ab', { ...sides, maxDuration: '30m' })).text).toContain('with this one it would be');
  const { data, refused, text } = await one.call('launch_ab', { ...sides, maxDuration: '2m' });
  expect(refused, text).toBe(false);
  expect(data).toMatchObject({ kind: 'ab', state: 'queued', variants: ['base', 'candidate'] });
  const { use } = (await one.call('read_budget')).data;
  // Six rounds of 20 s fit into two minutes with their pauses; each has two sides.
  expect(use.usedMinutes).toBeGreaterThan(2);
  expect(use.usedMinutes).toBeLessThanOrEqual(4);
});

it('a closed load of so many requests and a capacity search are held to their bounds; a load without one is refused, and told what to do', async () => {
  const one = await assistant({ ...loopback, ratePerSecond: 100, minutesPerDay: 10 });
  const ask = rest(one);
  const launched = async (path: string, body: object) => {
    const { status, body: answer } = await ask<{ detail: string; id: string }>('POST', path, body);
    return status === 201 ? answer.id : answer.detail.replaceAll('\u00a0', ' ');
  };
  const used = async () => (await one.call('read_budget')).data.use;
  const closed = (load: object, more = {}) =>
    launched(api.runs, { plan: planInput({ load: { model: 'closed', connections: 2, ...load }, ...more }) });
  expect(await closed({ duration: '10s' })).toContain('requests, no more than the budget allows in one second');
  expect(await closed({ duration: '10s', requests: 100 }, { warmup: '1s' })).toContain('no warm-up');
  expect(await closed({ requests: 100 })).toContain('give this one a duration');
  expect(await closed({ duration: '10s', requests: 101 })).toContain('allows 100/s');
  const run = await closed({ duration: '6s', requests: 60 });
  expect(await used()).toEqual({ usedMinutes: 0.1, ratePerSecond: 60 });
  expect((await boss('POST', api.stopRun(run))).status).toBe(202);
  const search = (maxRate: number, duration: string) =>
    launched(api.experiments, {
      kind: 'capacity',
      variants: [{ name: 'a', plan: planInput({ load: open(10, duration) }) }],
      search: { thresholds: ['p(99) < 1s'], startRate: 1, maxRate },
    });
  expect(await search(101, '5s')).toContain('allows 100/s');
  expect(await search(50, '60s')).toContain('allows 10 min of load a day');
  expect(await search(50, '5s')).toMatch(/^[0-9a-f-]{36}$/);
  // 30 tries and 8 repeats, each of them twice as long at most.
  expect((await used()).usedMinutes).toBeCloseTo((38 * 2 * 5) / 60, 3);
});

it('an assistant stops what its own token launched, and nothing else', async () => {
  const [one, two] = [await assistant(loopback), await assistant(loopback)];
  const { data } = await one.call('launch_run', minute);
  expect((await two.call('stop_run', { run: data.id })).text).toContain('only loads that its own token launched');
  expect((await boss<Run>('GET', api.run(data.id))).body.state).toBe('queued');
  expect((await one.call('stop_run', { run: data.id })).data).toMatchObject({ over: true, state: 'stopped' });
});

it('a budget is of a token that runs and may not write, names plans of its team, and is told with its use', async () => {
  const ask = (body: object) => boss<{ field?: string }>('POST', api.tokens, { name: 'a', ...body });
  expect(await ask({ scopes: ['write'], budget: loopback })).toMatchObject({ status: 400, body: { field: '/scopes' } });
  expect(await ask({ scopes: ['run'], budget: { ...loopback, hosts: [] } })).toMatchObject({ status: 400, body: { field: '/budget' } });
  expect((await ask({ scopes: ['run'], budget: { ...loopback, plans: ['6f1e8a54-3c43-4c0e-9d7a-0f3f1c0f3a11'] } })).status).toBe(404);
  const { id } = await makeBearer(boss, ['run'], loopback);
  const { body } = await boss<{ items: { id: string; budget: unknown; use: unknown }[] }>('GET', api.tokens);
  expect(body.items.find((token) => token.id === id)).toMatchObject({ budget: { ...loopback, plans: [] }, use: { usedMinutes: 0 } });
  // A token without one launches by the REST API as before.
  expect((await (await makeToken(test, boss, ['run']))('POST', api.runs, { plan: planInput() })).status).toBe(201);
});

it('makes no schedule and no hook, whose loads nobody would count', async () => {
  const token = test.as({ authorization: (await makeBearer(boss, ['run'], loopback)).authorization });
  const { id: planId } = await savePlan();
  const schedule = { name: 'nightly', planId, cron: '0 3 * * *' };
  const made = (await boss<{ id: string }>('POST', api.schedules, schedule)).body;
  expect((await token('POST', api.schedules, schedule)).status).toBe(403);
  expect((await token('PATCH', api.schedule(made.id), { cron: '* * * * *' })).status).toBe(403);
  expect((await token('POST', api.planHooks(planId), { name: 'deploy' })).status).toBe(403);
});
