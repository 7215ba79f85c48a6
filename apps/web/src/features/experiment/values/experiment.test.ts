import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { listSettings, readSetting, type SettingName, usualSetting, withSetting } from '@plimsoll/contracts/setting';
import { findGrid } from '@plimsoll/contracts/sweep-grid';
import { describe, expect, it } from 'vitest';
import { estimateRepeats, estimateSearch } from '../../../domain/experiment/estimate.ts';
import { startAxis, startValues } from './form-values.ts';
import { doubledValue, gridVariants } from './grid.ts';
import { judgeExperiment } from './judged.ts';

const closed: Plan = planSchema.parse({
  version: 1,
  name: 'hello',
  target: { url: 'http://127.0.0.1:8787/' },
  load: { model: 'closed', connections: 20, duration: '10s' },
  warmup: '2s',
});
const open: Plan = planSchema.parse({ ...closed, load: { model: 'open', rate: 500, duration: '10s' } });
const limited: Plan = { ...open, connection: { ...open.connection, maxActiveRequests: 20 } };
/** Without a keep-alive to vary. */
const unlikePlans = [
  {
    target: { url: 'grpc://127.0.0.1:4001', grpc: { call: 'test.Echo/Unary', reflection: true } },
    connection: { protocol: 'grpc', streams: 20 },
  },
  { target: { url: 'ws://127.0.0.1:4001/', websocket: { messages: ['hello'] } }, connection: { protocol: 'websocket' } },
  { connection: { pipelining: 4 } },
].map((parts) => planSchema.parse({ ...open, ...parts })) as [Plan, Plan, Plan];
const words = (setting: SettingName, value: string) => `${setting} ${value}`;
const origin = { planId: null, secretsFrom: null };

describe('settings', () => {
  it('are those the plan has', () => {
    expect(listSettings(closed)).toEqual(['keepAlive', 'client', 'protocol', 'connections', 'pipelining', 'url']);
    expect(listSettings(open)).toContain('rate');
    const post = planSchema.parse({ ...closed, target: { ...closed.target, method: 'POST' } });
    expect(listSettings(post)).toContain('bodyBytes');
    const staged: Plan = { ...closed, load: { model: 'closed', stages: [{ to: 5, over: '5s' }] } };
    expect(listSettings(staged)).not.toContain('connections');
    expect(listSettings(limited)).toContain('maxActiveRequests');
  });
  it('are never ones that the plan refuses, and one of them is varied at first', () => {
    const [called, socket, piped] = unlikePlans;
    expect(usualSetting(closed)).toBe('keepAlive');
    for (const plan of [called, socket, piped]) {
      expect(listSettings(plan)).not.toContain('keepAlive');
      expect(usualSetting(plan)).toBe('url');
    }
    const several = planSchema.parse({ ...piped, target: null, requests: [{ name: 'one', url: 'http://127.0.0.1:4001/' }] });
    expect(usualSetting(several)).toBe('connections');
  });
  it('read back what was written', () => {
    const values: Record<SettingName, string> = {
      keepAlive: 'off',
      client: 'wire',
      protocol: 'http2',
      streams: '8',
      connections: '7',
      rate: '250',
      pipelining: '4',
      maxActiveRequests: '30',
      bodyBytes: '1234',
      url: 'http://127.0.0.1:9/',
    };
    const post = planSchema.parse({ ...limited, target: { ...open.target, method: 'POST' } });
    for (const setting of listSettings(post))
      expect(readSetting(withSetting(post, setting, values[setting]), setting)).toBe(values[setting]);
  });
});

describe('a sweep', () => {
  const axes = [
    { setting: 'keepAlive', text: 'on, off' },
    { setting: 'connections', text: '1, 10\n100' },
  ] as const;
  it('makes every combination once, the last setting fastest', () => {
    const variants = gridVariants(closed, axes, words);
    expect(variants.map((variant) => variant.name)).toEqual([
      'keepAlive on, connections 1',
      'keepAlive on, connections 10',
      'keepAlive on, connections 100',
      'keepAlive off, connections 1',
      'keepAlive off, connections 10',
      'keepAlive off, connections 100',
    ]);
    expect(variants[4]?.plan).toEqual({
      ...closed,
      connection: { ...closed.connection, keepAlive: false },
      load: { ...closed.load, connections: 10 },
    });
  });
  it('is read back as rows and columns, numbers in order, load along the columns', () => {
    const variants = gridVariants(closed, [{ setting: 'connections', text: '100, 1, 10' }, axes[0]], words);
    const grid = findGrid(variants);
    expect(grid?.columns).toEqual({ setting: 'connections', values: ['1', '10', '100'] });
    expect(grid?.rows).toEqual({ setting: 'keepAlive', values: ['on', 'off'] });
    expect(variants[grid?.cell(1, 2) ?? -1]?.name).toBe('connections 100, keepAlive off');
  });
  it('of one setting is one row, and of three settings no grid', () => {
    const one = findGrid(gridVariants(closed, [axes[1]], words));
    expect([one?.rows, one?.cell(0, 2)]).toEqual([null, 2]);
    expect(findGrid(gridVariants(closed, [...axes, { setting: 'pipelining', text: '1,2' }], words))).toBeNull();
  });
  it('knows when a value is given twice', () => {
    expect(doubledValue({ setting: 'connections', text: '10, 20, 10.0' })).toBe('10');
    expect(doubledValue({ setting: 'url', text: 'http://a/?x=1,2\nhttp://b/' })).toBeNull();
  });
});

describe('the length of an experiment', () => {
  it('is every run with its warm-up and start, and the cool-downs between', () => {
    const estimate = estimateRepeats({ plans: [closed, closed], repeats: 3, extendTo: 5, coolDown: '2s' });
    expect(estimate).toEqual({ runs: 6, ms: 6 * 13_000 + 5 * 2000, mostRuns: 10, mostMs: 10 * 13_000 + 9 * 2000 });
  });
  it('is not known where only a number of requests ends a run', () => {
    const counted: Plan = { ...closed, load: { model: 'closed', connections: 5, requests: 1000 } };
    expect(estimateRepeats({ plans: [closed, counted], repeats: 1, extendTo: null, coolDown: '0s' })).toMatchObject({ runs: 2, ms: null });
    // At once: a repeat lasts as long as one run and its start, with a cool-down between repeats alone.
    const atOnce = estimateRepeats({ plans: [closed, closed], repeats: 3, extendTo: null, coolDown: '2s', design: 'together' });
    const one = estimateRepeats({ plans: [closed], repeats: 3, extendTo: null, coolDown: '2s' });
    expect(atOnce).toEqual({ ...one, runs: 6, mostRuns: 6 });
    // In turns: both loads, one start.
    const turns = estimateRepeats({ plans: [closed, closed], repeats: 3, extendTo: null, coolDown: '2s', design: 'turns' });
    expect(turns.ms).toBe(3 * (2 * 12_000 + 1000) + 2 * 2000);
  });
  it('of a search counts doublings, halvings and a confirming run', () => {
    const { mostRuns } = estimateSearch({ plan: open, startRate: 100, maxRate: 1600, precision: 0.05, coolDown: '2s' });
    expect(mostRuns).toBe(1 + 4 + 5 + 1);
  });
});

describe('the create form', () => {
  const judge = (shape: 'ab' | 'sweep' | 'capacity', change: Partial<ReturnType<typeof startValues>> = {}, plan = closed) =>
    judgeExperiment({ shape, plan, values: { ...startValues(plan, ['keepAlive']), ...change }, origin, system: undefined, words });
  it('is ready to start from any plan, in each shape', () => {
    for (const plan of [closed, open])
      for (const shape of ['ab', 'sweep', 'capacity'] as const) {
        const { body, problems } = judge(shape, {}, plan);
        expect(problems).toEqual([]);
        expect(body?.kind).toBe(shape);
      }
    expect(judge('ab').body?.variants.map((variant) => variant.plan.connection.keepAlive)).toEqual([true, false]);
    for (const plan of unlikePlans) expect(judge('sweep', {}, plan).problems).toEqual([]);
  });
  it('varies the HTTP client, in turns and as one setting of a sweep', () => {
    const values = startValues(closed, ['client']);
    expect(values.variants.map((variant) => variant.values)).toEqual([{ client: 'undici' }, { client: 'wire' }]);
    expect(judge('ab', values).body?.variants.map((variant) => variant.plan.connection.client)).toEqual(['undici', 'wire']);
    const swept = judge('sweep', { axes: [startAxis(closed, 'client'), { setting: 'connections', text: '1, 2' }] });
    expect(swept.body?.variants.map(({ name }) => name)).toEqual([
      'client undici, connections 1',
      'client undici, connections 2',
      'client wire, connections 1',
      'client wire, connections 2',
    ]);
    expect(judge('sweep', { axes: [{ setting: 'client', text: 'undici, axios' }] }).problems).toEqual([
      { field: '/axes/0', message: 'Use one of: undici, wire. Got "axios".' },
    ]);
  });
  it('has every run made by as many generators, in each shape, and takes their number from the plan', () => {
    const generatorsOf = ({ body }: ReturnType<typeof judge>) => body?.variants.map((variant) => variant.plan.generators);
    expect(generatorsOf(judge('ab', { generators: '3' }))).toEqual([3, 3]);
    expect(generatorsOf(judge('sweep', { generators: '2', axes: [startAxis(closed, 'keepAlive')] }))).toEqual([2, 2]);
    expect(generatorsOf(judge('capacity', { generators: '2' }))).toEqual([2]);
    expect(generatorsOf(judge('ab', {}, { ...closed, generators: 4 }))).toEqual([4, 4]);
    for (const generators of ['0', '21', 'two'])
      expect(judge('ab', { generators }).problems.map((one) => one.field)).toEqual(['/generators']);
  });
  it('shows a problem beside the field that made it', () => {
    const variants = [
      { name: '', values: { connections: '5' }, yaml: null },
      { name: '', values: { connections: 'many' }, yaml: null },
    ];
    expect(judge('ab', { varied: ['connections'], variants }).problems.map((one) => one.field)).toEqual(['/variants/1/connections']);
    expect(judge('sweep', { axes: [{ setting: 'connections', text: '1, 0' }] }).problems.map((one) => one.field)).toEqual(['/axes/0']);
    expect(judge('capacity', { startRate: '900', maxRate: '100' }).problems.map((one) => one.field)).toEqual(['/search/maxRate']);
    expect(judge('ab', { repeats: 'x' }).problems).toEqual([{ field: '/repeats', message: '"x" is not a number.' }]);
  });
  it('refuses a value that a setting does not have', () => {
    expect(judge('sweep', { axes: [{ setting: 'keepAlive', text: 'on, of' }] }).problems).toEqual([
      { field: '/axes/0', message: 'Use one of: on, off. Got "of".' },
    ]);
  });
  it('asks for two values of each setting of a sweep', () => {
    expect(judge('sweep', { axes: [{ setting: 'connections', text: '8' }] }).problems).toEqual([
      { field: '/axes/0', message: 'At least two values.' },
    ]);
  });
  it('refuses two variants of one name', () => {
    const variants = [
      { name: 'a', values: {}, yaml: null },
      { name: 'a', values: {}, yaml: null },
    ];
    expect(judge('ab', { variants }).problems[0]?.field).toBe('/variants');
  });
});
