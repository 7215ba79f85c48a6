import type { RunLimit } from '@plimsoll/contracts/limit';
import type { Summary } from '@plimsoll/contracts/summary';
import { capacitySentence } from '@plimsoll/wording/capacity-sentence';
import { expect, test } from 'vitest';
import { growsBacklog, judgeTry as judge, type SearchStep } from './judge-try.ts';
import { findCapacity, lacksTargetCpu, nextTry, readSearch, triesToCome } from './read-search.ts';

const said = (found: ReturnType<typeof findCapacity>) => found?.code && capacitySentence(found.code);

const search = {
  search: { thresholds: ['p(99) < 50ms'], startRate: 100, maxRate: 10_000, precision: 0.05, keepsUp: 0.98 },
  load: { model: 'open' as const, maxConnections: 20 },
};
const judgeTry = (one: SearchStep) => judge(one, search)?.outcome ?? null;

interface Shown {
  readonly passed: boolean;
  readonly sent?: number;
  readonly good?: number;
  readonly limit?: RunLimit;
  readonly stamp?: 'valid' | 'degraded' | 'invalid';
  readonly otherWork?: boolean;
}

/** A finished step that showed this, of 1000 planned requests. */
function step(position: number, rate: number, shown: Shown): SearchStep {
  const { passed, sent = 1000, good = sent, limit = 'none', stamp = 'valid', otherWork = false } = shown;
  const evidence = otherWork ? [{ second: 0, kind: 'other_work' as const, figures: { share: 0.6 } }] : [];
  const counts = { outcomes: { response: sent }, failed: sent - good };
  const summary = { ...counts, planned: 1000, sent, done: good, goodputPerSecond: (good / 1000) * rate } as Summary;
  const thresholds = [{ expression: 'p(99) < 50ms', value: 1, passed }];
  return {
    position,
    rate,
    state: 'completed',
    validity: { stamp, reasons: [], findings: [], limit, evidence, otherWork: null, advice: [] },
    thresholds,
    summary,
  };
}

test('a threshold that fails on a slow target breaks the rate; on a late generator it says nothing about the target', () => {
  expect(judgeTry(step(0, 100, { passed: true }))).toBe('held');
  expect(judgeTry(step(0, 100, { passed: false }))).toBe('broke');
  expect(judgeTry(step(0, 100, { passed: false, limit: 'generator' }))).toBe('limited');
  expect(judgeTry(step(0, 100, { passed: false, limit: 'target' }))).toBe('broke');
});

test('a rate that was not reached did not hold, whatever the thresholds say', () => {
  expect(judgeTry(step(0, 100, { passed: true, sent: 970, limit: 'generator' }))).toBe('limited');
  expect(judgeTry(step(0, 100, { passed: true, sent: 970, limit: 'target' }))).toBe('broke');
});

test('a rate at which fewer good answers came than asked for did not hold, though all was sent and the thresholds passed', () => {
  expect(judgeTry(step(0, 100, { passed: true, good: 980 }))).toBe('held');
  expect(judge(step(0, 400, { passed: true, good: 250, limit: 'target' }), search)).toMatchObject({
    outcome: 'broke',
    because: 'good_answers',
  });
});

test("a refusal is the target's own, whatever the generator was short of", () => {
  const shown = { passed: true, good: 956, limit: 'generator' as const, stamp: 'degraded' as const };
  expect(judge(step(0, 315, shown), search)).toMatchObject({ outcome: 'broke', because: 'good_answers', disturbed: 'generator' });
  expect(judgeTry(step(0, 315, { ...shown, sent: 956 }))).toBe('limited');
});

test('a growing backlog breaks the rate, though all was answered in the end', () => {
  const backlog = (growthPerSecond: number, rate: number, seconds: number) => ({
    whileLoaded: { seconds, plannedPerSecond: rate, goodPerSecond: rate, backlog: { first: 1, last: 1, growthPerSecond } },
  });
  // 101/s at a target of 100/s.
  expect(growsBacklog(backlog(1, 101, 9), 'constant')).toBe(true);
  expect(growsBacklog(backlog(0.2, 101, 9), 'constant')).toBe(false);
  expect(growsBacklog(backlog(1, 101, 2), 'constant')).toBe(false);
  // 60 more of 900 random arrivals than were served is chance, 90 is none.
  expect(growsBacklog(backlog(6, 100, 9), 'poisson')).toBe(false);
  expect(growsBacklog(backlog(10, 100, 9), 'poisson')).toBe(true);
  expect(growsBacklog({ whileLoaded: null }, 'constant')).toBe(false);
});

test('a try that the plan’s own connections limit is not the target’s capacity', () => {
  const steps = [step(0, 100, { passed: true })];
  for (let next = nextTry(steps, search); next.step === 'try'; next = nextTry(steps, search)) {
    const over = next.ratePerSecond > 380;
    steps.push(step(steps.length, next.ratePerSecond, over ? { passed: true, sent: 700, limit: 'connections' } : { passed: true }));
  }
  expect(findCapacity(steps, search)).toMatchObject({ limit: 'connections', interval: null, confirmed: true });
  expect(said(findCapacity(steps, search))).toContain('the plan’s 20 connections are the limit');
});

test('the finding names what the lowest rate that broke did not hold: the threshold with its figure, or the backlog', () => {
  const find = (broken: (one: SearchStep) => SearchStep) => {
    const steps: SearchStep[] = [];
    for (let next = nextTry(steps, search); next.step === 'try'; next = nextTry(steps, search)) {
      const one = step(steps.length, next.ratePerSecond, { passed: true });
      steps.push(next.ratePerSecond > 300 ? broken(one) : one);
    }
    return said(findCapacity(steps, search))?.replaceAll(/[\u00a0\u202f]/g, ' ');
  };
  const late = (one: SearchStep) => ({ ...one, thresholds: [{ expression: 'ttft p(95) < 500ms', value: 612_000, passed: false }] });
  expect(find(late)).toMatch(/^300\/s holds, (3\d\d\/s) does not \(within .+ %\)\. The limit is ttft p\(95\) < 500ms \(612 ms at \1\)\.$/);
  const whileLoaded = { seconds: 10, plannedPerSecond: 100, backlog: { growthPerSecond: 5 } };
  expect(find((one) => ({ ...late(one), summary: { ...one.summary, whileLoaded } as Summary }))).toMatch(
    / The limit is its pace: at (3\d\d\/s) its backlog grew\. Nor did ttft p\(95\) < 500ms \(612 ms at \1\) hold there\.$/,
  );
});

test('a disturbed try that broke is repeated, a bounded number of times, and shown as such', () => {
  const held = step(0, 100, { passed: true });
  const disturbed = (position: number) => step(position, 200, { passed: false, stamp: 'degraded', otherWork: true, limit: 'unknown' });
  const one = [held, disturbed(1)];
  expect(nextTry(one, search)).toMatchObject({ ratePerSecond: 200 });
  expect(readSearch(one, search).shown.get(1)).toMatchObject({ disturbed: 'other_work', counts: false });
  expect(nextTry([...one, disturbed(2), disturbed(3)], search)).toMatchObject({ ratePerSecond: 150 });
  expect(nextTry([...one, step(2, 200, { passed: true })], search)).toMatchObject({ ratePerSecond: 400 });
});

test('a search that was disturbed to its end says a range and why', () => {
  const steps: SearchStep[] = [];
  for (let next = nextTry(steps, search); next.step === 'try'; next = nextTry(steps, search)) {
    const { ratePerSecond: rate } = next;
    const clear = rate > 115;
    const noise = rate > 100 && !clear;
    steps.push(step(steps.length, rate, { passed: rate <= 100, stamp: noise ? 'degraded' : 'valid', otherWork: noise, limit: 'unknown' }));
    if (steps.length > 40) throw new Error('The search does not end.');
  }
  const found = findCapacity(steps, search);
  expect(found?.rate).toBe(100);
  expect(found?.interval?.high).toBeGreaterThan(115);
  expect(said(found)).toMatch(/^100–1\d\d\/s: \d+ of \d+ tries were disturbed by other work\./);
});

test('a run overwhelmed by errors breaks the rate; one that a person stopped is no try', () => {
  expect(judgeTry({ ...step(0, 100, { passed: true }), state: 'auto_stopped' })).toBe('broke');
  expect(judgeTry({ ...step(0, 100, { passed: true }), state: 'stopped' })).toBeNull();
});

test('a generator disturbed once is tried again at the same rate; twice, it is the limit', () => {
  const held = step(0, 100, { passed: true });
  const late = (position: number) => step(position, 200, { passed: false, limit: 'generator' });
  expect(nextTry([held, late(1)], search)).toMatchObject({ step: 'try', ratePerSecond: 200 });
  expect(nextTry([held, late(1), late(2)], search)).toMatchObject({ step: 'try', ratePerSecond: 150 });
});

test('a search for a limit of the CPU finds the rate at which a target of a known cost reaches it', () => {
  const [costSeconds, cores, most] = [0.004, 2, 0.7];
  const steps: SearchStep[] = [];
  for (let next = nextTry(steps, search); next.step === 'try'; next = nextTry(steps, search)) {
    const cpu = Math.min(1, (next.ratePerSecond * costSeconds) / cores);
    const thresholds = [{ expression: 'target_cpu < 70%', value: cpu, passed: cpu < most }];
    steps.push({ ...step(steps.length, next.ratePerSecond, { passed: true }), thresholds });
  }
  const { rate, interval, confirmed } = findCapacity(steps, search) ?? {};
  // 0.7 of 2 cores serve 350 answers of 4 ms a second.
  expect(confirmed).toBe(true);
  expect(interval?.low).toBe(rate);
  expect(rate).toBeLessThan(350);
  expect(rate).toBeGreaterThan(350 / 1.06);
  expect(steps.some(lacksTargetCpu)).toBe(false);
});

test('a run that nobody told the CPU of is no try for a limit of it', () => {
  const told = (value: number | null, expression = 'target_cpu < 70%') => ({
    ...step(0, 100, { passed: false }),
    thresholds: [{ expression, value, passed: false }],
  });
  expect([told(null), told(0.9), told(null, 'p(99) < 50ms'), { ...told(null), state: 'stopped' as const }].map(lacksTargetCpu)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each([37, 230, 999, 4321])('a target that serves %i/s is found within the precision, and confirmed', (capacity) => {
  const steps: SearchStep[] = [];
  const expected = triesToCome(steps, search);
  for (;;) {
    const next = nextTry(steps, search);
    if (next.step === 'done') break;
    steps.push(step(steps.length, next.ratePerSecond, { passed: next.ratePerSecond <= capacity }));
  }
  const found = findCapacity(steps, search);
  expect(found?.confirmed).toBe(true);
  expect(found?.rate).toBeLessThanOrEqual(capacity);
  expect(found?.rate).toBeGreaterThan(capacity * 0.94);
  expect(found?.interval?.low).toBeLessThanOrEqual(capacity);
  expect(found?.interval?.high).toBeGreaterThan(capacity);
  expect(steps.at(-1)?.rate).toBe(found?.rate);
  // Only a start above the capacity makes it longer than foreseen.
  if (capacity >= search.search.startRate) expect(steps.length).toBeLessThanOrEqual(expected);
  expect(triesToCome(steps, search)).toBe(0);
});
