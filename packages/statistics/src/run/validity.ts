/**
 * Was the generator fit to measure? Each rule gives one plain sentence with its number. Judged over measured seconds, also while
 * the run goes on. The limits are those of docs/measuring.md.
 */

import { unconnectedKinds } from '@plimsoll/contracts/outcome';
import { mostGenerators, mostParts, type Plan } from '@plimsoll/contracts/plan';
import { type GeneratorRemedy, generatorRemedies, type RunLimit, type Validity } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { fieldsIn, sampleFields } from '@plimsoll/contracts/sample-fields';
import { shortestSecondMs } from '@plimsoll/contracts/whole-seconds';
import { type ValidityFinding, validityReason } from '@plimsoll/wording/validity-reason';
import { merge, valueAt } from '../histogram/histogram.ts';
import { lineFull, lineFullSeconds, lineShare } from '../second/line-share.ts';
import { mergeFields, sumByKey } from '../second/merge-fields.ts';
import { countFinished, groupBySecond } from '../second/seconds.ts';
import { findSpans } from '../story/spans.ts';

type Severity = 'degraded' | 'invalid';
export interface Doubt {
  readonly severity: Severity;
  readonly reason: string;
  /** What would help. */
  readonly advice?: readonly GeneratorRemedy[];
  /** Did the generator hold the run back by this? */
  readonly limits?: boolean;
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

/** Slots are busy if they were taken for this share of the time: one or two are always between two requests. */
const nearlyAll = 0.9;
/** The generator holds a load back that it sends in time, too, where its own lateness is this share of the response time. */
const lateShareOfResponse = 0.5;

const { slots, busySlotMs, blocked } = sampleFields;
const secondFields = { ...fieldsIn('point'), slots, busySlotMs, blocked };
interface Second extends Pick<Sample, keyof typeof secondFields> {
  readonly second: number;
  readonly shards: readonly Sample[];
}

function listSeconds(samples: readonly Sample[]): Second[] {
  return groupBySecond(samples).map(({ second, shards }) => ({ second, shards, ...mergeFields(secondFields, shards, 'shards') }));
}

/** Seconds between the first and the last sample that no shard delivered. */
export function missingSeconds(samples: readonly Sample[]): number[] {
  const seen = new Set(samples.map((sample) => sample.second));
  const last = Math.max(-1, ...seen);
  const missing: number[] = [];
  for (let second = 0; second < last; second++) if (!seen.has(second)) missing.push(second);
  return missing;
}

/** `lineBitsPerSecond`: of the generator's interface towards the target, where it is known. */
export function judgeValidity(plan: Plan, samples: readonly Sample[], lineBitsPerSecond: number | null = null): Validity {
  const measured = listSeconds(samples.filter((sample) => !sample.warmup));
  const nothing = nothingMeasured(samples, measured);
  const unanswered = nothingAnswered(measured);
  const short = plan.load.model === 'open' ? shortWindows(measured) : [];
  const doubts: Doubt[] = [
    ...nothing,
    ...unanswered,
    ...shortfall(short),
    ...(plan.load.model === 'open' ? lateness(measured) : []),
    // How fast connections are refused is no measure of a generator.
    ...(unanswered.length > 0 ? [] : health(plan, measured)),
    ...gaps(samples),
    ...clockJumps(measured),
  ];
  const stamp = doubts.some((d) => d.severity === 'invalid') ? 'invalid' : doubts.length > 0 ? 'degraded' : 'valid';
  const heldByTarget = plan.load.model === 'closed' || short.some(({ by }) => by === 'target');
  const heldByNetwork = findSpans(measured, lineFullSeconds, (one) => lineShare(one, lineBitsPerSecond) >= lineFull).length > 0;
  const judged = nothing.length === 0 && unanswered.length === 0;
  return {
    stamp,
    reasons: doubts.map(({ reason }) => reason),
    limit: judged ? findLimit(doubts, heldByNetwork, heldByTarget) : null,
    advice: doubts.flatMap(({ advice = [] }) => advice),
  };
}

/** A closed load is always held back: by its target, unless the generator was too slow or the line full, which both look like a slow target. */
function findLimit(doubts: readonly Doubt[], heldByNetwork: boolean, heldByTarget: boolean): RunLimit {
  if (doubts.some(({ limits }) => limits)) return 'generator';
  if (heldByNetwork) return 'network';
  return heldByTarget ? 'target' : 'none';
}

function nothingMeasured(samples: readonly Sample[], measured: readonly Second[]): Doubt[] {
  if (measured.some((second) => second.sent > 0 || second.planned > 0)) return [];
  const afterWarmup = samples.some((sample) => sample.warmup);
  return [{ severity: 'invalid', reason: validityReason({ kind: 'nothing', afterWarmup }) }];
}

/** Every request ended before it had a connection: what is shown beside it was not measured on a target. */
function nothingAnswered(measured: readonly Second[]): Doubt[] {
  const counts = sumByKey(measured.map(({ outcomes }) => outcomes));
  const requests = countFinished(counts);
  const outcomes = unconnectedKinds.filter((kind) => (counts[kind] ?? 0) > 0).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
  const unconnected = outcomes.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  if (requests === 0 || unconnected < requests) return [];
  return [{ severity: 'invalid', reason: validityReason({ kind: 'unanswered', requests, outcomes }) }];
}

/** Was the generator itself short of time in this second? Then connections may look busy because nobody read their answers. */
function isStrained({ generator }: Second): boolean {
  return (
    generator.eventLoopUtilisation > validityLimits.eventLoopUtilisation ||
    generator.cpu > validityLimits.cpu ||
    generator.eventLoopDelayP99Us > validityLimits.eventLoopDelayUs
  );
}

/** Requests found every slot taken, and slots were taken nearly all the time. */
function isBusy({ blocked, busySlotMs, slots, lengthMs }: Second): boolean {
  return blocked > 0 && busySlotMs >= nearlyAll * slots * lengthMs;
}

/** A window in which less was sent than was due. */
interface ShortWindow {
  readonly share: number;
  readonly fromSecond: number;
  readonly toSecond: number;
  readonly planned: number;
  readonly sent: number;
  /** Who held it back: the target where every slot was busy and the generator fit, the generator with free slots or while it was strained. */
  readonly by: 'target' | 'generator' | 'strained_generator';
}

/** A request due at the very end may be sent just after it: one is forgiven. */
function shortWindows(seconds: readonly Second[]): ShortWindow[] {
  const size = Math.min(validityLimits.windowSeconds, seconds.length);
  const found: ShortWindow[] = [];
  for (let start = 0; size > 0 && start + size <= seconds.length; start++) {
    const window = seconds.slice(start, start + size);
    const planned = window.reduce((sum, s) => sum + s.planned, 0);
    const sent = window.reduce((sum, s) => sum + s.sent, 0);
    const share = planned > 0 ? sent / planned : 1;
    if (planned - sent <= 1 || share >= validityLimits.achievedDegraded) continue;
    const short = window.filter((s) => s.sent < s.planned);
    const most = (of: readonly Second[]) => 2 * of.length >= short.length;
    const busy = short.filter(isBusy);
    const by = !most(busy) ? 'generator' : most(busy.filter((s) => !isStrained(s))) ? 'target' : 'strained_generator';
    found.push({ share, fromSecond: (window[0] as Second).second, toSecond: (window.at(-1) as Second).second, planned, sent, by });
  }
  return found;
}

/** The worst window that the generator held back: what the target did not take is the target's. */
function shortfall(windows: readonly ShortWindow[]): Doubt[] {
  const own = windows.filter(({ by }) => by !== 'target');
  const [first] = own;
  if (!first) return [];
  const worst = own.reduce((lowest, window) => (window.share < lowest.share ? window : lowest), first);
  return [
    {
      severity: worst.share < validityLimits.achievedInvalid ? 'invalid' : 'degraded',
      reason: validityReason({ ...worst, kind: 'shortfall', strained: worst.by === 'strained_generator' }),
      limits: true,
    },
  ];
}

/** Lateness of requests that had a free slot waiting for them is the generator's own. */
function lateness(seconds: readonly Second[]): Doubt[] {
  const isFree = (s: Second | undefined) => !s || (s.waiting === 0 && s.blocked === 0);
  const freeSeconds = seconds.filter((s, i) => isFree(s) && isFree(seconds[i - 1]));
  const free = freeSeconds.flatMap((s) => s.shards);
  const p99 = valueAt(merge(free.map((sample) => sample.histograms.sendLateness)), 99);
  if (p99 === null || p99 <= validityLimits.latenessUs) return [];
  const responseTime = merge(free.map((sample) => sample.histograms.responseTime));
  const limit = Math.max(validityLimits.latenessUs, validityLimits.latenessShareOfP50 * (valueAt(responseTime, 50) ?? 0));
  if (p99 <= limit) return [];
  // The whole run's p99, shown elsewhere, is another one where some seconds do not count.
  const figures = { latenessUs: p99, limitUs: limit, freeSeconds: freeSeconds.length, seconds: seconds.length };
  const limits = p99 > lateShareOfResponse * (valueAt(responseTime, 99) ?? 0);
  return [{ severity: 'degraded', reason: validityReason({ kind: 'late', ...figures }), limits }];
}

/** The cheapest first. Threads and generators share out connections and requests: there must be one more for either to take. */
function remedies(plan: Plan): GeneratorRemedy[] {
  const { connection, generators } = plan;
  const shareable = mostParts(plan) > generators;
  const helps: Readonly<Record<GeneratorRemedy, boolean>> = {
    wire: connection.client === 'undici',
    threads: shareable,
    generators: shareable && generators < mostGenerators,
  };
  return generatorRemedies.filter((remedy) => helps[remedy]);
}

function health(plan: Plan, seconds: readonly Second[]): Doubt[] {
  const over = (of: (g: Sample['generator']) => number, limit: number) => {
    // The last second may be a few milliseconds long, all of them spent on ending the run.
    const bad = seconds.filter((s) => s.lengthMs >= shortestSecondMs && of(s.generator) > limit);
    const enough = bad.length >= Math.max(1, validityLimits.unhealthyShare * seconds.length);
    return enough ? { worst: Math.max(...bad.map((s) => of(s.generator))), limit, seconds: bad.length, of: seconds.length } : null;
  };
  const doubts: Doubt[] = [];
  const add = (finding: ValidityFinding, advice: readonly GeneratorRemedy[] = []) =>
    doubts.push({
      severity: 'degraded',
      reason: validityReason(finding),
      advice,
      limits: finding.kind === 'loop_busy' && finding.limits !== null,
    });
  const loop = over((g) => g.eventLoopUtilisation, validityLimits.eventLoopUtilisation);
  const cpu = over((g) => g.cpu, validityLimits.cpu);
  const delay = over((g) => g.eventLoopDelayP99Us, validityLimits.eventLoopDelayUs);
  if (loop) {
    const { worst: share, ...limit } = loop;
    const advice = plan.load.model === 'closed' ? remedies(plan) : [];
    const limits = plan.load.model === 'closed' ? { advice, generators: plan.generators } : null;
    add({ kind: 'loop_busy', share, ...limit, limits }, advice);
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
  const add = (which: readonly number[], kind: 'missing' | 'partial') => {
    if (which.length > 0) doubts.push({ severity, reason: validityReason({ kind, which, of: whole }) });
  };
  add(missing, 'missing');
  add(partial, 'partial');
  return doubts;
}

function clockJumps(seconds: readonly Second[]): Doubt[] {
  const jumps = seconds.filter((s) => Math.abs(s.generator.clockDriftMs) > validityLimits.clockDriftMs);
  const worst = jumps.reduce<Second | null>(
    (a, b) => (a && Math.abs(a.generator.clockDriftMs) >= Math.abs(b.generator.clockDriftMs) ? a : b),
    null,
  );
  if (!worst) return [];
  const jumpMs = Math.abs(worst.generator.clockDriftMs);
  return [{ severity: 'degraded', reason: validityReason({ kind: 'clock', jumpMs, second: worst.second }) }];
}
