/**
 * The services of the seeded history. A load on one of them is made on a virtual clock: due times by the engine's own rate line, a pool of workers
 * with a queue behind each URL, and each second counted as the engine counts it. Statistics' own tests plant their targets the same way.
 */
import { buildRateLine } from '@plimsoll/contracts/load-shape';
import type { OpenLoad, Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { noResourceFigures } from '@plimsoll/contracts/resources';
import type { Sample } from '@plimsoll/contracts/sample';
import type { SourcePoint } from '@plimsoll/store/resources';
import { createRandom } from '../../packages/statistics/src/bootstrap/random.ts';
import {
  makeHistogram,
  makeNormalSource,
  simulatedCalls,
  simulatedMix,
  simulateSeconds as simulateMoments,
} from '../../packages/statistics/test/support/simulated-run.ts';
import { workerPool } from '../../packages/statistics/test/support/story/planted-targets.ts';
import { simulateSeconds } from '../../packages/statistics/test/support/story/simulate-seconds.ts';

/** Cores of the machine that the services run on. */
export const serviceCores = 4;
const runNoise = 0.015;

interface Service {
  readonly workers: number;
  readonly queued: number;
  /** `at`: 0 is the beginning of the history, 1 is today. */
  readonly medianMs: (at: number) => number;
  /** Standard deviation of ln(time). */
  readonly spread: number;
  /** The share of a request's time in a worker in which it computes; in the rest it waits for others. */
  readonly computed: number;
}

/** The version that slowed the checkout down, and the one that mended it. */
export const regression = { from: 0.62, until: 0.8 } as const;

const services: Readonly<Record<string, Service>> = {
  '/checkout': {
    workers: 8,
    queued: 120,
    medianMs: (at) => (at >= regression.from && at < regression.until ? 13.4 : 11),
    spread: 0.22,
    computed: 0.45,
  },
  '/search': { workers: 12, queued: 400, medianMs: (at) => (at < 0.5 ? 27 : 22), spread: 0.32, computed: 0.15 },
};

export interface Measured {
  readonly samples: readonly Sample[];
  readonly resources: readonly SourcePoint[];
}

/** Everything that the same plan, moment and seed measure again. */
export function measure(plan: Plan, at: number, seed: number): Measured {
  const random = createRandom(seed);
  const path = new URL(planUrl(plan)).pathname;
  if (plan.target?.grpc) return { samples: callsOf(plan, seed).map((sample) => asMeasured(sample, random)), resources: [] };
  if (plan.requests) return { samples: mixOf(plan, seed).map((sample) => asMeasured(sample, random)), resources: [] };
  const service = services[path];
  if (!service) throw new Error(`no service is seeded at ${path}`);
  return measureService(plan, service, at, random);
}

function measureService(plan: Plan, { workers, queued, medianMs, spread, computed }: Service, at: number, random: () => number): Measured {
  const normal = makeNormalSource(random);
  const median = (medianMs(at) / 1000) * Math.exp(runNoise * normal()) + (plan.connection.keepAlive ? 0 : 0.0012);
  const busySeconds: number[] = [];
  const simulated = simulateSeconds(plan.load as OpenLoad, random, (clock) =>
    workerPool(clock, random, {
      workers,
      queued,
      serviceSeconds: () => {
        // One in three hundred waits for a collection of garbage.
        const seconds = median * Math.exp(spread * normal()) + (random() < 0.003 ? 0.03 + 0.02 * random() : 0);
        const second = Math.floor(clock.now);
        busySeconds[second] = (busySeconds[second] ?? 0) + seconds;
        return seconds;
      },
    }),
  );
  // The end of the load cuts off the requests under way, as the engine's does.
  const cutOff = simulated.reduce((left, { sent, done, failed }) => left + sent - done - failed, 0);
  const samples = simulated.map((sample, at) =>
    at < simulated.length - 1 || cutOff === 0 ? sample : { ...sample, outcomes: { ...sample.outcomes, cut_off: cutOff } },
  );
  const cpuOf = (second: number) => Math.min(1, ((busySeconds[second] ?? 0) * computed) / serviceCores + 0.02 + 0.01 * random());
  return {
    samples: samples.map((sample) => asMeasured(plan.connection.keepAlive ? sample : withoutKeepAlive(sample), random)),
    resources: samples.map(({ second, inFlight }) => ({
      second,
      figures: {
        ...noResourceFigures,
        cpu: cpuOf(second),
        memoryBytes: Math.round(310e6 + 40e3 * inFlight + 4e6 * random()),
        openSockets: 12 + inFlight,
        threads: workers + 5,
      },
    })),
  };
}

/** A connection for each request. */
function withoutKeepAlive(sample: Sample): Sample {
  return { ...sample, connections: { ...sample.connections, opened: sample.sent, reused: 0, closedByUs: sample.done + sample.failed } };
}

const moments = (plan: Plan) => Math.ceil(buildRateLine(plan.load as OpenLoad).seconds);
const rateOf = (plan: Plan) => Number((plan.load as { rate?: number }).rate);

/** A login for every fourth basket. */
function mixOf(plan: Plan, seed: number): Sample[] {
  const load = { seconds: moments(plan), drift: 0.03, correlation: 0.5, runNoise, spread: 0.3 };
  const [login, basket] = (plan.requests ?? []).map(({ name }) => name) as [string, string];
  return simulatedMix({
    [login]: simulateMoments({ ...load, rate: rateOf(plan) * 0.2, medianUs: 31_000, errorRate: 0.002 }, seed),
    [basket]: simulateMoments({ ...load, rate: rateOf(plan) * 0.8, medianUs: 9_000 }, seed + 1),
  });
}

function callsOf(plan: Plan, seed: number): Sample[] {
  const load = { seconds: moments(plan), drift: 0.02, correlation: 0.5, runNoise, spread: 0.2 };
  const rate = rateOf(plan);
  return simulatedCalls(
    simulateMoments({ ...load, rate, medianUs: 48_000 }, seed),
    simulateMoments({ ...load, rate: rate * 9, medianUs: 5_000 }, seed + 1),
  );
}

/** Beside what the target did: how late requests left, when first bytes came, how connections opened, and a generator with little to do. */
function asMeasured(sample: Sample, random: () => number): Sample {
  const normal = makeNormalSource(random);
  const times = (count: number, medianUs: number) => Array.from({ length: count }, () => Math.round(medianUs * Math.exp(0.5 * normal())));
  const { histograms, sent, slots } = sample;
  // Calls and mixes are made without connections: they open all they need at the start.
  const opened = sample.connections.opened || (sample.second === 0 ? slots : 0);
  const connections = { ...sample.connections, opened, open: slots };
  const firstBytes = histograms.timeToFirstByte.length > 0 ? histograms.timeToFirstByte : histograms.serviceTime;
  const cpu = 0.03 + sent * 2.5e-5 + 0.01 * random();
  return {
    ...sample,
    connections,
    histograms: {
      ...histograms,
      sendLateness: makeHistogram(times(sent, 25)),
      timeToFirstByte: firstBytes,
      connectTime: makeHistogram(times(opened, 400)),
      tcpTime: makeHistogram(times(opened, 250)),
    },
    generator: {
      ...sample.generator,
      cpu,
      eventLoopUtilisation: Math.min(1, cpu * 2),
      eventLoopDelayP99Us: Math.round(300 + 200 * random()),
      rssBytes: Math.round(84e6 + 3e6 * random()),
      otherWork: 0.03 + 0.02 * random(),
      waitedForCore: 0.001 * random(),
    },
  };
}
