/**
 * Was the generator fit to measure? Each rule gives one plain sentence with its number. Judged over measured seconds, also while
 * the run goes on. The limits are those of docs/measuring.md.
 */
import { mostGenerators, type Plan, peakConnections } from '@plimsoll/contracts/plan';
import { type GeneratorRemedy, generatorRemedies, type Validity } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { fieldsIn } from '@plimsoll/contracts/sample-fields';
import { shortestSecondMs } from '@plimsoll/contracts/whole-seconds';
import { merge, valueAt } from '../histogram/histogram.ts';
import { mergeFields } from '../second/merge.ts';
import { bySecond } from '../second/seconds.ts';
import { count, listed, ms, percent, secondsPhrase } from '../wording.ts';

type Severity = 'degraded' | 'invalid';
export interface Doubt {
  readonly severity: Severity;
  readonly reason: string;
  /** What would help. */
  readonly advice?: readonly GeneratorRemedy[];
}

export const validityLimits = {
  windowSeconds: 5,
  achievedDegraded: 0.99,
  achievedInvalid: 0.9,
  latenessUs: 1000,
  latenessShareOfP50: 0.1,
  eventLoopDelayUs: 20_000,
  eventLoopUtilisation: 0.9,
  cpu: 0.9,
  clockDriftMs: 100,
  /** More missing seconds than this share make the whole run invalid, not only those seconds. */
  missingShare: 0.05,
  /** A lone hiccup in a long run is no verdict on it: this share of the seconds, at least one, must be over a health limit. */
  unhealthyShare: 0.02,
} as const;

const secondFields = fieldsIn('point');
interface Second extends Pick<Sample, keyof typeof secondFields> {
  readonly second: number;
  readonly shards: readonly Sample[];
}

function secondsOf(samples: readonly Sample[]): Second[] {
  return bySecond(samples).map(({ second, shards }) => ({ second, shards, ...mergeFields(secondFields, shards, 'shards') }));
}

/** Seconds between the first and the last sample that no shard delivered. */
export function missingSeconds(samples: readonly Sample[]): number[] {
  const seen = new Set(samples.map((sample) => sample.second));
  const last = Math.max(-1, ...seen);
  const missing: number[] = [];
  for (let second = 0; second < last; second++) if (!seen.has(second)) missing.push(second);
  return missing;
}

export function judgeValidity(plan: Plan, samples: readonly Sample[]): Validity {
  const measured = secondsOf(samples.filter((sample) => !sample.warmup));
  const doubts: Doubt[] = [
    ...nothingMeasured(samples, measured),
    ...(plan.load.model === 'open' ? [...shortfall(plan, measured), ...lateness(plan, measured)] : []),
    ...health(plan, measured),
    ...gaps(samples),
    ...clockJumps(measured),
  ];
  const stamp = doubts.some((d) => d.severity === 'invalid') ? 'invalid' : doubts.length > 0 ? 'degraded' : 'valid';
  return { stamp, reasons: doubts.map(({ reason }) => reason), advice: doubts.flatMap(({ advice = [] }) => advice) };
}

function nothingMeasured(samples: readonly Sample[], measured: readonly Second[]): Doubt[] {
  if (measured.some((second) => second.sent > 0 || second.planned > 0)) return [];
  const warmup = samples.some((sample) => sample.warmup) ? ' after the warm-up' : '';
  return [{ severity: 'invalid', reason: `Nothing was measured: no request was sent${warmup}.` }];
}

/** The worst window in which less was sent than was due. A request due at the very end may be sent just after it: one is forgiven. */
function shortfall(plan: Plan, seconds: readonly Second[]): Doubt[] {
  const size = Math.min(validityLimits.windowSeconds, seconds.length);
  let worst: { share: number; from: number; to: number; busy: boolean; planned: number; sent: number } | null = null;
  for (let start = 0; size > 0 && start + size <= seconds.length; start++) {
    const window = seconds.slice(start, start + size);
    const planned = window.reduce((sum, s) => sum + s.planned, 0);
    const sent = window.reduce((sum, s) => sum + s.sent, 0);
    const share = planned > 0 ? sent / planned : 1;
    if (planned - sent <= 1 || share >= validityLimits.achievedDegraded || (worst && share >= worst.share)) continue;
    const busy = window.some((s) => s.waiting > 0 || s.dropped > 0);
    worst = { share, from: (window[0] as Second).second, to: (window.at(-1) as Second).second, busy, planned, sent };
  }
  if (!worst) return [];
  const cause = worst.busy
    ? ` All ${count(peakConnections(plan.load))} connections were busy: the target was slower than this load, so raise maxConnections or lower the rate.`
    : ' Connections were free, so the generator itself could not keep up.';
  const where = `in seconds ${worst.from} to ${worst.to}`;
  return [
    {
      severity: worst.share < validityLimits.achievedInvalid ? 'invalid' : 'degraded',
      reason: `Only ${percent(worst.share)} of the planned requests were sent ${where} (${count(worst.sent)} of ${count(worst.planned)}).${cause}`,
    },
  ];
}

/** Lateness of requests that had a free connection waiting for them is the generator's own. */
function lateness(plan: Plan, seconds: readonly Second[]): Doubt[] {
  const room = peakConnections(plan.load) * plan.connection.pipelining;
  const isFree = (s: Second | undefined) => !s || (s.waiting === 0 && s.dropped === 0 && s.inFlight < room);
  const freeSeconds = seconds.filter((s, i) => isFree(s) && isFree(seconds[i - 1]));
  const free = freeSeconds.flatMap((s) => s.shards);
  const p99 = valueAt(merge(free.map((sample) => sample.histograms.sendLateness)), 99);
  if (p99 === null || p99 <= validityLimits.latenessUs) return [];
  const p50 = valueAt(merge(free.map((sample) => sample.histograms.responseTime)), 50) ?? 0;
  const limit = Math.max(validityLimits.latenessUs, validityLimits.latenessShareOfP50 * p50);
  if (p99 <= limit) return [];
  // The whole run's p99, shown elsewhere, is another one where some seconds do not count.
  const when = freeSeconds.length < seconds.length ? ` in ${freeSeconds.length} of ${seconds.length} seconds` : '';
  return [
    {
      severity: 'degraded',
      reason: `The generator sent requests late although connections were free${when}: p99 of send lateness was ${ms(p99)}${when && ' in them'}, over ${ms(limit)}.`,
    },
  ];
}

/** The cheapest first. Threads and generators share out connections: there must be one more for either to take. */
function remedies({ connection, load, generators }: Plan): GeneratorRemedy[] {
  const shareable = peakConnections(load) > generators;
  const helps: Readonly<Record<GeneratorRemedy, boolean>> = {
    wire: connection.client === 'undici',
    threads: shareable,
    generators: shareable && generators < mostGenerators,
  };
  return generatorRemedies.filter((remedy) => helps[remedy]);
}

function remedySentence({ generators }: Plan, advice: readonly GeneratorRemedy[]): string {
  const words: Readonly<Record<GeneratorRemedy, string>> = {
    wire: 'on raw sockets (connection.client: wire)',
    threads: 'with more load threads (PLIMSOLL_THREADS)',
    generators: `with another generator (generators: ${generators + 1})`,
  };
  return advice.length === 0
    ? ''
    : ` To get further, run it ${listed(
        advice.map((remedy) => words[remedy]),
        'or',
      )}.`;
}

function health(plan: Plan, seconds: readonly Second[]): Doubt[] {
  const over = (of: (g: Sample['generator']) => number, limit: number) => {
    // The last second may be a few milliseconds long, all of them spent on ending the run.
    const bad = seconds.filter((s) => s.lengthMs >= shortestSecondMs && of(s.generator) > limit);
    const enough = bad.length >= Math.max(1, validityLimits.unhealthyShare * seconds.length);
    return enough ? { n: bad.length, worst: Math.max(...bad.map((s) => of(s.generator))) } : null;
  };
  const doubts: Doubt[] = [];
  const add = (reason: string, advice: readonly GeneratorRemedy[] = []) => doubts.push({ severity: 'degraded', reason, advice });
  const loop = over((g) => g.eventLoopUtilisation, validityLimits.eventLoopUtilisation);
  const cpu = over((g) => g.cpu, validityLimits.cpu);
  const delay = over((g) => g.eventLoopDelayP99Us, validityLimits.eventLoopDelayUs);
  const of = (n: number) => `in ${n} of ${seconds.length} seconds`;
  if (loop && plan.load.model === 'closed') {
    const advice = remedies(plan);
    add(
      `The generator, not the target, is the limit: its event loop was up to ${percent(loop.worst)} busy (over ${percent(validityLimits.eventLoopUtilisation)} ${of(loop.n)}).${remedySentence(plan, advice)}`,
      advice,
    );
  } else if (loop)
    add(
      `The generator's event loop was up to ${percent(loop.worst)} busy (over ${percent(validityLimits.eventLoopUtilisation)} ${of(loop.n)}).`,
    );
  if (cpu) add(`The generator used up to ${percent(cpu.worst)} of its CPU (over ${percent(validityLimits.cpu)} ${of(cpu.n)}).`);
  if (delay)
    add(
      `The generator's event loop was held up: p99 delay up to ${ms(delay.worst)} (over ${ms(validityLimits.eventLoopDelayUs)} ${of(delay.n)}).`,
    );
  return doubts;
}

/** Seconds of which fewer shards told than of a later one: a shard that is through with its share tells no later second either. */
function partialSeconds(samples: readonly Sample[]): number[] {
  const partial: number[] = [];
  let most = 0;
  for (const { second, shards } of bySecond(samples).toReversed()) {
    if (shards.length < most) partial.unshift(second);
    most = Math.max(most, shards.length);
  }
  return partial;
}

function gaps(samples: readonly Sample[]): Doubt[] {
  const missing = missingSeconds(samples);
  const partial = partialSeconds(samples);
  const whole = new Set(samples.map((sample) => sample.second)).size + missing.length;
  const severity = missing.length + partial.length > validityLimits.missingShare * whole ? 'invalid' : 'degraded';
  const doubts: Doubt[] = [];
  const add = (seconds: readonly number[], what: string) => {
    if (seconds.length > 0) doubts.push({ severity, reason: `${seconds.length} of ${whole} seconds ${what}` });
  };
  add(missing, `are missing (${secondsPhrase(missing)}) and left out of every figure.`);
  add(partial, `lack the samples of a generator (${secondsPhrase(partial)}): its share of the load is left out of every figure there.`);
  return doubts;
}

function clockJumps(seconds: readonly Second[]): Doubt[] {
  const jumps = seconds.filter((s) => Math.abs(s.generator.clockDriftMs) > validityLimits.clockDriftMs);
  const worst = jumps.reduce<Second | null>(
    (a, b) => (a && Math.abs(a.generator.clockDriftMs) >= Math.abs(b.generator.clockDriftMs) ? a : b),
    null,
  );
  if (!worst) return [];
  const by = ms(Math.abs(worst.generator.clockDriftMs) * 1000);
  return [
    {
      severity: 'degraded',
      reason: `The generator's clock jumped by ${by} in second ${worst.second}; times are measured on a monotonic clock, timestamps may be off.`,
    },
  ];
}
