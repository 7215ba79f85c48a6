import type { RunLimit } from '@plimsoll/contracts/limit';
import { unknownMachine } from '@plimsoll/contracts/sample';
import { describe, expect, it } from 'vitest';
import { makeNormalSource, makePlan, makeSample } from '../../test/support/simulated-run.ts';
import { createRandom } from '../bootstrap/random.ts';
import { judgeLimits, type LimitSources } from './judge-limits.ts';
import { listMeasured } from './measured-second.ts';
import type { TargetSecond } from './target-second.ts';

const open = makePlan({ load: { model: 'open', rate: 100, duration: '20s', maxConnections: 20 } });
const closed = makePlan({ load: { model: 'closed', connections: 5, duration: '20s' } });
const calm = { cpu: 0.2, eventLoopDelayP99Us: 1000, eventLoopUtilisation: 0.3, rssBytes: 1, clockDriftMs: 0, ...unknownMachine };
const times = (us: number) => ({ serviceTime: Array(100).fill(us), responseTime: Array(100).fill(us) });
const good = { done: 100, outcomes: { response: 100 }, slots: 20, times: times(10_000) };
/** All slots taken, and half of what was due was sent. */
const busy = { ...good, planned: 200, sent: 100, blocked: 100, dropped: 100, busySlotMs: 19_900, inFlight: 20 };

type Change = Parameters<typeof makeSample>[1];
function judge(plan: typeof open, change: (second: number) => Change, sources: LimitSources = {}) {
  const samples = Array.from({ length: 20 }, (_, second) => makeSample(second, change(second)));
  return judgeLimits(plan, listMeasured(samples), sources);
}
const limitOf = (...judged: Parameters<typeof judge>): RunLimit | null => judge(...judged).limit;
/** From second 5 on; before that the target keeps up. */
const later = (change: Change) => (second: number) => (second < 5 ? good : change);

const idle: TargetSecond = { cpu: 0.01, cores: 2, quotaCores: null, busiestThread: 0.02, waitedForCore: 0, onThisMachine: true };
const told = (change: Partial<TargetSecond>) => ({ targetOf: () => ({ ...idle, ...change }) });

describe('the one judge of limits', () => {
  it('finds nothing where all that was planned was sent and answered', () => {
    expect(judge(open, () => good)).toMatchObject({ limit: 'none', evidence: [] });
  });

  it('blames a target that answers nothing, whatever slots say, and not the generator', () => {
    const hanging = {
      ...busy,
      done: 0,
      failed: 20,
      sent: 20,
      outcomes: { timeout: 20 },
      statuses: {},
      busySlotMs: 12_000,
      times: times(1_000_000),
    };
    expect(limitOf(open, () => hanging)).toBe('target');
    expect(limitOf(closed, () => hanging)).toBe('target');
  });

  it('blames a target that refuses a part', () => {
    const refusing = { ...good, done: 70, failed: 30, statuses: { '200': 70, '503': 30 } };
    expect(judge(open, later(refusing))).toMatchObject({
      limit: 'target',
      evidence: [{ kind: 'refused', second: 5, figures: { share: expect.closeTo(0.3), seconds: 15 } }, expect.anything()],
    });
    const fast = { ...refusing, generator: { ...calm, eventLoopUtilisation: 0.98 } };
    expect(limitOf(closed, () => fast)).toBe('target');
  });

  it('tells a queue in the target from connections that are too few', () => {
    expect(limitOf(open, later({ ...busy, times: times(100_000) }))).toBe('target');
    expect(limitOf(open, later(busy))).toBe('connections');
    // Some answers are as quick as ever, the usual one is not: jitter or an unfair queue.
    const mixed = { ...busy, times: { serviceTime: [...Array(50).fill(10_000), ...Array(60).fill(90_000)], responseTime: [90_000] } };
    expect(limitOf(open, later(mixed))).toBe('unknown');
  });

  it('takes answers that differ among themselves for no queue, and finds one that lifts them all', () => {
    const normal = makeNormalSource(createRandom(7));
    const wide = (us: number) => Array.from({ length: 340 }, () => us * Math.exp(0.32 * normal()));
    // One in a hundred and fifty comes from a cache.
    const cached = (us: number) => [...Array(2).fill(1000), ...Array(300).fill(us)];
    for (const answers of [wide, cached]) {
      const second = (us: number) => ({ ...busy, times: { serviceTime: answers(us), responseTime: answers(us) } });
      expect(limitOf(open, () => second(22_000))).toBe('unknown');
      expect(limitOf(closed, () => second(22_000))).toBe('unknown');
    }
    expect(limitOf(open, (at) => ({ ...busy, times: { serviceTime: wide(at < 5 ? 22_000 : 80_000) } }))).toBe('target');
  });

  it('blames a target with a full core, and never one with room for few connections', () => {
    expect(limitOf(closed, () => good, told({ cpu: 0.5, busiestThread: 0.97 }))).toBe('target');
    expect(limitOf(closed, () => good, told({ cpu: 0.25, busiestThread: 0.25, quotaCores: 0.5 }))).toBe('target');
    expect(limitOf(closed, () => good, told({}))).toBe('connections');
    const quick = { ...good, times: times(150) };
    expect(limitOf(closed, () => quick)).toBe('unknown');
    expect(limitOf(closed, () => quick, told({}))).toBe('connections');
  });

  it('names the client whose threads are full, and the generator that had no core', () => {
    const full = { ...good, generator: { ...calm, eventLoopUtilisation: 0.98, otherWork: 0.05, waitedForCore: 0.01 } };
    expect(judge(closed, () => full)).toMatchObject({ limit: 'client', otherWork: expect.closeTo(0.05) });
    const stopped = { ...full, generator: { ...full.generator, eventLoopDelayP99Us: 150_000 } };
    expect(limitOf(closed, () => stopped)).toBe('generator');
    const starved = { ...full, generator: { ...full.generator, otherWork: 0.7, waitedForCore: 0.4 } };
    expect(limitOf(closed, () => starved)).toBe('generator');
    expect(limitOf(closed, () => ({ ...full, generator: { ...calm, throttled: 0.5 } }))).toBe('generator');
    // Both are full: which was first is not known.
    expect(limitOf(closed, () => full, told({ cpu: 0.5, busiestThread: 0.99 }))).toBe('unknown');
  });

  it('tells connections and targets from a generator beside them that waits for a core, by what its delays explain', () => {
    const crowded = { ...calm, eventLoopDelayP99Us: 60_000, otherWork: 0.97, waitedForCore: 0.4 };
    const strained = { ...busy, generator: crowded };
    const all = (us: number) => [...Array(95).fill(us), ...Array(5).fill(us * 1.5)];
    const slow = { ...strained, busySlotMs: 19_900, times: { serviceTime: all(100_000), responseTime: all(100_000) } };
    expect(limitOf(open, () => slow)).toBe('connections');
    // Half of the time that slots were busy is the generator's.
    const late = { serviceTime: [...Array(50).fill(100_000), ...Array(50).fill(300_000)], responseTime: [300_000] };
    expect(limitOf(open, () => ({ ...slow, times: late }))).toBe('generator');
    const queued = (us: number) => later({ ...strained, times: times(us) });
    expect(limitOf(open, queued(200_000))).toBe('target');
    expect(limitOf(open, queued(100_000))).toBe('unknown');
    const full = { ...strained, generator: { ...crowded, eventLoopUtilisation: 0.97 }, times: times(200_000) };
    expect(limitOf(open, later(full))).toBe('generator');
    const refusing = { ...good, done: 70, failed: 30, statuses: { '200': 70, '503': 30 }, generator: crowded };
    expect(limitOf(open, later(refusing))).toBe('target');
    // A fifth hangs, and holds nearly all slots for its timeout of 30 s.
    const hanging = { ...strained, done: 80, failed: 20, outcomes: { response: 80, timeout: 20 }, statuses: { '200': 80 } };
    expect(limitOf(open, later(hanging))).toBe('target');
  });

  it('names the target where both wait for cores, if it alone wants one all the time', () => {
    const crowded = { ...calm, cpu: 0.05, eventLoopDelayP99Us: 30_000, otherWork: 0.97, waitedForCore: 0.4 };
    const queued = { ...busy, generator: crowded, times: times(40_000) };
    const among = told({ busiestThread: 0.12, waitedForCore: 0.87 });
    expect(limitOf(open, later(queued), among)).toBe('target');
    expect(limitOf(open, later(queued), told({ busiestThread: 0.01, waitedForCore: 0.6 }))).toBe('unknown');
    const wants = { ...queued, generator: { ...crowded, cpu: 0.1, waitedForCore: 0.85 } };
    expect(limitOf(open, later(wants), among)).toBe('unknown');
  });

  it('names the generator that sent less though slots were free', () => {
    expect(limitOf(open, later({ ...good, planned: 200, sent: 100 }))).toBe('generator');
  });

  it("leaves the target's own processor time out of other work", () => {
    const sample = { ...good, generator: { ...calm, otherWork: 0.6 } };
    expect(judge(open, () => sample, told({ cpu: 0.45 })).otherWork).toBeCloseTo(0.15);
    expect(judge(open, () => sample, told({ cpu: 0.45, onThisMachine: false })).otherWork).toBeCloseTo(0.6);
  });

  it('sees a target that falls behind while connections are still added', () => {
    const growing = (second: number) => ({
      ...good,
      planned: 200,
      sent: 200,
      done: 100,
      inFlight: 100 * second,
      times: times(10_000 + second * 100_000),
    });
    expect(limitOf(open, growing)).toBe('target');
  });

  it('says that it does not know where several held the load back in turns', () => {
    const turns = (second: number) => (second % 2 ? { ...good, planned: 200, sent: 100 } : { ...busy, times: times(100_000) });
    expect(limitOf(open, turns)).toBe('unknown');
  });

  it('decodes service times of the seconds it looks at only', () => {
    const samples = Array.from({ length: 2000 }, (_, second) => makeSample(second, good));
    const unread = samples.map((one) =>
      one.second === 1003 ? { ...one, histograms: { ...one.histograms, serviceTime: new Uint8Array([1, 2, 3]) } } : one,
    );
    expect(judgeLimits(open, listMeasured(unread)).limit).toBe('none');
    const held = unread.map((one) => (one.second < 1000 ? one : { ...one, outcomes: { reset: 100 } }));
    expect(() => judgeLimits(open, listMeasured(held))).toThrow();
  });

  it('hands over the strain of a second without the share of the target itself', () => {
    const heldUp = { ...good, generator: { ...calm, eventLoopDelayP99Us: 60_000, otherWork: 0.5 } };
    const strainOf = (sources: LimitSources) => judge(open, () => heldUp, sources).seconds[0]?.strain;
    expect(strainOf({})).toMatchObject({ heldUp: true, starved: true });
    expect(strainOf(told({ cpu: 0.45 }))).toMatchObject({ heldUp: true, starved: false });
  });
});
