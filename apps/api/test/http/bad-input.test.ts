import { defaultCaps } from '@plimsoll/contracts/caps';
import { api } from '@plimsoll/contracts/paths';
import type { Problem } from '@plimsoll/contracts/problem';
import type { Run } from '@plimsoll/contracts/run';
import { describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun, launch, planInput } from '../support/stored-runs.ts';
import { manyLoads } from '../support/test-api.ts';

const { test, boss } = useApi({
  caps: { ...defaultCaps, ...manyLoads, maxConnections: 500, maxRatePerSecond: 1000 },
});

const target = (url: string) => planInput({ target: { url } });
const load = (value: unknown) => ({ ...planInput(), load: value });
const header = (name: string, value: string) => planInput({ target: { url: 'http://127.0.0.1:1/', headers: { [name]: value } } });

type Row = [what: string, plan: unknown, field: string, code?: Problem['code']];
const plans: Row[] = [
  ['an empty URL', target(''), '/plan/target/url'],
  ['no scheme', target('127.0.0.1:80/'), '/plan/target/url'],
  ['//host', target('//host/'), '/plan/target/url'],
  ['ftp', target('ftp://127.0.0.1/'), '/plan/target/url'],
  ['file', target('file:///etc/passwd'), '/plan/target/url'],
  ['javascript', target('javascript:alert(1)'), '/plan/target/url'],
  ['no host', target('http:///x'), '/plan/target/url'],
  ['user and password', target('http://user:hunter2@127.0.0.1/'), '/plan/target/url'],
  ['a tab', target('http://127.0.0.1/\tx'), '/plan/target/url'],
  ['a space in the host', target('http://exa mple.com/'), '/plan/target/url'],
  ['port 0', target('http://127.0.0.1:0/'), '/plan/target/url'],
  ['port 65536', target('http://127.0.0.1:65536/'), '/plan/target/url'],
  ['bad punycode', target('http://xn--zz9999999999/'), '/plan/target/url'],
  ['an octal address', target('http://0177.0.0.1/'), '/plan/target/url'],
  ['a hex address', target('http://0x7f.1/'), '/plan/target/url'],
  ['a decimal address', target('http://2130706433/'), '/plan/target/url'],
  ['a private address', target('http://10.0.0.1/'), '/plan/target/url', 'target_refused'],
  ['a public host', target('http://example.com/'), '/plan/target/url', 'target_refused'],
  ['cloud metadata', target('http://169.254.169.254/latest'), '/plan/target/url', 'target_refused'],
  ['cloud metadata in IPv6', target('http://[::ffff:169.254.169.254]/'), '/plan/target/url', 'target_refused'],
  ['our own port', target('http://127.0.0.1:4300/'), '/plan/target/url', 'target_refused'],
  ['our own port by name', target('http://localhost:4300/'), '/plan/target/url', 'target_refused'],
  ['no connections', load({ model: 'closed', connections: 0, duration: '5s' }), '/plan/load/connections'],
  ['negative connections', load({ model: 'closed', connections: -1, duration: '5s' }), '/plan/load/connections'],
  ['half a connection', load({ model: 'closed', connections: 1.5, duration: '5s' }), '/plan/load/connections'],
  ['text for a number', load({ model: 'closed', connections: '10', duration: '5s' }), '/plan/load/connections'],
  ['too many connections', load({ model: 'closed', connections: 501, duration: '5s' }), '/plan/load/connections', 'over_cap'],
  ['too high a rate', load({ model: 'open', rate: 1001, duration: '5s' }), '/plan/load/rate', 'over_cap'],
  ['too long', load({ model: 'closed', connections: 1, duration: '25h' }), '/plan/load/duration', 'over_cap'],
  ['duration 0', load({ model: 'closed', connections: 1, duration: '0s' }), '/plan/load/duration'],
  ['a duration in words', load({ model: 'closed', connections: 1, duration: 'ten minutes' }), '/plan/load/duration'],
  ['a rate of 0', load({ model: 'open', rate: 0, duration: '5s' }), '/plan/load/rate'],
  ['no stages', load({ model: 'open', stages: [] }), '/plan/load/stages'],
  ['101 stages', load({ model: 'open', stages: Array(101).fill({ to: 1, over: '1s' }) }), '/plan/load/stages'],
  ['an unknown model', load({ model: 'ajar' }), '/plan/load/model'],
  ['a header with CR LF', header('x-a', 'a\r\nb: c'), '/plan/target/headers/x-a'],
  ['an owned header', header('Content-Length', '5'), '/plan/target/headers/Content-Length'],
  ['a Host header', header('Host', 'x'), '/plan/target/headers/Host'],
  ['a body with GET', planInput({ target: { url: 'http://127.0.0.1:1/', body: 'x' } }), '/plan/target/body'],
  ['a NUL in the name', planInput({ name: 'a\u0000b' }), '/plan/name'],
  ['half a surrogate pair', planInput({ note: '\ud800' }), '/plan/note'],
  ['an unknown threshold metric', planInput({ thresholds: ['speed > 1'] }), '/plan/thresholds/0'],
  ['p(101)', planInput({ thresholds: ['p(101) < 1s'] }), '/plan/thresholds/0'],
  ['a threshold without operator', planInput({ thresholds: ['p(99) 1s'] }), '/plan/thresholds/0'],
  ['no generator', planInput({ generators: 0 }), '/plan/generators'],
  [
    'more generators than connections',
    planInput({ load: { model: 'open', rate: 9, duration: '1s', maxConnections: 2 }, generators: 3 }),
    '/plan/generators',
  ],
  ['contradictory thresholds', planInput({ thresholds: ['p(99) < 1s', 'p(99) > 2s'] }), '/plan/thresholds'],
  ['an unknown field', { ...planInput(), turbo: true }, '/plan/turbo'],
  ['an unknown field inside', load({ model: 'closed', connections: 1, duration: '5s', warp: 9 }), '/plan/load/warp'],
  ['another version', { ...planInput(), version: 2 }, '/plan/version'],
];

describe('a plan that cannot run is refused at its field', () => {
  it.each(plans)('%s', async (_what, plan, field, code = 'invalid_input') => {
    for (const path of [api.runs, api.plans]) {
      const answer = await boss('POST', path, { plan });
      const problem = problemIn(answer);
      expect(problem, JSON.stringify(problem)).toMatchObject({ status: 400, code, field });
      expect(problem.errors?.[0]?.message.length).toBeGreaterThan(5);
      expect(answer.text).not.toContain('hunter2');
    }
  });

  it('names cap and value', async () => {
    const problem = problemIn(await boss('POST', api.runs, { plan: load({ model: 'closed', connections: 501, duration: '5s' }) }));
    expect(problem).toMatchObject({ got: '501', allowed: 'at most 500' });
  });

  it('says how a refused target can be allowed', async () => {
    expect(problemIn(await boss('POST', api.runs, { plan: target('http://10.0.0.1/') })).detail).toContain('PLIMSOLL_TARGETS');
  });

  it('masks secrets it repeats', async () => {
    const answer = await boss('POST', api.runs, { plan: header('X-Api-Key', 'tell-nobody\r\n') });
    expect(problemIn(answer)).toMatchObject({ field: '/plan/target/headers/X-Api-Key', got: '•••' });
    expect(answer.text).not.toContain('tell-nobody');
  });
});

describe('requests that make no sense', () => {
  it.each([
    ['a tampered cursor', '?cursor=12.AAAAAAAAAAAAAAAA', '/cursor'],
    ['a made-up cursor', '?cursor=x', '/cursor'],
    ['a limit of 0', '?limit=0', '/limit'],
    ['a limit of 101', '?limit=101', '/limit'],
    ['an unknown state', '?state=sleeping', '/state'],
    ['an unknown filter', '?colour=red', '/colour'],
    ['a filter given twice', '?search=a&search=b', '/search'],
    ['a NUL in the search', '?search=a%00b', '/search'],
  ])('%s is refused in a list', async (_what, query, field) => {
    expect(problemIn(await boss('GET', `${api.runs}${query}`))).toMatchObject({ status: 400, code: 'invalid_input', field });
  });

  it('refuses a cursor of another filter', async () => {
    for (let i = 0; i < 3; i++) await launch(boss);
    const page = await boss<{ nextCursor: string; items: Run[] }>('GET', `${api.runs}?limit=2`);
    expect(page.body.nextCursor).toBeTruthy();
    const next = await boss<{ items: Run[] }>('GET', `${api.runs}?limit=2&cursor=${page.body.nextCursor}`);
    expect(next.body.items[0]?.id).not.toBe(page.body.items[1]?.id);
    expect(problemIn(await boss('GET', `${api.runs}?limit=2&state=queued&cursor=${page.body.nextCursor}`)).field).toBe('/cursor');
    expect(problemIn(await boss('GET', `${api.runs}?cursor=${page.body.nextCursor.replace(/^./, '9')}`)).field).toBe('/cursor');
  });

  it('stops a run once, and says that a finished one is over', async () => {
    const run = await launch(boss);
    const stopped = await boss<Run>('POST', api.stopRun(run.id));
    expect([stopped.status, stopped.body.state]).toEqual([202, 'stopped']);
    expect(problemIn(await boss('POST', api.stopRun(run.id)))).toMatchObject({ status: 409, code: 'run_finished' });
  });

  it('deletes no run that is not over', async () => {
    const run = await launch(boss);
    expect(problemIn(await boss('DELETE', api.run(run.id)))).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('keeps tags and notes, and refuses others', async () => {
    const run = await launch(boss, planInput({ tags: { branch: 'main' } }), { note: 'first' });
    expect(run).toMatchObject({ tags: { branch: 'main' }, note: 'first' });
    const changed = await boss<Run>('PATCH', api.run(run.id), { tags: { build: '7' } });
    expect(changed.body).toMatchObject({ tags: { build: '7' }, note: 'first' });
    expect(problemIn(await boss('PATCH', api.run(run.id), { tags: { 'a b': 'x' } })).status).toBe(400);
    expect(problemIn(await boss('PATCH', api.run(run.id), { state: 'completed' })).field).toBe('/state');
    expect((await boss<{ total: number }>('GET', `${api.runs}?tag=build:7`)).body.total).toBe(1);
  });

  it('compares only what can be compared', async () => {
    const [one, two] = [await finishedRun(test, boss), await finishedRun(test, boss)];
    const going = await launch(boss);
    const ask = async (base: string[], candidate: string[]) => problemIn(await boss('GET', api.comparison(base, candidate)));
    expect(await ask([one.id], [one.id])).toMatchObject({ status: 400, field: '/candidate' });
    expect(await ask([one.id, one.id], [two.id])).toMatchObject({ status: 400, field: '/base' });
    expect(await ask([one.id], [])).toMatchObject({ status: 400, field: '/candidate' });
    expect(await ask([one.id], ['nonsense'])).toMatchObject({ status: 404 });
    expect(await ask([one.id], [going.id])).toMatchObject({ status: 409 });
    const many = Array.from({ length: 51 }, () => crypto.randomUUID());
    expect(problemIn(await boss('POST', api.comparisons, { base: many, candidates: [[one.id]] }))).toMatchObject({
      status: 400,
      field: '/base',
    });
    const half = many.slice(0, 26);
    expect(problemIn(await boss('POST', api.comparisons, { base: half, candidates: [many.slice(26, 51)] }))).toMatchObject({ status: 400 });
    expect((await boss('GET', '/api/v1/comparison')).status).toBe(400);
  });

  it.each([
    [{ expiresInDays: 0 }, '/expiresInDays'],
    [{ expiresInDays: -1 }, '/expiresInDays'],
    [{ expiresInDays: 400 }, '/expiresInDays'],
    [{ hide: ['everything'] }, '/hide/0'],
    [{ comparisonId: '00000000-0000-4000-8000-000000000000' }, ''],
  ])('refuses to share with %j', async (change, field) => {
    const body = { runId: '00000000-0000-4000-8000-000000000000', ...change };
    expect(problemIn(await boss('POST', api.shares, body))).toMatchObject({ status: 400, field });
  });

  it('answers what is not there in the same words everywhere', async () => {
    for (const path of ['/api/v1/nothing', '/api/nothing', '/api/auth/admin/list-users', '/assets/none.js'])
      expect(problemIn(await boss('GET', path)).code, path).toBe('not_found');
    expect((await boss('GET', '/api/v1/runs/%zz')).status).toBe(400);
  });
});
