/** Planted worlds of streams without tokens: they are decided by what their users wait for, not by how long the target makes them last. */
import { type ComparedMetric, decidingOf, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { type ComparisonResult, comparisonResultSchema } from '@plimsoll/contracts/comparison';
import { leadingTime } from '@plimsoll/contracts/leading-time';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { worstVerdict } from '@plimsoll/contracts/verdict';
import { describe, expect, it } from 'vitest';
import {
  makePlan,
  makeRun,
  type SimulatedLoad,
  simulatedCalls,
  simulatedEvents,
  simulateSeconds,
} from '../../test/support/simulated-run.ts';
import { detectableAfter, learnPairNoise } from '../experiment/power.ts';
import { type ArmRun, compareArms, readArmRuns, undecided } from './compare.ts';
import { decidingSeries, timesThatDecide } from './deciding-series.ts';

const load: SimulatedLoad = { seconds: 60, rate: 30, medianUs: 20_000, spread: 0.05, drift: 0, correlation: 0 };
const url = 'http://127.0.0.1:8787/';
const sse = { target: { url, stream: 'sse' } } satisfies Partial<PlanInput>;
const paceUs = 2_000_000;

interface World {
  readonly firstUs?: number;
  readonly gapUs?: number;
  readonly answered?: boolean;
  /** Every message says when it was published, so long before; or every fifth of them. */
  readonly publishedUs?: number;
  readonly saidByFew?: boolean;
  readonly plan?: Partial<PlanInput>;
  readonly seconds?: number;
}

/** Four gaps a stream. */
function events(id: number, world: World = {}): ArmRun {
  const { firstUs = 20_000, gapUs = 5000, answered = false, publishedUs, saidByFew = false, plan = sse, seconds = load.seconds } = world;
  const first = simulateSeconds({ ...load, seconds, medianUs: firstUs }, 31 * id);
  const gaps = simulateSeconds({ ...load, seconds, rate: 4 * load.rate, medianUs: gapUs }, 7000 + 31 * id);
  const said = { ...load, seconds, rate: (saidByFew ? 1 : 5) * load.rate };
  const published = publishedUs === undefined ? [] : simulateSeconds({ ...said, medianUs: publishedUs }, 9000 + 31 * id);
  return { run: makeRun(id, { plan: makePlan(plan) }), samples: simulatedEvents(first, gaps, { paceUs, answered, published }) };
}

function together(base: ArmRun, candidate: ArmRun): ComparisonResult {
  const result = compareArms({ base: [base], candidates: [[candidate]], design: 'together', chosen: true, noiseFloor: null });
  expect(comparisonResultSchema.parse(result)).toEqual(result);
  return result;
}
const metricsOf = ({ candidates }: ComparisonResult) => candidates[0]?.metrics ?? [];
const decidedBy = (result: ComparisonResult) => decidingOf(metricsOf(result)).map(({ metric }) => metric);
const verdictOf = (result: ComparisonResult, name: ComparedMetric) => metricsOf(result).find(({ metric }) => metric === name)?.verdict;

/** Long enough for p99 of the whole. */
const later = [events(1, { seconds: 120 }), events(2, { seconds: 120, firstUs: 22_000 })] as const;
const usual = ['throughput', 'errorRate', 'p50', 'p99'];
const byMessages = ['throughput', 'errorRate', 'firstMessageTime.p50', 'firstMessageTime.p95', 'messageGap.p50', 'messageGap.p95'];

describe('streams of several messages', () => {
  it('are worse by a first message that comes 10 % later, which the whole exchange does not show, and are decided by it', () => {
    const result = together(...later);
    expect(['p50', 'p99'].map((name) => verdictOf(result, name as ComparedMetric))).toEqual(['no_difference', 'no_difference']);
    expect(decidedBy(result)).toEqual(byMessages);
    expect(byMessages.slice(2).map((name) => verdictOf(result, name as ComparedMetric))).toEqual([
      'worse',
      'worse',
      'no_difference',
      'no_difference',
    ]);
    expect(undecided(result)).toEqual([]);
    expect(worstVerdict(metricsOf(result))).toBe('worse');
    expect(result.sentence).toMatch(/p\d\d time to first message \+\d/);
  });

  it('are called different in none of what decides where they are equal', () => {
    for (const id of [3, 5]) {
      const verdicts = decidingOf(metricsOf(together(events(id), events(id + 1)))).map(({ verdict }) => verdict);
      expect(verdicts).toHaveLength(byMessages.length);
      for (const verdict of verdicts) expect(['no_difference', 'not_enough_evidence'], String(id)).toContain(verdict);
    }
  });

  it('are decided by round trips where each message has an answer, as the gap between these is the pace of the messages', () => {
    const target = { url: 'ws://127.0.0.1:1/', websocket: { messages: ['a'] } };
    const plan = { target, connection: { protocol: 'websocket' } } satisfies Partial<PlanInput>;
    const result = together(events(1, { answered: true, plan }), events(2, { answered: true, plan, firstUs: 24_000, gapUs: 6000 }));
    expect(decidedBy(result)).toEqual(['throughput', 'errorRate', 'messageRoundTrip.p50', 'messageRoundTrip.p95']);
    expect(worstVerdict(metricsOf(result))).toBe('worse');
  });

  it('are decided by the time from publishing where their messages say it, which first messages and gaps do not show', () => {
    const listening = (host: string): Partial<PlanInput> => ({
      target: { url: `ws://${host}/feed`, websocket: { closeAfter: '2s', published: { jsonPath: '$.at' } } },
      connection: { protocol: 'websocket' },
    });
    // Long enough for the error rate, too.
    const feed = (id: number, publishedUs: number, host = '127.0.0.1:1') =>
      events(id, { publishedUs, plan: listening(host), seconds: 120 });
    const byPublishing = ['throughput', 'errorRate', 'publishTime.p50', 'publishTime.p95'];
    const later = together(feed(1, 3000), feed(2, 3300, 'localhost:2'));
    expect(decidedBy(later)).toEqual(byPublishing);
    for (const name of ['firstMessageTime.p50', 'messageGap.p50'] as const) expect(verdictOf(later, name)).toBe('no_difference');
    const { interval } = metricsOf(later).find(({ metric }) => metric === 'publishTime.p50') ?? {};
    expect(interval?.low).toBeLessThan(0.1);
    expect(interval?.high).toBeGreaterThan(0.1);
    expect([worstVerdict(metricsOf(later)), undecided(later)]).toEqual(['worse', []]);
    expect(later.sentence).toMatch(/p\d\d time from publishing \+\d/);
    const same = together(feed(3, 3000), feed(4, 3000));
    expect([decidedBy(same), worstVerdict(metricsOf(same))]).toEqual([byPublishing, 'no_difference']);
    // Clocks of two machines, one that is ahead, and a time that few messages carry tell nothing.
    expect(decidedBy(together(feed(1, 3000, 'one:1'), feed(2, 3300, 'two:1')))).toEqual(byMessages);
    expect(decidedBy(together(feed(1, 0), feed(2, 0)))).toEqual(byMessages);
    // Nor do those of several generators, one of which was another machine.
    const madeOn = ({ run, samples }: ArmRun, ...hostnames: string[]): ArmRun => {
      const generator = { worker: 'w', cpuModel: 'cpu', cores: 1, threads: 1, latencyFloor: null };
      return { run: { ...run, generators: hostnames.map((hostname, shard) => ({ ...generator, hostname, shard })) }, samples };
    };
    const [before, after] = [feed(1, 3000), feed(2, 3300)];
    expect(decidedBy(together(madeOn(before, 'a', 'a'), madeOn(after, 'a', 'a')))).toEqual(byPublishing);
    expect(decidedBy(together(madeOn(before, 'a', 'a'), madeOn(after, 'a', 'b')))).toEqual(byMessages);
    const few = { saidByFew: true, plan: listening('127.0.0.1:1') };
    expect(decidedBy(together(events(1, { ...few, publishedUs: 3000 }), events(2, { ...few, publishedUs: 3300 })))).toEqual(byMessages);
  });

  it('leave plain answers, unary calls and mixes with them as they are, and comparisons that an earlier version kept', () => {
    const short = { seconds: 12 };
    const mixed = {
      target: null,
      requests: [
        { name: 'events', ...sse.target },
        { name: 'page', url },
      ],
    };
    for (const plan of [{}, mixed])
      expect(decidedBy(together(events(1, { ...short, plan }), events(2, { ...short, plan })))).toEqual(usual);
    const unary = (id: number): ArmRun => {
      const calls = simulateSeconds({ ...load, ...short }, id);
      return { run: makeRun(id, { plan: makePlan(sse) }), samples: simulatedCalls(calls, []) };
    };
    const unaryCalls = together(unary(1), unary(2));
    expect(decidedBy(unaryCalls)).toEqual(usual);
    expect(metricsOf(unaryCalls).some(({ metric }) => metric === 'firstMessageTime.p50')).toBe(true);
    // Half of them are no streams of several messages.
    expect(decidedBy(together(events(1, short), unary(2)))).toEqual(usual);
    const kept = metricsOf(together(...later)).map(({ decides: _decides, ...one }) => one);
    expect(decidingOf(kept).map(({ metric }) => metric)).toEqual(usual);
    expect(worstVerdict(kept)).toBe('no_difference');
  });

  it('are told one by one by the first of the times that decide between two of them', () => {
    const target = { url: 'ws://127.0.0.1:1/', websocket: { messages: ['a'] } };
    const socket = { target, connection: { protocol: 'websocket' } } satisfies Partial<PlanInput>;
    const worlds: [World, ComparedMetric][] = [
      [{}, 'firstMessageTime.p95'],
      [{ answered: true, plan: socket }, 'messageRoundTrip.p95'],
      [{ publishedUs: 3000, plan: socket }, 'publishTime.p95'],
      [{ publishedUs: 0, plan: socket }, 'firstMessageTime.p95'],
      [{ publishedUs: 3000, saidByFew: true, plan: socket }, 'firstMessageTime.p95'],
      [{ plan: {} }, 'p99'],
    ];
    for (const [world, metric] of worlds) {
      const { base } = readArmRuns({ base: [events(1, { ...world, seconds: 12 })], candidates: [] });
      const [{ run, summary } = expect.fail()] = base;
      const leading = leadingTime(summary, run.plan);
      expect(leading.metric).toBe(metric);
      expect(leading.us).toBeGreaterThan(0);
      expect(rowOfMetric(metric).times).toBe(timesThatDecide(base, base)[0]);
    }
  });

  it('are foreseen by their first message, whose median is the one that decides', () => {
    const learn = (base: ArmRun, candidate: ArmRun) => {
      const { base: read, candidates } = readArmRuns({ base: [base], candidates: [[candidate]] });
      return learnPairNoise(decidingSeries(read, candidates[0] ?? []));
    };
    const noise = learn(events(1), events(2));
    expect(noise?.of).toBe('firstMessageTime.p50');
    const whole = learn(events(1, { plan: {} }), events(2, { plan: {} }));
    expect(whole).not.toHaveProperty('of');
    // The pace hides what the first message scatters.
    const least = (of: typeof noise) => (of ? detectableAfter(of, 60, { candidates: 1, lookShares: [1] }) : Number.NaN);
    expect(least(noise)).toBeGreaterThan(20 * least(whole));
    expect(least(noise)).toBeGreaterThan(0.005);
    expect(least(noise)).toBeLessThan(0.05);
  });
});
