/**
 * The one judge of what held a load back, second by second and for the whole run. Stamp, story, capacity, sweep, comparison and lists
 * read what it says. Also usable while the run goes on.
 */
import type { LimitEvidence, LimitEvidenceKind, RunLimit } from '@plimsoll/contracts/limit';
import type { Plan } from '@plimsoll/contracts/plan';
import { timeoutMs } from '@plimsoll/contracts/request-timeout';
import { shortestSecondMs } from '@plimsoll/contracts/whole-seconds';
import { lineFull, lineFullSeconds } from '../second/line-share.ts';
import { countFinished } from '../second/seconds.ts';
import { findSpans, meanOf } from '../second/spans.ts';
import { commonLimit } from './common-limit.ts';
import { decideLimit } from './decide-limit.ts';
import { isStrained, type Strain } from './generator-strain.ts';
import { isMostlyLate, type Lateness, measureLateness } from './lateness.ts';
import type { MeasuredSecond } from './measured-second.ts';
import { type FactSources, findFacts, listEvidence, listOtherWork, type SecondFacts } from './second-facts.ts';
import { readServiceTimes, type ServiceTimes } from './service-queue.ts';
import { findBusySeconds, findShortWindows, type ShortWindow } from './short-windows.ts';
import type { TargetSecond } from './target-second.ts';

/** A load was held back if this share of its seconds was, at least one: a lone hiccup in a long run is no verdict on it. */
const heldShare = 0.02;
/** Answers fall behind what is due by more than chance. */
const behindShare = 0.05;
const behindSeconds = 3;
/** So many of what was due waited for a slot, in seconds running: all is sent in the end, and late. A burst is shorter. */
const delayedShare = 0.4;
const delayedSeconds = 2;

export interface LimitSources {
  readonly targetOf?: FactSources['targetOf'];
  readonly lineBitsPerSecond?: number | null;
}

export interface JudgedSecond {
  readonly second: number;
  readonly limit: RunLimit;
  readonly slotsBusy: boolean;
  readonly strain: Strain;
}

export interface JudgedWindow extends ShortWindow {
  readonly limit: RunLimit;
  /** Was the generator short of time in most of the seconds in which less was sent than was due? */
  readonly strained: boolean;
}

export interface LimitJudgement {
  /** Null where nothing was measured. */
  readonly limit: RunLimit | null;
  readonly evidence: LimitEvidence[];
  /** Mean share of the machine's cores used by others than generator and target; null where it is not known. */
  readonly otherWork: number | null;
  readonly seconds: readonly JudgedSecond[];
  /** For an open load: windows in which less was sent than was due, each with its limit. */
  readonly shortWindows: readonly JudgedWindow[];
  /** For an open load; null where it is not known. */
  readonly lateness: Lateness | null;
}

export type LimitPlan = Pick<Plan, 'load' | 'timeout' | 'target'>;

/** `seconds`: the measured ones, by rising second. */
export function judgeLimits(
  plan: LimitPlan,
  seconds: readonly MeasuredSecond[],
  { targetOf = () => null as TargetSecond | null, lineBitsPerSecond = null }: LimitSources = {},
): LimitJudgement {
  const open = plan.load.model === 'open';
  const timeoutUs = timeoutMs(plan) * 1000;
  const times = readServiceTimes(seconds);
  const busy = findBusySeconds(seconds);
  const facts = seconds.map((second) => findFacts(second, { times, targetOf, lineBitsPerSecond, busy }));
  const windows = open ? findShortWindows(seconds) : [];
  const short = new Set(windows.flatMap((window) => window.seconds.filter((s) => s.sent < s.planned)));
  const line = placesIn(findSpans(facts, lineFullSeconds, (one) => one.lineShare >= lineFull));
  const behind = open ? placesIn(findBehind(facts, times)) : new Set<number>();
  const delayed = open
    ? placesIn(findSpans(facts, delayedSeconds, ({ second: { planned, blocked } }) => planned > 0 && blocked >= delayedShare * planned))
    : new Set<number>();
  // A generator that is held up or has no core is late with free slots, too.
  const ownDelay = ({ second, strain }: SecondFacts) =>
    open && second.planned > 0 && (strain.heldUp || strain.starved) && isMostlyLate(second);
  const limits = facts.map((one, at): RunLimit => {
    const { second, refused, unanswered } = one;
    const held = open
      ? short.has(second) || refused > 0 || unanswered > 0 || behind.has(at) || delayed.has(at) || ownDelay(one)
      : second.lengthMs >= shortestSecondMs || seconds.length === 1;
    if (!held) return 'none';
    return decideLimit(one, { closed: !open, short: short.has(second), lineFull: line.has(at), times, timeoutUs });
  });
  const lateness = open ? measureLateness(seconds) : null;
  const bySecond = new Map(facts.map(({ second, strain }, at) => [second, { limit: limits[at] as RunLimit, strain }]));
  const limit = wholeRun(limits, lateness);
  return {
    limit: seconds.some(({ sent, planned }) => sent > 0 || planned > 0) ? limit : null,
    evidence: gatherEvidence(facts, limits, limit, times, lateness),
    otherWork: meanKnown(facts.map(({ otherWork }) => otherWork)),
    seconds: facts.map(({ second: { second }, slotsBusy, strain }, at) => ({ second, limit: limits[at] as RunLimit, slotsBusy, strain })),
    shortWindows: windows.map((window) => {
      const judged = window.seconds.flatMap((s) => bySecond.get(s) ?? []);
      const sentLess = window.seconds.flatMap((s) => (short.has(s) ? (bySecond.get(s) ?? []) : []));
      return {
        ...window,
        limit: commonLimit(sentLess.map(({ limit: one }) => one)),
        strained: 2 * judged.filter(({ strain }) => isStrained(strain)).length >= sentLess.length,
      };
    }),
    lateness,
  };
}

function placesIn(spans: readonly { readonly from: number; readonly to: number }[]): Set<number> {
  return new Set(spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)));
}

/** More becomes due than is answered, and all answers take longer: with many connections nothing is dropped for long. */
function findBehind(facts: readonly SecondFacts[], { baseUs }: ServiceTimes) {
  const lead = 1 + Math.ceil((baseUs ?? 0) / 1e6);
  return findSpans(facts, behindSeconds, ({ second, queue }, at) => {
    const before = facts[at - 1]?.second;
    if (!before || at < lead) return false;
    const missing = second.planned - countFinished(second.outcomes);
    const grows = second.inFlight + second.waiting > before.inFlight + before.waiting;
    return grows && missing > Math.max(2, behindShare * second.planned) && queue() === 'grew';
  });
}

function wholeRun(limits: readonly RunLimit[], lateness: Lateness | null): RunLimit {
  const held = limits.filter((limit) => limit !== 'none');
  if (held.length >= Math.max(1, heldShare * limits.length)) return commonLimit(held);
  return lateness?.dominates ? 'generator' : 'none';
}

/** The first second that shows each kind, among those that the run's limit held back, and the means of its figures. */
function gatherEvidence(
  facts: readonly SecondFacts[],
  limits: readonly RunLimit[],
  limit: RunLimit,
  times: ServiceTimes,
  lateness: Lateness | null,
): LimitEvidence[] {
  const found = new Map<LimitEvidenceKind, { second: number; figures: Record<string, number>[] }>();
  for (const [at, one] of facts.entries()) {
    const tells = limits[at] !== 'none' && (limit === 'unknown' || limits[at] === limit);
    for (const [kind, figures] of tells ? listEvidence(one, times) : listOtherWork(one)) {
      const known = found.get(kind);
      if (known) known.figures.push(figures);
      else found.set(kind, { second: one.second.second, figures: [figures] });
    }
  }
  const evidence: LimitEvidence[] = [...found].map(([kind, { second, figures }]) => ({
    second,
    kind,
    figures: {
      seconds: figures.length,
      ...Object.fromEntries(Object.keys(figures[0] ?? {}).map((name) => [name, meanOf(figures, (one) => one[name] ?? 0)])),
    },
  }));
  const [first] = lateness?.freeSeconds ?? [];
  if (limit === 'generator' && lateness?.dominates && first)
    evidence.push({ second: first.second, kind: 'late', figures: { seconds: lateness.freeSeconds.length, timeUs: lateness.p99Us } });
  return evidence.sort((a, b) => a.second - b.second);
}

function meanKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}
