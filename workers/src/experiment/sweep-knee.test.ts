import type { SweepLevel } from '@plimsoll/contracts/experiment';
import type { KneeCode } from '@plimsoll/contracts/experiment-remark';
import type { RunLimit } from '@plimsoll/contracts/limit';
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { noStream } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { unjudged, type Validity } from '@plimsoll/contracts/validity';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { kneeSentence } from '@plimsoll/wording/capacity-sentence';
import { remarksSentence } from '@plimsoll/wording/experiment-sentence';
import { expect, test } from 'vitest';
import { judgeLevels } from './judge-levels.ts';
import { sweepKnee, sweepLevels } from './sweep-knee.ts';
import { sweepLater } from './sweep-later.ts';

const said = (knee: ReturnType<typeof sweepKnee>) => (knee?.code ? kneeSentence(knee.code) : '');

const variant = (connections: number, keepAlive: boolean, change: Partial<PlanInput> = {}) => ({
  name: `${connections} ${keepAlive ? 'on' : 'off'}`,
  plan: planSchema.parse({
    version: 1,
    name: `sweep ${connections}`,
    target: { url: 'http://127.0.0.1/' },
    connection: { keepAlive },
    load: { model: 'closed', connections, duration: '10s' },
    ...change,
  }),
});
const steps = (rates: readonly number[]): StepRow[] =>
  rates.map((throughputPerSecond, index) => ({
    position: index,
    variant: index,
    rate: null,
    number: null,
    run_id: 'r',
    inserted_at: new Date(0),
    state: 'completed',
    state_reason: null,
    ending: null,
    turns: null,
    validity: null,
    thresholds: [],
    summary: { throughputPerSecond, sent: 100, outcomes: { response: 100 }, errorRate: 0 } as Summary,
  }));

test('a setting at which no request ended well has no throughput, however fast it failed', () => {
  const variants = [1, 2, 4, 8].map((connections) => variant(connections, true));
  const [refused, failing] = [{ connect_refused: 100 }, { response: 100 }].map((outcomes) => ({ sent: 100, outcomes, errorRate: 1 }));
  const all = steps([1000, 2000, 2010, 90_000]).map((step) =>
    step.position === 3 ? { ...step, summary: { ...step.summary, ...refused } as Summary } : step,
  );
  expect(sweepKnee(variants, all, [])?.variant).toBe(1);
  const failed = all.map((step) => ({ ...step, summary: { ...step.summary, ...failing } as Summary }));
  expect(sweepKnee(variants, failed, [])).toBeNull();
});

test('the knee is the first setting that reaches the ceiling of the fastest line', () => {
  const variants = [1, 2, 4, 8].flatMap((connections) => [variant(connections, true), variant(connections, false)]);
  const knee = sweepKnee(variants, steps([1000, 300, 2000, 600, 3900, 1200, 4000, 2400]), []);
  expect(knee?.variant).toBe(4);
  expect(said(knee)).toMatch(/^Throughput reaches its limit of about \S+ at 4 on;/);
});

test('no knee while throughput still rises, and none where nothing but the load is the same', () => {
  const rising = [1, 2, 4].map((connections) => variant(connections, true));
  expect(sweepKnee(rising, steps([100, 200, 400]), [])).toBeNull();
  const paths = ['a', 'b', 'c'].map((path) => variant(4, true, { target: { url: `http://127.0.0.1/${path}` } }));
  expect(sweepKnee(paths, steps([100, 100, 100]), [])).toBeNull();
  expect(sweepKnee(rising, [], [])).toBeNull();
});

const stamped = (limit: RunLimit, more: Partial<Validity> = {}): Validity => ({ stamp: 'valid', reasons: [], ...unjudged, limit, ...more });

test('a level is limited by what held most of its runs back, as the one judge stamped them', () => {
  const otherWork = [{ second: 0, kind: 'other_work' as const, figures: { share: 0.6 } }];
  const validities = [
    stamped('connections'),
    stamped('client'),
    stamped('client', { stamp: 'degraded' }),
    stamped('target'),
    stamped('unknown', { stamp: 'invalid', evidence: otherWork }),
    null,
  ];
  const shown = steps(validities.map(() => 100)).map((step, at) => ({
    ...step,
    variant: [0, 1, 1, 2, 2, 3][at] as number,
    validity: validities[at] ?? null,
  }));
  expect(judgeLevels(shown)).toEqual([
    { variant: 0, limit: 'connections', disturbed: null },
    { variant: 1, limit: 'client', disturbed: 'generator' },
    { variant: 2, limit: 'unknown', disturbed: 'other_work' },
  ]);
  expect(judgeLevels(shown.map((step) => ({ ...step, state: 'stopped' as const })))).toEqual([]);
});

test('a ceiling that the client makes is not told as one of the target', () => {
  const variants = [1, 2, 4, 8].map((connections) => variant(connections, true));
  const levels = (limits: readonly RunLimit[]) => limits.map((limit, at) => ({ variant: at, limit, disturbed: null }));
  const sentence = (...limits: RunLimit[]) => said(sweepKnee(variants, steps([1000, 2000, 3950, 4000]), levels(limits)));
  expect(sentence('connections', 'connections', 'client', 'client')).toMatch(
    /From there on the HTTP client, not the target, is the limit\.$/,
  );
  expect(sentence('connections', 'connections', 'target', 'target')).not.toContain('From there on');
  expect(sentence('client', 'client', 'target', 'client')).not.toContain('From there on');
});

test('connections that bring no more are not what held a closed load back: the target is, unless something else was', () => {
  const variants = [1, 2, 4, 8].map((connections) => variant(connections, true));
  const limited = (rates: readonly number[], ...limits: RunLimit[]) =>
    sweepLevels(
      variants,
      steps(rates),
      limits.map((limit, at) => ({ variant: at, limit, disturbed: null })),
    ).map(({ limit }) => limit);
  const level = [1000, 2000, 3950, 4000];
  expect(limited(level, 'connections', 'connections', 'connections', 'unknown')).toEqual([
    'connections',
    'connections',
    'target',
    'unknown',
  ]);
  expect(limited(level, 'connections', 'connections', 'connections', 'client')).toEqual([
    'connections',
    'connections',
    'connections',
    'client',
  ]);
  // Without a knee nothing is known of them.
  const rising = ['connections', 'connections', 'connections', 'connections'] as const;
  expect(limited([1000, 2000, 4000, 8000], ...rising)).toEqual(rising);
});

test('connections that carry more were what held fewer back, where the runs do not tell, unless something disturbed them', () => {
  const load = (maxConnections: number) => ({ model: 'open', rate: 2000, maxConnections, duration: '10s' }) as const;
  const variants = [2, 8, 32].map((connections) => variant(connections, true, { load: load(connections) }));
  const limited = (rates: readonly number[], disturbed: SweepLevel['disturbed'] = null) =>
    sweepLevels(
      variants,
      steps(rates),
      [0, 1].map((at) => ({ variant: at, limit: 'unknown' as const, disturbed })),
    ).map(({ limit }) => limit);
  expect(limited([500, 1990, 2000])).toEqual(['connections', 'unknown']);
  expect(limited([500, 1500, 2000])).toEqual(['connections', 'connections']);
  expect(limited([500, 1500, 2000], 'other_work')).toEqual(['unknown', 'unknown']);
  const elsewhere = variant(2, true, { load: load(2), target: { url: 'http://127.0.0.1/other' } });
  const unknown = { variant: 0, limit: 'unknown' as const, disturbed: null };
  expect(sweepLevels([elsewhere, ...variants.slice(1)], steps([500, 1990, 2000]), [unknown])).toEqual([unknown]);
});

test('a limit of every setting is said of all of them, and not of the knee, too', () => {
  const variants = [1, 2, 4, 8].map((connections) => variant(connections, true));
  const levels = variants.map((_, at) => ({ variant: at, limit: 'generator' as const, disturbed: null }));
  const knee = sweepKnee(variants, steps([1000, 2000, 3950, 4000]), levels)?.code as KneeCode;
  const all = remarksSentence([
    { kind: 'sweep', runs: 1, settings: 4 },
    { kind: 'knee', knee },
    { kind: 'levels', levels, names: ['1', '2', '4', '8'] },
  ]);
  expect(all.match(/the generator/g)).toHaveLength(1);
  expect(all).toMatch(/At every setting the generator held the load back, not the target\.$/);
});

const ofTokens = (figures: readonly { readonly tokens: number; readonly ttftP95Us: number }[]) =>
  steps(figures.map(() => 10)).map((step, at) => ({
    ...step,
    summary: {
      ...step.summary,
      requests: 100,
      stream: { ...noStream, tokens: { outputPerSecond: figures[at]?.tokens, firstTokenTime: { p95Us: figures[at]?.ttftP95Us } } },
    } as unknown as Summary,
  }));

test('a sweep over streams of tokens has its knee in tokens a second, and says from where on the first token comes later', () => {
  const variants = [1, 8, 16, 32].map((connections) => variant(connections, true));
  const measured = ofTokens([
    { tokens: 40, ttftP95Us: 300_000 },
    { tokens: 320, ttftP95Us: 310_000 },
    { tokens: 640, ttftP95Us: 330_000 },
    { tokens: 650, ttftP95Us: 700_000 },
  ]);
  const knee = sweepKnee(variants, measured, []);
  expect(knee?.variant).toBe(2);
  expect(said(knee).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(
    'Tokens per second reach their limit of about 650/s at 16 on; more gains less than 5 %.',
  );
  const later = sweepLater(variants, measured);
  expect(later).toEqual({ of: 'token', from: 32, before: 16, beforeUs: 330_000, last: 32, lastUs: 700_000 });
  expect(later && remarksSentence([{ kind: 'firstLater', later }]).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(
    'The first token comes later from 32 on: TTFT p95 330 ms at 16 → 700 ms at 32.',
  );
  // A run that counts no tokens among them: the knee is that of requests, and of no first token anything is said.
  const mixed = [...measured.slice(0, 3), ...steps([100, 2000, 3950, 4000]).slice(3)];
  expect(sweepKnee(variants, mixed, [])?.code?.tokens).toBeUndefined();
  expect(sweepLater(variants, steps([1000, 2000, 3950, 4000]))).toBeNull();
});
