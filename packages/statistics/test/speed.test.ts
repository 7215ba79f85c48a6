/** Two runs of an hour are compared while a person waits: from what was kept of them as a rule, from their samples the first time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { measureExtent, ownGrid } from '../src/bootstrap/comparison-grid.ts';
import { compareArms, compareReadRuns } from '../src/comparison/compare.ts';
import { decodeMeasuredRun, encodeMeasuredRun } from '../src/comparison/measured/measured-run-codec.ts';
import { readRun, selectCompared } from '../src/comparison/measured/read-run.ts';
import { measureLatency } from '../src/run/measure-latency.ts';
import { summarise } from '../src/run/summary.ts';
import { mergeIntoPoints } from '../src/second/point.ts';
import { makePlan, makeRun, simulatedMix, simulatedSamples, simulateSeconds } from './support/simulated-run.ts';

const hour = (id: number) => {
  const samples = simulatedSamples(
    simulateSeconds({ seconds: 3600, rate: 500, medianUs: 5000, spread: 0.5, drift: 0.1, correlation: 0.5 }, id),
  ).map((sample) => ({
    ...sample,
    // As in an open loop: service time is its own histogram.
    histograms: { ...sample.histograms, serviceTime: sample.histograms.timeToFirstByte.slice() },
  }));
  return { run: makeRun(id, { summary: summarise(samples) }), samples };
};

let runs: readonly [ReturnType<typeof hour>, ReturnType<typeof hour>];
beforeAll(() => {
  runs = [hour(1), hour(2)];
});

/** CPU time of the process, so that what else the machine does counts for nothing. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What `slowness` makes takes of an idle core of the machine that the limits below were found on, ms. */
const idleMs = 45;

/** How many times as long as on that core everything takes now, on a slower machine or beside busy neighbours; at least 1. */
function slowness(): number {
  const numbers = Float64Array.from({ length: 400_000 }, (_, at) => Math.sin(at * at));
  const sorted = () => numbers.slice().sort();
  const takes = Array.from({ length: 3 }, () => cpuMs(() => void sorted().reduce((sum, one) => sum + Math.exp(one), 0)));
  return Math.max(1, Math.min(...takes) / idleMs);
}

describe('speed', () => {
  it('compares two one-hour runs from their samples in 2 s of an idle core', () => {
    const options = { base: [runs[0]], candidates: [[runs[1]]], noiseFloor: null };
    compareArms(options);
    const times = Array.from({ length: 3 }, () => cpuMs(() => compareArms(options))).sort((a, b) => a - b);
    console.log(`two one-hour runs: median ${Math.round(times[1] as number)} ms of CPU, least ${Math.round(times[0] as number)} ms`);
    expect(times[0]).toBeLessThan(2000 * slowness());
  });

  it('finds how the times of an hour spread in half a second of an idle core', () => {
    const times = Array.from({ length: 3 }, () => cpuMs(() => void measureLatency(runs[0].samples, 'responseTime'))).sort((a, b) => a - b);
    console.log(`how the times of an hour spread: ${Math.round(times[0] as number)} ms of CPU`);
    expect(times[0]).toBeLessThan(500 * slowness());
  });

  it('compares what was kept of them in less than half of the time, and says the same', () => {
    const kept = runs.map((one) => {
      const measured = selectCompared(one.samples, null);
      const read = readRun(one, measured, { grid: ownGrid(measureExtent(measured)), charted: true, windowed: false });
      return { ...read, encoded: encodeMeasuredRun(read.measured) };
    });
    const fromKept = () => {
      const [base = [], ...candidates] = kept.map(({ encoded, ...read }) => [{ ...read, measured: decodeMeasuredRun(encoded) }]);
      return compareReadRuns({ base, candidates, noiseFloor: null });
    };
    const fromSamples = () => compareArms({ base: [runs[0]], candidates: [[runs[1]]], noiseFloor: null });
    expect(JSON.stringify(fromKept())).toBe(JSON.stringify(fromSamples()));
    const least = (work: () => unknown) => Math.min(...Array.from({ length: 3 }, () => cpuMs(() => void work())));
    const [short, long] = [least(fromKept), least(fromSamples)];
    console.log(`two one-hour runs as they were kept: ${Math.round(short)} ms of CPU, from their samples ${Math.round(long)} ms`);
    // Both are slowed alike by a busy neighbour.
    expect(short / long).toBeLessThan(0.5);
    // A person waits for this one.
    expect(short).toBeLessThan(200 * slowness());
  });

  it('compares five requests of each run in less than three times the time of the whole', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const plan = makePlan({ target: null, requests: names.map((name) => ({ name, url: 'http://127.0.0.1:8787/' })) });
    const load = { seconds: 600, rate: 100, medianUs: 5000, spread: 0.5, drift: 0.1, correlation: 0.5 };
    const mixed = (id: number) => {
      const samples = simulatedMix(Object.fromEntries(names.map((name, index) => [name, simulateSeconds(load, 10 * id + index)])));
      return { run: makeRun(id, { plan, summary: summarise(samples) }), samples };
    };
    const arms = { base: [mixed(1)], candidates: [[mixed(2)]], noiseFloor: null };
    const whole = { ...arms, base: arms.base.map(({ samples, run }) => ({ samples, run: { ...run, plan: makePlan() } })) };
    const least = (options: typeof arms) => Math.min(...Array.from({ length: 3 }, () => cpuMs(() => compareArms(options))));
    expect(compareArms(arms).candidates[0]?.byRequest).toHaveLength(5);
    const [several, one] = [least(arms), least(whole)];
    console.log(`two runs of 10 minutes: ${Math.round(one)} ms of CPU, with five requests each ${Math.round(several)} ms`);
    expect(several / one).toBeLessThan(3);
  });

  it('makes the points of an hour in a second of an idle core', () => {
    const [{ samples }] = runs;
    const took = cpuMs(() => expect(mergeIntoPoints(samples).length).toBeLessThanOrEqual(600));
    console.log(`points of one hour: ${Math.round(took)} ms of CPU`);
    expect(took).toBeLessThan(1000 * slowness());
  });
});
