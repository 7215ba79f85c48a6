/**
 * Was the generator fit to measure? Each rule gives one plain sentence with its number. Judged over measured seconds, also while
 * the run goes on. The limits are those of docs/measuring.md. Who held the load back is judged in `limit/judge-limits.ts`.
 */

import { sendingClient } from '@plimsoll/contracts/connection';
import { listRegions } from '@plimsoll/contracts/generators';
import { isOwnLimit, type RunLimit } from '@plimsoll/contracts/limit';
import { unconnectedKinds } from '@plimsoll/contracts/outcome';
import { mostParts, type Plan } from '@plimsoll/contracts/plan';
import { countGenerators, mostGenerators } from '@plimsoll/contracts/planned-generators';
import type { Sample } from '@plimsoll/contracts/sample';
import type { Validity } from '@plimsoll/contracts/validity';
import { type GeneratorRemedy, generatorRemedies, type ValidityFinding } from '@plimsoll/contracts/validity-finding';
import { shortestSecondMs } from '@plimsoll/contracts/whole-seconds';
import { sayValidity } from '@plimsoll/wording/validity-reason';
import { healthLimits } from '../limit/generator-strain.ts';
import { judgeLimits, type LimitJudgement, type LimitSources } from '../limit/judge-limits.ts';
import { leastLateUs } from '../limit/lateness.ts';
import { listMeasured, type MeasuredSecond } from '../limit/measured-second.ts';
import { sumByKey } from '../second/merge-fields.ts';
import { countFinished, groupBySecond } from '../second/seconds.ts';

type Severity = 'degraded' | 'invalid';
interface Doubt {
  readonly severity: Severity;
  readonly finding: ValidityFinding;
  /** Changes that would help. */
  readonly advice?: readonly GeneratorRemedy[];
}

const validityLimits = {
  achievedInvalid: 0.9,
  latenessShareOfP50: 0.1,
  clockDriftMs: 100,
  /** More missing seconds than this share make the whole run invalid, not only those seconds. */
  missingShare: 0.05,
  /** A lone hiccup in a long run is no verdict on it: this share of the seconds, at least one, must be over a health limit. */
  unhealthyShare: 0.02,
} as const;

/** Seconds between the first and the last sample that no shard delivered. */
export function missingSeconds(samples: readonly Sample[]): number[] {
  const seen = new Set(samples.map((sample) => sample.second));
  const last = Math.max(-1, ...seen);
  const missing: number[] = [];
  for (let second = 0; second < last; second++) if (!seen.has(second)) missing.push(second);
  return missing;
}

interface ValiditySources extends LimitSources {
  /** Without a server there is no other generator. */
  readonly isLocal?: boolean;
}

export function judgeValidity(plan: Plan, samples: readonly Sample[], { isLocal = false, ...sources }: ValiditySources = {}): Validity {
  const measured = listMeasured(samples);
  const nothing = nothingMeasured(samples, measured);
  const unanswered = nothingAnswered(measured);
  const judged = judgeLimits(plan, measured, sources);
  const own: Doubt[] = [
    ...shortfall(judged),
    ...lateness(judged),
    // How fast connections are refused is no measure of a generator.
    ...(unanswered.length > 0 ? [] : health(plan, measured, { limit: judged.limit, isLocal })),
  ];
  const doubts: Doubt[] = [
    ...nothing,
    ...unanswered,
    // The cause before what it did.
    ...(own.length > 0 ? causes(judged) : []),
    ...own,
    ...gaps(samples),
    ...clockJumps(measured),
  ];
  const stamp = doubts.some((d) => d.severity === 'invalid') ? 'invalid' : doubts.length > 0 ? 'degraded' : 'valid';
  const known = nothing.length === 0 && unanswered.length === 0;
  return sayValidity({
    stamp,
    findings: doubts.map(({ finding }) => finding),
    limit: known ? judged.limit : null,
    evidence: known ? judged.evidence : [],
    otherWork: judged.otherWork,
    advice: known && judged.limit === 'connections' ? ['connections'] : doubts.flatMap(({ advice = [] }) => advice),
  });
}

function nothingMeasured(samples: readonly Sample[], measured: readonly MeasuredSecond[]): Doubt[] {
  if (measured.some((second) => second.sent > 0 || second.planned > 0)) return [];
  const afterWarmup = samples.some((sample) => sample.warmup);
  return [{ severity: 'invalid', finding: { kind: 'nothing', afterWarmup } }];
}

/** Every request ended before it had a connection: what is shown beside it was not measured on a target. */
function nothingAnswered(measured: readonly MeasuredSecond[]): Doubt[] {
  const counts = sumByKey(measured.map(({ outcomes }) => outcomes));
  const requests = countFinished(counts);
  const outcomes = unconnectedKinds.filter((kind) => (counts[kind] ?? 0) > 0).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
  const unconnected = outcomes.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  if (requests === 0 || unconnected < requests) return [];
  return [{ severity: 'invalid', finding: { kind: 'unanswered', requests, outcomes } }];
}

/** The worst window that the generator held back: what the target did not take is the target's. */
function shortfall({ shortWindows }: LimitJudgement): Doubt[] {
  const own = shortWindows.filter(({ limit }) => isOwnLimit(limit));
  const [first] = own;
  if (!first) return [];
  const worst = own.reduce((lowest, window) => (window.share < lowest.share ? window : lowest), first);
  // Connections may look busy because nobody read their answers.
  const { share, planned, sent, seconds, strained } = worst;
  const at = { fromSecond: (seconds[0] as MeasuredSecond).second, toSecond: (seconds.at(-1) as MeasuredSecond).second };
  return [
    {
      severity: share < validityLimits.achievedInvalid ? 'invalid' : 'degraded',
      finding: { kind: 'shortfall', share, planned, sent, ...at, strained },
    },
  ];
}

/** Lateness of requests that had a free slot waiting for them is the generator's own. */
function lateness({ lateness: late }: LimitJudgement): Doubt[] {
  if (!late) return [];
  const limitUs = Math.max(leastLateUs, validityLimits.latenessShareOfP50 * late.responseP50Us);
  if (late.p99Us <= limitUs) return [];
  // The whole run's p99, shown elsewhere, is another one where some seconds do not count.
  const figures = { latenessUs: late.p99Us, limitUs, freeSeconds: late.freeSeconds.length, seconds: late.loadSeconds };
  return [{ severity: 'degraded', finding: { kind: 'late', ...figures } }];
}

/** Where a generator was in doubt: was it the work of others on its machine, or its quota? */
function causes({ seconds, otherWork }: LimitJudgement): Doubt[] {
  const enough = Math.max(1, validityLimits.unhealthyShare * seconds.length);
  const throttled = seconds.filter(({ strain }) => strain.throttled);
  const starved = seconds.filter(({ strain }) => strain.starved && !strain.throttled);
  const doubts: Doubt[] = [];
  const add = (finding: ValidityFinding) => doubts.push({ severity: 'degraded', finding });
  if (throttled.length >= enough) add({ kind: 'throttled', seconds: throttled.length, of: seconds.length });
  if (starved.length >= enough && otherWork !== null) add({ kind: 'other_work', share: otherWork });
  return doubts;
}

interface Held {
  readonly limit: RunLimit | null;
  readonly isLocal: boolean;
}

/** The cheapest first. Threads and generators share out connections and requests: there must be one more for either to take. */
function remedies(plan: Plan, { limit, isLocal }: Held): GeneratorRemedy[] {
  const { connection } = plan;
  const generators = countGenerators(plan.generators);
  const shareable = mostParts(plan) > generators;
  const helps: Readonly<Record<GeneratorRemedy, boolean>> = {
    wire: sendingClient(connection) === 'undici',
    // More threads would wait for the same cores.
    threads: shareable && limit === 'client',
    // With regions it is for people to say which one gets another.
    generators: !isLocal && shareable && generators < mostGenerators && listRegions(plan.generators).length === 0,
    connections: false,
  };
  return generatorRemedies.filter((remedy) => helps[remedy]);
}

function health(plan: Plan, seconds: readonly MeasuredSecond[], held: Held): Doubt[] {
  const { limit } = held;
  const over = (of: (g: Sample['generator']) => number, limit: number) => {
    // The last second may be a few milliseconds long, all of them spent on ending the run.
    const bad = seconds.filter((s) => s.lengthMs >= shortestSecondMs && of(s.generator) > limit);
    const enough = bad.length >= Math.max(1, validityLimits.unhealthyShare * seconds.length);
    return enough ? { worst: Math.max(...bad.map((s) => of(s.generator))), limit, seconds: bad.length, of: seconds.length } : null;
  };
  const doubts: Doubt[] = [];
  const add = (finding: ValidityFinding, advice: readonly GeneratorRemedy[] = []) => doubts.push({ severity: 'degraded', finding, advice });
  const loop = over((g) => g.eventLoopUtilisation, healthLimits.eventLoopUtilisation);
  const cpu = over((g) => g.cpu, healthLimits.cpu);
  const delay = over((g) => g.eventLoopDelayP99Us, healthLimits.eventLoopDelayUs);
  if (loop) {
    const { worst: share, ...over } = loop;
    const isLimit = plan.load.model === 'closed' && isOwnLimit(limit);
    const advice = isLimit ? remedies(plan, held) : [];
    add(
      {
        kind: 'loop_busy',
        share,
        ...over,
        limits: isLimit
          ? { advice, generators: countGenerators(plan.generators), client: limit === 'client' ? sendingClient(plan.connection) : null }
          : null,
      },
      advice,
    );
  }
  if (cpu) {
    const { worst: share, ...limit } = cpu;
    add({ kind: 'cpu', share, ...limit });
  }
  if (delay) {
    const { worst: delayUs, limit: limitUs, ...seen } = delay;
    add({ kind: 'loop_held_up', delayUs, limitUs, ...seen });
  }
  return doubts;
}

/** Seconds of which fewer shards told than of a later one: a shard that is through with its share tells no later second either. */
function partialSeconds(samples: readonly Sample[]): number[] {
  const partial: number[] = [];
  let most = 0;
  for (const { second, shards } of groupBySecond(samples).toReversed()) {
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
  const add = (which: number[], kind: 'missing' | 'partial') => {
    if (which.length > 0) doubts.push({ severity, finding: { kind, which, of: whole } });
  };
  add(missing, 'missing');
  add(partial, 'partial');
  return doubts;
}

function clockJumps(seconds: readonly MeasuredSecond[]): Doubt[] {
  const jumps = seconds.filter((s) => Math.abs(s.generator.clockDriftMs) > validityLimits.clockDriftMs);
  const worst = jumps.reduce<MeasuredSecond | null>(
    (a, b) => (a && Math.abs(a.generator.clockDriftMs) >= Math.abs(b.generator.clockDriftMs) ? a : b),
    null,
  );
  if (!worst) return [];
  const jumpMs = Math.abs(worst.generator.clockDriftMs);
  return [{ severity: 'degraded', finding: { kind: 'clock', jumpMs, second: worst.second } }];
}
