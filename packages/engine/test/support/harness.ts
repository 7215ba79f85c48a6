/** Shared by the engine's tests: makes a plan, runs it, and sums its samples without the statistics package's summary. */
import { randomUUID } from 'node:crypto';
import type { HttpClient } from '@plimsoll/contracts/connection';
import { type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { sampleSchema } from '@plimsoll/contracts/sample';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { merge, summarizeTimes } from '@plimsoll/statistics/histogram';
import { type LoadOptions, type RunLoadOptions, type RunTogetherOptions, runLoad, runTogether } from '../../src/run-load.ts';
import type { LoadEnd } from '../../src/stopping/load-end.ts';

export const loopbackOnly: TargetPolicy = { mode: 'allowlist', allowed: ['loopback'], ownPorts: [] };

/** The HTTP client under test. vitest runs the whole suite once for each (vitest.config.ts). */
export const testedClient = (process.env.PLIMSOLL_TEST_CLIENT ?? 'undici') as HttpClient;

/** The parts of its plan that a test names, beside address and load. */
export type PlanRest = Omit<Partial<PlanInput>, 'target'> & {
  readonly target?: Partial<NonNullable<PlanInput['target']>> | null | undefined;
};

export function planFor(url: string, load: PlanInput['load'], rest: PlanRest = {}): Plan {
  const { target, connection, ...others } = rest;
  return planSchema.parse({
    version: 1,
    name: 'measured',
    target: { url, ...(target as object) },
    connection: { client: testedClient, ...connection },
    load,
    ...others,
  });
}

/** `onSample` is told of each second as well. */
export async function runPlan(plan: Plan, options: Partial<RunLoadOptions> = {}, onSample: (sample: Sample) => void = () => undefined) {
  const told = listen(plan, onSample);
  const startedMs = performance.now();
  const end = await runLoad({ ...told.load, ...making(), ...options });
  return { ...told.figures(), end, tookMs: performance.now() - startedMs };
}

/** Makes loads of these plans together, and answers the figures of each. */
export async function runPlansTogether(plans: readonly Plan[], options: Partial<RunTogetherOptions> = {}) {
  const told = plans.map((plan) => listen(plan));
  const ends = await runTogether({ loads: told.map(({ load }) => load), seed: 27, ...making(), ...options });
  return told.map((one, place) => ({ ...one.figures(), end: ends[place] as LoadEnd }));
}

const making = () => ({ threads: 1, signal: new AbortController().signal });

function listen(plan: Plan, onSample: (sample: Sample) => void = () => undefined) {
  const samples: Sample[] = [];
  const runId = randomUUID();
  const load: LoadOptions = {
    plan,
    runId,
    policy: loopbackOnly,
    onSample: (sample) => {
      samples.push(sampleSchema.parse(sample));
      onSample(sample);
    },
  };
  return { load, figures: () => ({ runId, samples, totals: addUp(samples.filter((s) => !s.warmup)), all: addUp(samples) }) };
}

const counts = ['planned', 'sent', 'dropped', 'done', 'failed'] as const;

/** The part of a sample that its sums are made of. */
type Counted = Omit<Sample, 'generator'>;

/** Sums over samples, an oracle of its own: it does not use the statistics package's summary. */
export function addUp(samples: readonly Counted[]) {
  const sum = (pick: (sample: Counted) => number) => samples.reduce((total, sample) => total + pick(sample), 0);
  const named = (pick: (sample: Counted) => Readonly<Record<string, number | undefined>>) => {
    const total: Record<string, number> = {};
    for (const sample of samples) for (const [key, value] of Object.entries(pick(sample))) total[key] = (total[key] ?? 0) + (value ?? 0);
    return total;
  };
  const outcomes = named((sample) => sample.outcomes);
  const times = (name: keyof Counted['histograms']) => summarizeTimes(merge(samples.map((sample) => sample.histograms[name])));
  return {
    ...(Object.fromEntries(counts.map((key) => [key, sum((sample) => sample[key])])) as Record<(typeof counts)[number], number>),
    outcomes,
    stragglers: named((sample) => sample.stragglers),
    statuses: named((sample) => sample.statuses),
    ended: Object.values(outcomes).reduce((total, count) => total + count, 0),
    opened: sum((sample) => sample.connections.opened),
    reused: sum((sample) => sample.connections.reused),
    closedByPeer: sum((sample) => sample.connections.closedByPeer),
    closedByUs: sum((sample) => sample.connections.closedByUs),
    failedConnections: sum((sample) => sample.connections.failed),
    bytes: { sent: sum((sample) => sample.bytes.sent), received: sum((sample) => sample.bytes.received) },
    errors: samples.flatMap((sample) => sample.errors),
    responseTime: times('responseTime'),
    serviceTime: times('serviceTime'),
    failedTime: times('failedTime'),
    sendLateness: times('sendLateness'),
    timeToFirstByte: times('timeToFirstByte'),
    connectTime: times('connectTime'),
    dnsTime: times('dnsTime'),
    tcpTime: times('tcpTime'),
    tlsTime: times('tlsTime'),
    grpcStatuses: named((sample) => sample.grpcStatuses),
    messages: {
      sent: sum((sample) => sample.messages.sent),
      received: sum((sample) => sample.messages.received),
      sentBytes: sum((sample) => sample.messages.sentBytes),
      receivedBytes: sum((sample) => sample.messages.receivedBytes),
      coalesced: sum((sample) => sample.messages.coalesced),
    },
    streamEnds: named((sample) => sample.streamEnds),
    closeCodes: named((sample) => sample.closeCodes),
    tokens: {
      input: sum((sample) => sample.tokens.input),
      output: sum((sample) => sample.tokens.output),
      streams: sum((sample) => sample.tokens.streams),
      counted: sum((sample) => sample.tokens.counted),
      good: sum((sample) => sample.tokens.good),
    },
    firstMessageTime: times('firstMessageTime'),
    messageGap: times('messageGap'),
    messageRoundTrip: times('messageRoundTrip'),
    messageLateness: times('messageLateness'),
    firstTokenTime: times('firstTokenTime'),
    secondTokenTime: times('secondTokenTime'),
    interTokenTime: times('interTokenTime'),
    pingRoundTrip: times('pingRoundTrip'),
    publishTime: times('publishTime'),
    upgradeTime: times('upgradeTime'),
    inputTokens: times('inputTokens'),
    outputTokens: times('outputTokens'),
    lengthMs: sum((sample) => sample.lengthMs),
  };
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Measures how late the timers of this thread were, because the machine or other code in the thread kept them waiting. A load of one
 * thread shares this event loop, and was late by as much without being wrong.
 */
export function watchLoop(): { end(): { worstMs: number; commonMs: number } } {
  const everyMs = 1;
  const lateMs: number[] = [];
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lateMs.push(Math.max(0, nowMs - lastMs - everyMs));
    lastMs = nowMs;
  }, everyMs);
  return {
    end() {
      clearInterval(timer);
      lateMs.sort((a, b) => a - b);
      return { worstMs: lateMs.at(-1) ?? 0, commonMs: lateMs[Math.floor(0.75 * lateMs.length)] ?? 0 };
    },
  };
}
