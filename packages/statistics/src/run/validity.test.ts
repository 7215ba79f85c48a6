import type { PlanInput } from '@plimsoll/contracts/plan';
import { unknownMachine } from '@plimsoll/contracts/sample';
import { unjudged, validitySchema } from '@plimsoll/contracts/validity';
import { describe, expect, it } from 'vitest';
import { makePlan, makeSample } from '../../test/support/simulated-run.ts';
import { judgeValidity } from './validity.ts';

const open = makePlan({ load: { model: 'open', rate: 100, duration: '20s', maxConnections: 50 } });
const closed = makePlan();
const calm = { cpu: 0.2, eventLoopDelayP99Us: 1000, eventLoopUtilisation: 0.3, rssBytes: 1, clockDriftMs: 0, ...unknownMachine };
const hundred = { done: 100, outcomes: { response: 100 } };
const run = (seconds: number, change: (second: number) => Parameters<typeof makeSample>[1] = () => ({})) =>
  Array.from({ length: seconds }, (_, second) => makeSample(second, { ...hundred, ...change(second) }));

/** All that is judged can be stored. */
const judge: typeof judgeValidity = (...asked) => validitySchema.parse(judgeValidity(...asked));

describe('validity', () => {
  it('is valid when the generator kept its promises', () => {
    expect(judge(open, run(20))).toEqual({ stamp: 'valid', reasons: [], ...unjudged, limit: 'none' });
    expect(judge(closed, run(20))).toMatchObject({ stamp: 'valid', reasons: [], limit: 'connections', advice: ['connections'] });
  });

  it('is degraded under 99 % and invalid under 90 % of the planned requests in any 5 s window, and says the share', () => {
    const short = (missing: number) => run(20, (s) => (s === 10 ? { planned: 100 + missing, sent: 100 } : {}));
    expect(judge(open, short(5)).stamp).toBe('valid');
    const degraded = judge(open, short(20));
    expect(degraded.stamp).toBe('degraded');
    expect(degraded.reasons).toEqual([
      'Only 96.2\u00a0% of the planned load was sent in seconds 6 to 10 (500 of 520). Connections were free, so the generator itself could not keep up.',
    ]);
    expect(judge(open, short(80)).stamp).toBe('invalid');
  });

  const overload = { planned: 200, sent: 100, waiting: 60, dropped: 40, blocked: 100, slots: 50, busySlotMs: 49_000 };
  const overloaded = (change: object = {}) => run(20, (s) => (s >= 10 ? { ...overload, ...change } : {}));

  it('blames no generator for what busy slots held back', () => {
    expect(judge(open, overloaded())).toMatchObject({ stamp: 'valid', reasons: [], limit: 'connections', advice: ['connections'] });
    const slower = {
      sendLateness: Array(100).fill(500_000),
      responseTime: Array(100).fill(600_000),
      serviceTime: Array(100).fill(100_000),
    };
    expect(judge(open, overloaded({ times: slower }))).toMatchObject({ stamp: 'valid', limit: 'target' });
  });

  it('blames the network where the line was full for most of the time, whatever looked slow behind it', () => {
    // 1 Gbit/s: 112.5 MB a second are nine tenths of it, in one direction.
    const line = 1e9;
    const full = (from: number, to: number, received: number) =>
      run(20, (s) => ({ ...(s >= 10 ? overload : {}), bytes: { sent: 1000, received: s >= from && s < to ? received : 1000 } }));
    expect(judge(open, full(12, 20, 112_500_000), { lineBitsPerSecond: line })).toMatchObject({ stamp: 'valid', limit: 'network' });
    expect(judge(closed, full(0, 20, 112_500_000), { lineBitsPerSecond: line })).toMatchObject({
      stamp: 'valid',
      limit: 'network',
    });
    expect(judge(open, full(12, 14, 125_000_000), { lineBitsPerSecond: line }).limit).toBe('connections');
    expect(judge(open, full(12, 20, 112_000_000), { lineBitsPerSecond: line }).limit).toBe('connections');
    expect(judge(open, full(12, 20, 125_000_000)).limit).toBe('connections');
    const busy = full(12, 20, 125_000_000).map((sample) => ({ ...sample, generator: { ...calm, eventLoopUtilisation: 0.97 } }));
    expect(judge(closed, busy, { lineBitsPerSecond: line }).limit).toBe('client');
  });

  it('judges by how long slots were taken, not by what waits: a generator that is late has a queue too', () => {
    const free = {
      stamp: 'invalid',
      limit: 'generator',
      reasons: [expect.stringMatching(/Connections were free, so the generator itself/)],
    };
    expect(judge(open, overloaded({ busySlotMs: 3000 }))).toMatchObject(free);
    expect(judge(open, overloaded({ blocked: 0 }))).toMatchObject(free);
    // 10 streams a connection.
    expect(judge(open, overloaded({ slots: 500 }))).toMatchObject(free);
    expect(judge(open, overloaded({ slots: 500, busySlotMs: 480_000 }))).toMatchObject({ stamp: 'valid', limit: 'connections' });
  });

  it('blames a generator that was short of time, whose connections look busy because nobody read their answers', () => {
    const strained = judge(open, overloaded({ generator: { ...calm, eventLoopUtilisation: 0.97 } }));
    expect(strained).toMatchObject({ stamp: 'invalid', limit: 'client' });
    expect(strained.reasons[0]).toMatch(/^Only 50.% of the planned load was sent .* The generator itself was short of time/);
  });

  it('says that nothing was answered, and what to do, and blames no generator for refused connections', () => {
    const busy = { ...calm, eventLoopUtilisation: 0.99, cpu: 0.98 };
    const refused = { done: 0, failed: 13_235, statuses: {}, generator: busy };
    const down = run(10, () => ({ ...refused, outcomes: { connect_refused: 13_234, connect_timeout: 1 } }));
    expect(judge(closed, down)).toEqual({
      stamp: 'invalid',
      reasons: [
        'Nothing was answered: all 132\u00a0350 attempts ended before they had a connection (connection refused and connect timeout). Check that the target runs, and that its address and port are right.',
      ],
      ...unjudged,
      findings: [{ kind: 'unanswered', requests: 132_350, outcomes: ['connect_refused', 'connect_timeout'] }],
    });
    const answeredOnce = run(10, (s) => (s === 0 ? {} : { ...refused, outcomes: { connect_refused: 13_235 } }));
    expect(judge(closed, answeredOnce).reasons.join()).not.toMatch(/Nothing was answered/);
    expect(
      judge(
        closed,
        run(10, () => ({ done: 0, failed: 5, outcomes: { timeout: 5 }, statuses: {} })),
      ).stamp,
    ).toBe('valid');
  });

  it('forgives one request due at the very end and sent just after it', () => {
    const rare = makePlan({ load: { model: 'open', rate: 1, duration: '10s' } });
    const samples = Array.from({ length: 10 }, (_, s) =>
      makeSample(s, { planned: 1, sent: s === 9 ? 0 : 1, done: 1, outcomes: { response: 1 } }),
    );
    expect(judge(rare, samples).stamp).toBe('valid');
  });

  it('is degraded when requests went out late although connections were free', () => {
    const late = { sendLateness: Array(100).fill(5000), responseTime: Array(100).fill(10_000) };
    const judged = judge(
      open,
      run(20, () => ({ times: late })),
    );
    expect(judged.stamp).toBe('degraded');
    expect(judged.reasons[0]).toMatch(/was late \(p99 5.00\u00a0ms\)\. Connections were free, and the limit is 1.00\u00a0ms/);
    expect(judged.limit).toBe('none');
    const itsOwn = run(20, () => ({ times: { ...late, responseTime: Array(100).fill(6000) } }));
    expect(judge(open, itsOwn).limit).toBe('generator');
    // A target that stops for a moment takes every slot meanwhile: what is late then is its own.
    const stops = run(20, () => ({ times: late, blocked: 10, slots: 50, busySlotMs: 15_000 }));
    expect(judge(open, stops)).toMatchObject({ stamp: 'valid', limit: 'none' });
    const partly = judge(
      open,
      run(20, (second) => ({ times: late, waiting: second < 5 ? 3 : 0 })),
    );
    expect(partly.reasons[0]).toMatch(
      /was late \(p99 5.00\u00a0ms\) in 14 of 20 s\. Connections were free in these, and the limit is 1.00\u00a0ms/,
    );
    // Answers that end after the load add no second to it.
    const tail = makeSample(20, { planned: 0, sent: 0, done: 1, outcomes: { response: 1 }, times: { sendLateness: [5000] } });
    const late14 = run(20, (second) => ({ times: late, waiting: second < 5 ? 3 : 0 }));
    expect(judge(open, [...late14, tail]).reasons[0]).toContain(' in 14 of 20 s.');
    expect(judge(open, [...run(20, () => ({ times: late })), tail]).reasons[0]).toContain('(p99 5.00\u00a0ms). ');
    const slowTarget = { sendLateness: Array(100).fill(5000), responseTime: Array(100).fill(100_000) };
    expect(
      judge(
        open,
        run(20, () => ({ times: slowTarget })),
      ).stamp,
    ).toBe('valid');
    expect(
      judge(
        open,
        run(20, () => ({ times: late, waiting: 3 })),
      ).stamp,
    ).toBe('valid');
  });

  describe('of a closed run whose generator is the limit', () => {
    const saturated = run(20, () => ({ generator: { ...calm, eventLoopUtilisation: 0.97 } }));
    const limitOf = (client: string) =>
      `The HTTP client (${client}), not the target, is the limit: its event loop was up to 97\u00a0% busy (over 90\u00a0% in 20 of 20 seconds).`;
    const limit = limitOf('undici');
    const judged = (change: Partial<PlanInput>) => judge(makePlan(change), saturated);

    it('says so, and on undici offers raw sockets, more threads or another generator', () => {
      expect(judge(closed, saturated)).toMatchObject({
        stamp: 'degraded',
        reasons: [
          `${limit} To get further, run it on raw sockets (connection.client: wire), with more load threads (PLIMSOLL_THREADS) or with another generator (generators: 2).`,
        ],
        limit: 'client',
        advice: ['wire', 'threads', 'generators'],
      });
    });

    it('offers raw sockets to a run on them no more, and counts its generators', () => {
      const wired = judged({ connection: { client: 'wire' }, generators: 3 });
      expect(wired.advice).toEqual(['threads', 'generators']);
      expect(wired.reasons).toEqual([
        `${limitOf('wire')} To get further, run it with more load threads (PLIMSOLL_THREADS) or with another generator (generators: 4).`,
      ]);
    });

    it('offers nothing that could take no connection', () => {
      const load = { model: 'closed' as const, connections: 1, duration: '20s' };
      expect(judged({ load }).advice).toEqual(['wire']);
      expect(judged({ load }).reasons).toEqual([`${limit} To get further, run it on raw sockets (connection.client: wire).`]);
      expect(judged({ load, connection: { client: 'wire' } })).toMatchObject({ reasons: [limitOf('wire')], advice: [] });
      expect(judged({ load: { ...load, connections: 3 }, generators: 3 }).advice).toEqual(['wire']);
      expect(judged({ load: { ...load, connections: 1000 }, generators: 64 }).advice).toEqual(['wire', 'threads']);
    });

    it('offers no other generator without a server, which refuses several', () => {
      const here = judge(closed, saturated, { isLocal: true });
      expect(here.advice).toEqual(['wire', 'threads']);
      expect(here.reasons[0]).toMatch(/: wire\) or with more load threads \(PLIMSOLL_THREADS\)\.$/);
    });

    it('offers more connections where they were the limit, and nothing where the rate was fixed', () => {
      expect(judge(closed, run(20))).toMatchObject({ limit: 'connections', advice: ['connections'] });
      expect(judge(open, saturated)).toMatchObject({ stamp: 'degraded', advice: [] });
    });
  });

  it('is degraded by a busy CPU, a held-up event loop and a clock jump, each with its number', () => {
    const bad = { ...calm, cpu: 0.95, eventLoopDelayP99Us: 45_000, clockDriftMs: -2500, ...unknownMachine };
    const { stamp, reasons } = judge(
      open,
      run(20, (s) => (s === 4 ? { generator: bad } : {})),
    );
    expect(stamp).toBe('degraded');
    expect(reasons).toEqual([
      'The generator used up to 95\u00a0% of its CPU (over 90\u00a0% in 1 of 20 seconds).',
      "The generator's event loop was held up: p99 delay up to 45\u00a0ms (over 20\u00a0ms in 1 of 20 seconds).",
      "The generator's clock jumped by 2.50\u00a0s in second 4; times are measured on a monotonic clock, timestamps may be off.",
    ]);
  });

  it('does not hold a lone hiccup against a long run', () => {
    const hiccup = run(120, (s) => (s === 60 ? { generator: { ...calm, eventLoopDelayP99Us: 30_000 } } : {}));
    expect(judge(open, hiccup).stamp).toBe('valid');
  });

  it('names missing seconds, and is invalid when they are more than a few', () => {
    const gaps = (missing: readonly number[]) => run(40).filter((sample) => !missing.includes(sample.second));
    const few = judge(open, gaps([7, 8]));
    expect(few).toEqual({
      stamp: 'degraded',
      reasons: ['2 of 40 seconds are missing (seconds 7 to 8) and left out of every figure.'],
      ...unjudged,
      findings: [{ kind: 'missing', which: [7, 8], of: 40 }],
      limit: 'none',
    });
    expect(judge(open, gaps([7, 8, 9, 20])).stamp).toBe('invalid');
  });

  it('names seconds that one of several generators did not tell, and forgives one that was through with its share before', () => {
    const two = (seconds: readonly [number, number], lost: readonly number[] = []) =>
      seconds.flatMap((length, shard) => run(length).filter(({ second }) => shard === 0 || !lost.includes(second)));
    expect(judge(closed, two([40, 40]))).toMatchObject({ stamp: 'valid', reasons: [], limit: 'connections' });
    expect(judge(closed, two([40, 31])).stamp).toBe('valid');
    expect(judge(closed, two([31, 40])).stamp).toBe('valid');
    expect(judge(closed, two([40, 40], [7, 8]))).toMatchObject({
      stamp: 'degraded',
      reasons: [
        '2 of 40 seconds lack the samples of a generator (seconds 7 to 8): its share of the load is left out of every figure there.',
      ],
      limit: 'connections',
      advice: ['connections'],
    });
    expect(judge(closed, two([40, 40], [0, 7, 8])).stamp).toBe('invalid');
  });

  it('is invalid when nothing was measured, and judges only measured seconds', () => {
    expect(judge(open, [])).toEqual({
      stamp: 'invalid',
      reasons: ['Nothing was measured: nothing was sent.'],
      ...unjudged,
      findings: [{ kind: 'nothing', afterWarmup: false }],
    });
    const badWarmup = run(20, (s) => (s < 5 ? { warmup: true, planned: 300, generator: { ...calm, cpu: 1 } } : {}));
    expect(judge(open, badWarmup).stamp).toBe('valid');
  });

  it('calls the work of the target on its own machine no other work', () => {
    const heldUp = run(20, () => ({ generator: { ...calm, eventLoopDelayP99Us: 60_000, otherWork: 0.5 } }));
    const target = { cpu: 0.45, cores: 2, quotaCores: null, busiestThread: 0.5, waitedForCore: 0, onThisMachine: true };
    expect(judge(open, heldUp).reasons).toHaveLength(2);
    expect(judge(open, heldUp, { targetOf: () => target }).reasons).toHaveLength(1);
  });
});
