/** Experiments behind a link: every kind of them, masked, readable without a script, gone when revoked. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Capacity, Experiment } from '@plimsoll/contracts/experiment';
import type { ExperimentCourse } from '@plimsoll/contracts/foreseen-power';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { type Shared, type SharedExperiment, sharedSchema } from '@plimsoll/contracts/share';
import { beforeAll, describe, expect, it } from 'vitest';
import { previewPng } from '../../src/share/picture/preview-png.ts';
import { problemIn } from '../support/asking.ts';
import { otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun, planInput } from '../support/stored-runs.ts';
import { putWebPage } from '../support/test-api.ts';
import { everythingShown, share, withoutOwnAddress } from './shares.ts';

const { test, boss } = useApi();
const shell = '<!doctype html><html lang="en"><head><title>Plimsoll</title></head><body><div id="root"></div></body></html>';
beforeAll(async () => {
  putWebPage(test, shell);
});

interface Given {
  readonly name: string;
  readonly ms: number;
  readonly plan: PlanInput;
}
type Result = Partial<Pick<Experiment, 'comparisons' | 'knee' | 'noiseFloor' | 'power'>> & { capacity?: Capacity };

/** An experiment that is over, one run a variant, its findings put there as a worker would; A/A runs its variant twice. */
async function finishedExperiment(body: object, variants: readonly Given[], result: Result = {}): Promise<string> {
  const made = await boss<Experiment>('POST', api.experiments, {
    repeats: 1,
    ...body,
    variants: variants.map(({ name, plan }) => ({ name, plan })),
  });
  expect(made.status, made.text).toBe(201);
  const { db } = test.context;
  const first: string[] = [];
  // A search has no run before its worker asks for one.
  if (made.body.runs.length === 0)
    await db.query('INSERT INTO experiment_runs (experiment_id, position, variant, rate) VALUES ($1, 0, 0, 100)', [made.body.id]);
  for (const { position, variant } of made.body.runs.length === 0 ? [{ position: 0, variant: 0 }] : made.body.runs) {
    const given = variants[Math.min(variant, variants.length - 1)] as Given;
    const run = await finishedRun(test, boss, { plan: given.plan, ms: given.ms });
    first[variant] ??= run.id;
    await db.query('UPDATE experiment_runs SET run_id = $3, inserted_at = now() WHERE experiment_id = $1 AND position = $2', [
      made.body.id,
      position,
      run.id,
    ]);
  }
  const [base = '', ...candidates] = first;
  const compared =
    candidates.length > 0
      ? (await boss<ComparisonResult>('GET', api.comparison([base], ...candidates.slice(0, 4).map((id) => [id])))).body
      : null;
  const comparisons = compared?.candidates.map((one, at) => ({
    variant: at + 1,
    result: { ...compared, candidates: [one], sentence: one.sentence },
  }));
  await db.query(
    `UPDATE experiments SET state = 'completed', state_reason = 'It ran to its end.', ended_at = now(), result = $2 WHERE id = $1`,
    [made.body.id, JSON.stringify({ comparisons: comparisons ?? [], noiseFloor: null, capacity: null, knee: null, ...result })],
  );
  return made.body.id;
}

const contentOf = async (token: string) => {
  const shared = await test.anonymous<Shared>('GET', api.shared(token));
  return sharedSchema.parse(shared.body).content as SharedExperiment;
};
const badgeOf = async (token: string) =>
  /<title>(.*)<\/title>/.exec((await test.anonymous('GET', `/s/${token}/badge.svg`)).text)?.[1]?.replaceAll('\u00a0', ' ');

const keyed = (connections: number, keepAlive: boolean, url = 'http://127.0.0.1:8787/private/cart?q=canary-query') =>
  planInput({
    name: 'canary-plan',
    target: { url, headers: { authorization: 'canary-secret' } },
    connection: { keepAlive },
    load: { model: 'closed', connections, duration: '20s' },
    note: 'canary-note',
  });
const variant = (name: string, ms: number, plan: PlanInput): Given => ({ name, ms, plan });

describe('a shared A/B', () => {
  it('of HTTP clients says which they are, in words and in what differs, what it could have seen, and how its interval closed in', async () => {
    const driven = (client: 'undici' | 'wire') => ({ ...keyed(10, true), connection: { client } });
    const power = { detectable: 0.014, after: 300, needed: null, of: 'firstTokenTime.p50' as const, from: 'itself' as const };
    const sides = [variant('a', 10, driven('undici')), variant('b', 11, driven('wire'))];
    const id = await finishedExperiment({ name: 'clients', design: 'turns', detect: 0.02 }, sides, { power });
    const { token } = await share(boss, { experimentId: id });
    const { experiment } = await contentOf(token);
    expect(experiment.power).toEqual({ ...power, detect: 0.02 });
    expect((await test.anonymous('GET', `/s/${token}`)).text.replaceAll('\u00a0', ' ')).toContain(
      'It could have seen changes of 1.4 % (p50 TTFT)',
    );
    const course = (await boss<ExperimentCourse>('GET', api.experimentCourse(id))).body.items;
    expect(course).toMatchObject([{ variant: 1, points: [{ second: 20 }] }]);
    expect(experiment.course).toEqual({ detect: 0.02, seconds: 40, items: course });
    const former = await share(boss, { experimentId: id });
    await test.context.db.query(`UPDATE shares SET content = content #- '{experiment,course}' WHERE id = $1`, [former.id]);
    expect((await contentOf(former.token)).experiment.course).toBeNull();
    for (const end of ['', '/embed']) {
      const drawing = /<figure class="pair-dots closing">.*?<\/figure>/s;
      const shown = drawing.exec((await test.anonymous('GET', `/s/${token}${end}`)).text)?.[0];
      expect(shown, end).toContain('After 0:20 of load');
      // An embed has no style but its sheet's.
      expect(shown, end).not.toContain('style=');
      expect((await test.anonymous('GET', `/s/${former.token}${end}`)).text, end).not.toMatch(drawing);
    }
    expect(experiment.variants.map(({ settings }) => settings)).toEqual([
      [{ name: 'HTTP client', value: 'undici', setting: 'client' }],
      [{ name: 'HTTP client', value: 'raw sockets', setting: 'client' }],
    ]);
    expect(experiment.comparisons[0]?.result.candidates[0]?.comparability.differences).toEqual([
      { field: 'connection.client', base: 'undici', candidate: 'wire', kind: 'plan' },
    ]);
  });

  it('holds its variants and every verdict, says all in one sentence, and none of its secrets', async () => {
    const id = await finishedExperiment({ name: 'data access' }, [
      variant('raw', 10, keyed(10, true)),
      variant('builder', 10, keyed(10, false)),
      variant('ORM', 30, keyed(20, true)),
    ]);
    const { token } = await share(boss, { experimentId: id });
    const { title, experiment } = await contentOf(token);
    expect(title).toBe('data access');
    expect(experiment).toMatchObject({
      kind: 'ab',
      state: 'completed',
      arms: ['raw', 'builder', 'ORM'],
      noiseFloor: null,
      map: null,
      tries: [],
    });
    expect(experiment.variants.map(({ name, runs, settings }) => [name, runs, settings.map((one) => one.value)])).toEqual([
      ['raw', 1, ['on', '10']],
      ['builder', 1, ['off', '10']],
      ['ORM', 1, ['on', '20']],
    ]);
    expect(experiment.variants[0]?.settings.map(({ name }) => name)).toEqual(['Keep-alive', 'Connections']);
    // 50 requests a second each; times go from the given figure to one ms above it.
    expect(experiment.variants.map(({ throughputPerSecond, p99Us }) => [throughputPerSecond, Math.round((p99Us ?? 0) / 1000)])).toEqual([
      [50, 11],
      [50, 11],
      [50, 31],
    ]);
    expect(experiment.sentence).toMatch(/^Against raw: builder (?:no difference|undecided), ORM slower \((p50|p99) 2\.\d+\u00a0×\)\.$/);
    expect(experiment.comparisons.map(({ result }) => [result.base.points.length, result.candidates[0]?.points.length])).toEqual([
      [20, 20],
      [0, 20],
    ]);
    const shown = await everythingShown(test, token);
    for (const canary of ['canary-secret', 'canary-query', 'canary-note', 'generator-host.internal'])
      expect(shown, canary).not.toContain(canary);
    const page = (await test.anonymous('GET', `/s/${token}`)).text;
    for (const table of ['Variants and their figures', 'All arms', 'Verdicts: builder', 'Verdicts: ORM'])
      expect(page).toMatch(new RegExp(`<table class="[^"]*" aria-label="${table}">`));
    expect(page).toContain(`<meta property="og:description" content="${experiment.sentence}">`);
    expect(await badgeOf(token)).toMatch(/^Plimsoll: Worse · (p50|p99) 2\.\d+ ×, valid$/);
  });

  it('masked, keeps names, host, path and tags to itself, also in its sentences', async () => {
    const id = await finishedExperiment({ name: 'canary-title' }, [
      variant('canary one', 10, keyed(10, true)),
      variant('canary two, /private/cart', 20, keyed(10, true, 'http://127.0.0.1:8787/other/path?q=canary-query')),
    ]);
    const { token } = await share(boss, { experimentId: id, hide: ['host', 'path', 'tags', 'name'] });
    const shown = withoutOwnAddress(await everythingShown(test, token));
    for (const hidden of ['canary', 'private', 'other/path', '127.0.0.1', '8787']) expect(shown, hidden).not.toContain(hidden);
    const { experiment } = await contentOf(token);
    expect(experiment.variants.map(({ name, settings }) => [name, settings.map((one) => one.value)])).toEqual([
      ['Variant A', ['•••/••• #1']],
      ['Variant B', ['•••/••• #2']],
    ]);
    const pathOnly = await contentOf((await share(boss, { experimentId: id, hide: ['path'] })).token);
    expect(pathOnly.experiment.variants.map(({ name }) => name)).toEqual(['canary one', 'canary two, /•••']);
  });
});

describe('a shared sweep', () => {
  it('holds its map with the knee, and draws it on page, embed and picture', async () => {
    const cell = (connections: number, keepAlive: boolean, ms: number) =>
      variant(`${keepAlive ? 'on' : 'off'}, ${connections}`, ms, keyed(connections, keepAlive));
    const knee = { variant: 1, sentence: 'on, 20: Throughput reaches its limit of about 50/s at 20; more gains less than 5 %.' };
    const id = await finishedExperiment(
      { kind: 'sweep', name: 'keep-alive by connections' },
      [cell(10, true, 10), cell(20, true, 10), cell(10, false, 20), cell(20, false, 20)],
      { knee: { ...knee, code: null } },
    );
    const { token } = await share(boss, { experimentId: id });
    const { experiment } = await contentOf(token);
    expect(experiment.map).toEqual({
      rows: { title: 'Keep-alive', values: ['on', 'off'], setting: 'keepAlive' },
      columns: { title: 'Connections', values: ['10', '20'], setting: 'connections' },
      cells: [
        [0, 1],
        [2, 3],
      ],
    });
    expect(experiment).toMatchObject({ sentence: knee.sentence, knee });
    const { body: inChinese } = await test.anonymous<Shared>('GET', api.shared(token), undefined, { 'accept-language': 'zh' });
    expect(inChinese.content).toMatchObject({ experiment: { map: { rows: { title: '长连接', values: ['开', '关'] } } } });
    for (const path of ['', '/embed']) {
      const { text } = await test.anonymous('GET', `/s/${token}${path}`);
      const heat = /<table class="heat".*?<\/table>/s.exec(text)?.[0] ?? '';
      expect(heat.match(/<div class="heat-figure">50<\/div>/g), path).toHaveLength(4);
      expect(heat.match(/<b>knee<\/b>/g), path).toHaveLength(1);
    }
    expect(await badgeOf(token)).toBe('Plimsoll: up to 50/s, valid');
  });
});

describe('a shared search and a shared noise floor', () => {
  it('hold the found rate with its interval and each try, and the change that cannot be seen', async () => {
    const open = planInput({ load: { model: 'open', rate: 100, duration: '20s' } });
    const capacity = {
      rate: 400,
      interval: { low: 380, high: 420 },
      confirmed: true,
      sentence: 'It carries 400/s.',
      limit: null,
      disturbed: { tries: 1, of: 4 },
    };
    const search = { thresholds: ['p(99) < 250ms'], startRate: 100, maxRate: 1000, keepsUp: 0.99 };
    const found = await finishedExperiment({ kind: 'capacity', search }, [variant('open', 10, open)], {
      capacity: { ...capacity, code: null },
    });
    const { token } = await share(boss, { experimentId: found });
    const { experiment } = await contentOf(token);
    expect(experiment).toMatchObject({ sentence: 'It carries 400/s.', capacity, thresholds: search.thresholds, map: null });
    expect(experiment.tries).toMatchObject([{ rate: 100, throughputPerSecond: 50 }]);
    expect((await everythingShown(test, token)).replaceAll('\u00a0', ' ')).toContain('between 380/s and 420/s');
    expect(await badgeOf(token)).toBe('Plimsoll: capacity 400/s, valid');

    const quiet = await finishedExperiment({ kind: 'aa', repeats: 2 }, [variant('alike', 10, planInput())], { noiseFloor: 0.034 });
    const noise = await contentOf((await share(boss, { experimentId: quiet })).token);
    expect(noise.experiment).toMatchObject({ sentence: 'Changes under 3.40\u00a0% are noise here.', arms: ['Side A', 'Side B'] });
    for (const content of [noise, await contentOf(token)]) expect((await previewPng(content)).length).toBeGreaterThan(15_000);
  });
});

describe('its link', () => {
  it('is made of an experiment of the team that is over, is listed, and ends with its switch and with the one for all', async () => {
    const going = await boss<Experiment>('POST', api.experiments, { kind: 'aa', repeats: 2, variants: [{ name: 'a', plan: planInput() }] });
    expect(problemIn(await boss('POST', api.shares, { experimentId: going.body.id })).status).toBe(409);
    expect(problemIn(await boss('POST', api.shares, { experimentId: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect(problemIn(await boss('POST', api.shares, { experimentId: going.body.id, runId: going.body.id })).status).toBe(400);
    expect(problemIn(await boss('POST', api.shares, {})).status).toBe(400);
    const id = await finishedExperiment({ name: 'listed' }, [variant('a', 10, planInput()), variant('b', 10, planInput())]);
    const stranger = await otherTeam(test);
    expect((await stranger('POST', api.shares, { experimentId: id })).status).toBe(404);
    const [one, two] = [await share(boss, { experimentId: id }), await share(boss, { experimentId: id })];
    const { items } = (await boss<{ items: object[] }>('GET', api.shares)).body;
    expect(items[0]).toMatchObject({ id: two.id, kind: 'experiment', title: 'listed', experimentId: id, runId: null, comparisonId: null });
    const paths = (token: string) => [
      api.shared(token),
      ...['', '/embed', '/preview.png', '/badge.svg'].map((path) => `/s/${token}${path}`),
    ];
    for (const path of paths(one.token)) expect((await test.anonymous('GET', path)).status, path).toBe(200);
    expect((await boss('DELETE', api.share(one.id))).status).toBe(204);
    for (const path of paths(one.token)) expect((await test.anonymous('GET', path)).status, path).toBe(404);
    expect((await boss('DELETE', api.shares)).status).toBe(200);
    for (const path of paths(two.token)) expect((await test.anonymous('GET', path)).status, path).toBe(404);
  });
});
