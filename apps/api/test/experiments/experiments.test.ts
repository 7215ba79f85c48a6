import { defaultCaps } from '@plimsoll/contracts/caps';
import type { DesignReason } from '@plimsoll/contracts/design';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import type { Problem } from '@plimsoll/contracts/problem';
import { designSentence } from '@plimsoll/wording/design-sentence';
import { describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { complete, launch, planInput, sampleAt, streamsAt, timesAround } from '../support/stored-runs.ts';
import { manyLoads } from '../support/test-api.ts';

const { test, boss } = useApi({
  caps: { ...defaultCaps, ...manyLoads, maxConnections: 500, maxRatePerSecond: 1000 },
});

const open = planInput({ load: { model: 'open', rate: 10, duration: '5s' } });
const two = (change = {}) => ({
  variants: [
    { name: 'a', plan: planInput() },
    { name: 'b', plan: planInput() },
  ],
  ...change,
});
const search = { thresholds: ['p(99) < 50ms'], startRate: 10, maxRate: 1000 };

describe('an experiment', () => {
  it('is queued with its runs in their interleaved order, and listed', async () => {
    const answer = await boss<Experiment>('POST', api.experiments, two({ repeats: 2 }));
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.location).toBe(api.experiment(answer.body.id));
    expect(answer.body).toMatchObject({
      kind: 'ab',
      state: 'queued',
      name: 'a or b',
      planId: null,
      progress: { done: 0, total: 4 },
      comparisons: [],
      capacity: null,
      endedAt: null,
    });
    expect(answer.body.runs.map((run) => [run.position, run.variant, run.runId])).toEqual([
      [0, 0, null],
      [1, 1, null],
      [2, 1, null],
      [3, 0, null],
    ]);
    expect((await boss<Experiment>('GET', api.experiment(answer.body.id))).body).toEqual(answer.body);
    const { variants: _, ...progress } = answer.body;
    expect((await boss('GET', api.experimentProgress(answer.body.id))).body).toEqual(progress);
    const { items } = (await boss<{ items: Experiment[] }>('GET', api.experiments)).body;
    expect(items[0]).toMatchObject({ id: answer.body.id, state: 'queued', stateReason: null, progress: { done: 0, total: 4 } });
  });

  const at = (port: number, load: Record<string, unknown> = { model: 'open', rate: 10, duration: '5s' }) =>
    planInput({ target: { url: `http://127.0.0.1:${port}/` }, load: load as never });
  const ask = (plans: unknown[], change = {}) =>
    boss<Experiment>('POST', api.experiments, { variants: plans.map((plan, n) => ({ name: `v${n}`, plan })), ...change });

  it('is made at once where each variant has a target of its own, and says so', async () => {
    const { status, body, text } = await ask([at(8081), at(8082)]);
    expect(status, text).toBe(201);
    expect(body).toMatchObject({ design: 'together', designReason: { kind: 'ownTargets', variants: 2 }, detect: 0.03, power: null });
    expect(designSentence(body.design, body.designReason as DesignReason)).toContain('all are loaded at once');
  });

  const lasting = (duration = '12s') => at(8081, { model: 'open', rate: 600, duration });

  it('is made in turns where variants share a target, which then has the load of one', async () => {
    const { caps } = test.context.config;
    const before = caps.maxRateOfTarget;
    caps.maxRateOfTarget = 1000;
    const { status, body, text } = await ask([lasting(), lasting()], { repeats: 2 });
    caps.maxRateOfTarget = before;
    expect(status, text).toBe(201);
    expect(body).toMatchObject({ design: 'turns', designReason: { kind: 'sharedTarget' } });
    expect(designSentence(body.design, body.designReason as DesignReason)).toContain('take turns of some seconds');
    // Two rounds of twice 12 s with a cool-down of 2 s between: 50 s.
    const shape = { repeats: 1, maxDuration: '50s' };
    expect((await ask([lasting(), lasting()], shape)).body.extendTo).toBe(2);
    const asked = await ask(
      [at(8081), at(8082)].map((plan) => ({ ...plan, load: { ...plan.load, duration: '12s' } })),
      { design: 'turns' },
    );
    expect(asked.body).toMatchObject({ design: 'turns', designReason: { kind: 'chosen' } });
  });

  it.each([
    ['short variants of one target', [at(8081), at(8081)], {}, 'tooShort'],
    ['variants that last differently', [at(8081), at(8082, { model: 'open', rate: 10, duration: '6s' })], {}, 'otherLengths'],
    ['an A/A', [at(8081)], { kind: 'aa' }, 'sharedTarget'],
    ['a sweep', [at(8081), at(8082)], { kind: 'sweep' }, 'ofKind'],
    ['who asks for it', [at(8081), at(8082)], { design: 'runs' }, 'chosen'],
  ])('is made run by run for %s', async (_who, plans, change, reason) => {
    expect((await ask(plans, change)).body).toMatchObject({ design: 'runs', designReason: { kind: reason } });
  });

  it('extends itself to as many rounds as have room in maxDuration, which are longer one after another', async () => {
    const shape = { coolDown: '1s', repeats: 2, maxDuration: '1m' };
    // Rounds of 5 s with a second between: ten end after 59 s.
    expect((await ask([at(8081), at(8082)], shape)).body.extendTo).toBe(10);
    // Rounds of 12 s with the cool-downs, less the last one.
    expect((await ask([at(8081), at(8082)], { ...shape, design: 'runs' })).body.extendTo).toBe(5);
    expect((await ask([at(8081), at(8082)], { ...shape, extendTo: 3 })).body.extendTo).toBe(3);
  });

  it('restarts its services by a URL that targets may be, which everybody in the team sees', async () => {
    const restart = { url: 'http://127.0.0.1:9099/restart' };
    const asked = await ask([at(8081), at(8082)], { restart });
    expect(asked.body.restart, asked.text).toEqual(restart);
    const { id } = asked.body;
    expect((await boss<Experiment>('GET', api.experiment(id))).body.restart).toEqual(restart);
    const plans = [at(8081), at(8082)];
    expect(problemIn(await ask(plans, { restart: { url: 'http://192.0.2.1/restart' } }))).toMatchObject({
      status: 400,
      code: 'target_refused',
      errors: [{ field: '/restart/url' }],
    });
    for (const url of ['http://127.0.0.1:9099/?token=abc', 'http://ann:pass@127.0.0.1:9099/', 'ftp://127.0.0.1/'])
      expect(problemIn(await ask(plans, { restart: { url } }))).toMatchObject({ status: 400, errors: [{ field: '/restart/url' }] });
    const aa = await ask([at(8081)], { kind: 'aa', restart });
    expect(problemIn(aa)).toMatchObject({ status: 400, errors: [{ field: '/restart' }] });
  });

  it.each([
    ['/design', { kind: 'sweep', design: 'together' }, [at(8081), at(8082)]],
    [
      '/design',
      { design: 'together' },
      [at(8081, { model: 'open', rate: 600, duration: '5s' }), at(8081, { model: 'open', rate: 600, duration: '5s' })],
    ],
    ['/design', { design: 'turns' }, [lasting('11s'), lasting('11s')]],
    ['/design', { design: 'turns' }, [lasting('12s'), lasting('13s')]],
    ['/design', { kind: 'sweep', design: 'turns' }, [lasting(), lasting()]],
    ['/maxDuration', { maxDuration: '10s', repeats: 3 }, [at(8081), at(8082)]],
    ['/maxDuration', { maxDuration: '1m' }, [at(8081, { model: 'closed', connections: 1, requests: 10 }), at(8082)]],
  ])('is refused at %s for %j', async (field, change, plans) => {
    const { caps } = test.context.config;
    const before = caps.maxRateOfTarget;
    caps.maxRateOfTarget = 1000;
    const refused = problemIn(await ask(plans, change));
    caps.maxRateOfTarget = before;
    expect(refused).toMatchObject({ status: 400, errors: [{ field }] });
  });

  it('is refused over the cap of its team, however many are asked for at once, and taken again when one is over', async () => {
    const { caps } = test.context.config;
    const before = caps.maxExperiments;
    const active = (await test.context.db.query(`SELECT FROM experiments WHERE state = 'queued'`)).rowCount ?? 0;
    caps.maxExperiments = active + 3;
    const answers = await Promise.all(Array.from({ length: 8 }, () => boss<Experiment & Problem>('POST', api.experiments, two())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'over_cap', detail: expect.stringContaining(`the cap is ${active + 3}`) });
    const taken = answers.find(({ status }) => status === 201);
    expect((await boss('POST', api.stopExperiment(taken?.body.id ?? ''))).status).toBe(202);
    expect((await boss('POST', api.experiments, two())).status).toBe(201);
    caps.maxExperiments = before;
  });

  it('asked for twice under one key is one experiment; the key is not one of runs', async () => {
    const key = { 'idempotency-key': 'double press' };
    const [one, two_] = await Promise.all([
      boss<Experiment>('POST', api.experiments, two(), key),
      boss<Experiment>('POST', api.experiments, two(), key),
    ]);
    expect(one.status, one.text).toBe(201);
    expect(two_.body.id).toBe(one.body.id);
    expect((await boss('POST', api.runs, { plan: planInput() }, key)).status).toBe(201);
    expect(problemIn(await boss('POST', api.experiments, two({ repeats: 2 }), key))).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    });
  });

  it('that is queued stops at once, and a second stop is told so', async () => {
    const { body } = await boss<Experiment>('POST', api.experiments, two());
    const stopped = await boss<Experiment>('POST', api.stopExperiment(body.id));
    expect(stopped.status, stopped.text).toBe(202);
    expect(stopped.body).toMatchObject({ state: 'stopped', stateReason: 'Stopped before it started: nothing was sent.' });
    const again = await boss('POST', api.stopExperiment(body.id));
    expect(problemIn(again)).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('keeps the secrets of its variants to itself and takes stored ones by name', async () => {
    const canary = 'canary-of-the-experiment';
    const plan = planInput({ target: { url: 'http://127.0.0.1:8787/', headers: { authorization: canary } } });
    const saved = await boss<{ id: string }>('POST', api.plans, { plan });
    const masked = planInput({ target: { url: 'http://127.0.0.1:8787/', headers: { authorization: '•••' } } });
    const answer = await boss<Experiment>('POST', api.experiments, {
      kind: 'aa',
      planId: saved.body.id,
      variants: [{ name: 'a', plan: masked }],
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.planId).toBe(saved.body.id);
    expect(answer.text).not.toContain(canary);
    expect(answer.body.variants[0]?.plan.target?.headers.authorization).toBe('•••');
    const { rows } = await test.context.db.query<{ text: string }>('SELECT variants::text AS text FROM experiments WHERE id = $1', [
      answer.body.id,
    ]);
    expect(rows[0]?.text).not.toContain(canary);
    const without = await boss('POST', api.experiments, { kind: 'aa', variants: [{ name: 'a', plan: masked }] });
    expect(problemIn(without)).toMatchObject({ status: 400, field: '/variants/0/plan/target/headers/authorization' });
  });

  it('filters the history, and runs of no experiment say so', async () => {
    const run = await launch(boss);
    expect(run).toMatchObject({ experimentId: null, baseline: null, ciStatus: null });
    const { body } = await boss<{ total: number }>('GET', `${api.runs}?experimentId=00000000-0000-4000-8000-000000000000`);
    expect(body.total).toBe(0);
    expect((await boss<{ total: number }>('GET', `${api.runs}?verdict=worse`)).body.total).toBe(0);
  });
});

type Row = [what: string, body: unknown, field: string, code?: Problem['code']];
it('tells of runs of streams the time that their users wait for, of plain ones p99 alone', async () => {
  const events = planInput({ target: { url: 'http://127.0.0.1:8787/events', stream: 'sse' } });
  const variants = [
    { name: 'events', plan: events },
    { name: 'plain', plan: planInput() },
  ];
  const { id, runs } = (await boss<Experiment>('POST', api.experiments, { variants, repeats: 1 })).body;
  const samplesOf = (second: number) => [
    streamsAt(second, { wholeMs: 2000, firstMs: 20, gapMs: 400 }),
    sampleAt(second, timesAround(10, second)),
  ];
  for (const { position, variant } of runs) {
    const run = await launch(boss, variants[variant]?.plan);
    await complete(
      test,
      run.id,
      [0, 1].map((second) => samplesOf(second)[variant] ?? expect.fail()),
    );
    await test.context.db.query('UPDATE experiment_runs SET run_id = $3, inserted_at = now() WHERE experiment_id = $1 AND position = $2', [
      id,
      position,
      run.id,
    ]);
  }
  const shown = (await boss<Experiment>('GET', api.experiment(id))).body.runs.sort((a, b) => a.variant - b.variant);
  expect(shown.map(({ waiting }) => waiting?.metric ?? null)).toEqual(['firstMessageTime.p95', null]);
  expect(shown[0]?.waiting?.us).toBeCloseTo(20_000, -2);
});

const refused: Row[] = [
  ['no variants', { variants: [] }, '/variants'],
  ['one variant for A/B', { variants: [{ name: 'a', plan: planInput() }] }, '/variants'],
  ['two variants for A/A', two({ kind: 'aa' }), '/variants'],
  ['two variants of one name', { variants: [...two().variants, { name: 'a', plan: planInput() }] }, '/variants'],
  ['an unknown kind', two({ kind: 'abc' }), '/kind'],
  ['no repeats', two({ repeats: 0 }), '/repeats'],
  ['21 repeats', two({ repeats: 21 }), '/repeats'],
  ['extending to less than the repeats', two({ repeats: 5, extendTo: 4 }), '/extendTo'],
  ['a cool-down of an hour', two({ coolDown: '1h' }), '/coolDown'],
  ['a cool-down in words', two({ coolDown: 'a while' }), '/coolDown'],
  ['an unknown field', two({ turbo: true }), '/turbo'],
  ['a search outside a capacity search', two({ search }), '/search'],
  ['a capacity search without its search', { kind: 'capacity', variants: [{ name: 'a', plan: open }] }, '/search'],
  [
    'a capacity search of a closed load',
    { kind: 'capacity', variants: [{ name: 'a', plan: planInput() }], search },
    '/variants/0/plan/load/model',
  ],
  [
    'a search up to less than its start',
    { kind: 'capacity', variants: [{ name: 'a', plan: open }], search: { ...search, maxRate: 5 } },
    '/search/maxRate',
  ],
  [
    'a search for a threshold nobody can read',
    { kind: 'capacity', variants: [{ name: 'a', plan: open }], search: { ...search, thresholds: ['fast'] } },
    '/search/thresholds/0',
  ],
  [
    'a search above the cap',
    { kind: 'capacity', variants: [{ name: 'a', plan: open }], search: { ...search, maxRate: 1001 } },
    '/search/maxRate',
    'over_cap',
  ],
  [
    'a variant that may not be loaded',
    { variants: [two().variants[0], { name: 'b', plan: planInput({ target: { url: 'http://10.0.0.1/' } }) }] },
    '/variants/1/plan/target/url',
    'target_refused',
  ],
  [
    'a variant with a bad plan',
    { variants: [two().variants[0], { name: 'b', plan: { ...planInput(), version: 2 } }] },
    '/variants/1/plan/version',
  ],
  [
    'a variant over a cap',
    { variants: [two().variants[0], { name: 'b', plan: planInput({ load: { model: 'closed', connections: 501, duration: '1s' } }) }] },
    '/variants/1/plan/load/connections',
    'over_cap',
  ],
  [
    'a variant of more generators than workers are online',
    { variants: [two().variants[0], { name: 'b', plan: planInput({ generators: 2 }) }] },
    '/variants/1/plan/generators',
    'not_enough_workers',
  ],
  [
    'more than a day in all',
    {
      variants: ['a', 'b'].map((name) => ({ name, plan: planInput({ load: { model: 'closed', connections: 1, duration: '5h' } }) })),
      repeats: 3,
    },
    '/repeats',
    'over_cap',
  ],
];

describe('an experiment that cannot run is refused at its field', () => {
  it.each(refused)('%s', async (_what, body, field, code = 'invalid_input') => {
    const answer = await boss('POST', api.experiments, body);
    const problem = problemIn(answer);
    expect(problem, JSON.stringify(problem)).toMatchObject({ status: code === 'not_enough_workers' ? 409 : 400, code, field });
    expect(problem.errors?.[0]?.message.length).toBeGreaterThan(5);
  });
});
