import { describe, expect, it } from 'vitest';
import { makePlan, makeRun, simulatedCalls, simulatedMix, simulatedSamples, simulateSeconds } from '../../../test/support/simulated-run.ts';
import { chooseGrids, listRequests, measureExtent, type RunGrid } from '../../bootstrap/comparison-grid.ts';
import { createRandom } from '../../bootstrap/random.ts';
import { StoredBytesError } from '../../bytes/byte-stream.ts';
import { compareArms, compareReadRuns } from '../compare.ts';
import { measureRun } from './measured-run.ts';
import { decodeMeasuredRun, encodeMeasuredRun } from './measured-run-codec.ts';
import { type ArmRun, type ReadRun, readRun, selectCompared } from './read-run.ts';

const random = createRandom(11);
const names = ['log in', 'cart/9', 'pay'];

/** A run of any length, load and number of requests, whose seconds are no whole number of ms long. */
function anyRun(id: number, seconds: number, requests: readonly string[]): ArmRun {
  const load = {
    seconds,
    rate: 2 + random() * 60,
    medianUs: 300 + random() * 1e5,
    spread: random(),
    drift: random() / 4,
    correlation: random(),
  };
  const make = (part: number) => simulateSeconds({ ...load, errorRate: random() < 0.5 ? 0.02 : 0 }, 1000 * id + part);
  const warmup = Math.floor(random() * 4);
  const samples =
    requests.length > 0
      ? simulatedMix(Object.fromEntries(requests.map((name, part) => [name, make(part)])), warmup)
      : simulatedSamples(make(0), warmup);
  const plan =
    requests.length > 0 ? makePlan({ target: null, requests: requests.map((name) => ({ name, url: 'http://127.0.0.1:1/' })) }) : makePlan();
  return { run: makeRun(id, { plan }), samples: samples.map((sample) => ({ ...sample, lengthMs: 1000 - random() })) };
}

/** As the database's driver hands bytes out: a view of a larger piece, anywhere in it. */
function asDriver(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const piece = Buffer.alloc(bytes.byteLength + 3);
  piece.set(bytes, 3);
  return piece.subarray(3);
}

/** The run by way of what would be kept of it. */
function throughBytes(armRun: ArmRun, grid: RunGrid): ReadRun {
  const read = readRun(armRun, selectCompared(armRun.samples, null), { grid, charted: true, windowed: false });
  const { charts, series } = encodeMeasuredRun(read.measured);
  return { ...read, measured: decodeMeasuredRun({ charts, series: asDriver(series) }) };
}

describe('a measured run that was kept', () => {
  it.each([
    ['a few seconds', [12], 0],
    ['minutes', [130, 180], 0],
    ['more than its charts have points', [640, 1300], 0],
    ['several requests', [90, 700], 3],
    ['several runs an arm', [40, 41, 38, 40, 42, 39], 1],
    ['nothing measured', [0, 20], 0],
  ] as const)('compares as its samples do, to the last bit: %s', (_, lengths, requests) => {
    const runs = lengths.map((seconds, index) => anyRun(index + 1, seconds, names.slice(0, requests)));
    const half = Math.ceil(runs.length / 2);
    const arms = { base: runs.slice(0, half), candidates: [runs.length > half ? runs.slice(half) : runs] };
    const extents = (of: readonly ArmRun[]) => of.map(({ samples }) => measureExtent(selectCompared(samples, null)));
    const grids = chooseGrids(extents(arms.base), arms.candidates.map(extents));
    const kept = {
      base: arms.base.map((run, index) => throughBytes(run, grids.base[index] as RunGrid)),
      candidates: arms.candidates.map((arm, at) => arm.map((run, index) => throughBytes(run, grids.candidates[at]?.[index] as RunGrid))),
    };
    const options = { noiseFloor: null, looks: 2 };
    expect(JSON.stringify(compareReadRuns({ ...kept, ...options }))).toBe(JSON.stringify(compareArms({ ...arms, ...options })));
  });

  it('holds the times of messages of gRPC calls, and the seconds of both are drawn alike', () => {
    const runs = [40, 130, 700, 900].map((seconds, id) => {
      const load = { seconds, rate: 20, medianUs: 9000, spread: 0.5, drift: 0.1, correlation: 0.3 };
      return { run: makeRun(id + 1), samples: simulatedCalls(simulateSeconds(load, id), simulateSeconds(load, 50 + id), 3) };
    });
    const arms = { base: runs.slice(0, 2), candidates: [runs.slice(2)] };
    const extents = (of: readonly ArmRun[]) => of.map(({ samples }) => measureExtent(selectCompared(samples, null)));
    const grids = chooseGrids(extents(arms.base), arms.candidates.map(extents));
    const kept = {
      base: arms.base.map((run, index) => throughBytes(run, grids.base[index] as RunGrid)),
      candidates: arms.candidates.map((arm, at) => arm.map((run, index) => throughBytes(run, grids.candidates[at]?.[index] as RunGrid))),
    };
    const result = compareReadRuns({ ...kept, noiseFloor: null });
    expect(JSON.stringify(result)).toBe(JSON.stringify(compareArms({ ...arms, noiseFloor: null })));
    expect(result.candidates[0]?.metrics.find(({ metric }) => metric === 'messageGap.p50')?.interval).not.toBeNull();
    expect(result.base.points[0]?.grpc?.messageGap.count).toBeGreaterThan(0);
  });

  it('is never read from bytes that end too early or were changed but with an error of its own', () => {
    const { run, samples } = anyRun(1, 20, names);
    const measured = measureRun(samples, { unitSeconds: 1, requestUnitSeconds: 2 }, { requests: listRequests(run.plan), charted: true });
    const { charts, series } = encodeMeasuredRun(measured);
    const read = (bytes: Uint8Array<ArrayBuffer>) => {
      try {
        decodeMeasuredRun({ charts, series: bytes });
        return null;
      } catch (error) {
        return error;
      }
    };
    for (let length = 0; length < series.length; length += 1 + (length >> 4))
      expect(read(series.slice(0, length))).toBeInstanceOf(StoredBytesError);
    for (let i = 0; i < 2000; i++) {
      const damaged = series.slice();
      damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      const error = read(damaged);
      if (error !== null) expect(error).toBeInstanceOf(StoredBytesError);
    }
  });
});
