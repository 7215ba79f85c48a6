/**
 * Verdicts on arms that ran at once, each as two claims: of the services that ran, and of their builds. A change is called where its
 * interval excludes zero and is not wholly within ±δ; none is where it is wholly within. Intervals are corrected for all metrics and
 * arms (Holm's steps) and for all planned looks: together they call equals different in at most one experiment in a hundred.
 */
import {
  type ComparedMetric,
  comparedMetrics,
  isAbsolute,
  isLeading,
  isOfStreams,
  mainMetrics,
  rowOfMetric,
} from '@plimsoll/contracts/compared-metric';
import { type Claim, type MetricCode, type MetricDelta, worseBy } from '@plimsoll/contracts/verdict';
import type { Contrast } from '../../bootstrap/contrast.ts';
import { levelOfLook } from '../../bootstrap/planned-looks.ts';
import type { Interval } from '../../bootstrap/signed-rank.ts';
import { studentQuantile } from '../../bootstrap/small-sample.ts';
import { findWarmUp, meanCourse } from '../../bootstrap/warm-up.ts';
import {
  isUnlike,
  type Judged,
  leastErrorRateEffect,
  pickFigures,
  refuseTimes,
  type StartSpread,
  shownChange,
  shownEffect,
  type TogetherOptions,
  unseenShare,
  type VerdictOptions,
} from './judged.ts';

/** The chance that anything is called of arms that are equal: less than the one in a hundred that is promised, as tails hold their level only nearly. */
const familyLevel = 0.007;
/** Intervals that are shown beside a figure hold its truth in 95 of 100. */
const shownLevel = 0.05;

/** An interval in the units people see, by the chance that it may miss; null where nothing promises that. */
type Reach = (alpha: number) => Interval | null;

interface Reaches {
  readonly contrast: Contrast;
  readonly options: VerdictOptions;
  readonly services: Reach;
  readonly builds: Reach | null;
}

/** As `metricDeltas`, of arms that ran at once. */
export function claimedDeltas(
  arms: readonly Judged[],
  together: TogetherOptions,
  { looks, families }: { readonly looks: number; readonly families: number },
): MetricDelta[][] {
  const reaches = arms.map((judged) =>
    judged.contrasts.map((contrast) => (isUnlike(judged, contrast) ? null : reachesOf(contrast, judged.options, together))),
  );
  const family = reaches.flatMap((ofArm, arm) => (arms[arm]?.refused === null ? ofArm.filter((one) => one !== null) : []));
  const levelOf = (alpha: number) => levelOfLook(alpha / families, together.lookShares, looks);
  const services = correct(
    family.map((one) => [one, one.services] as const),
    levelOf,
  );
  const builds = correct(
    family.flatMap((one) => (one.builds ? [[one, one.builds] as const] : [])),
    levelOf,
  );
  return arms.map((judged, arm) =>
    judged.contrasts.map((contrast, index): MetricDelta => {
      if (isUnlike(judged, contrast)) return refuseTimes(contrast);
      const one = reaches[arm]?.[index] ?? null;
      const figures = { ...pickFigures(contrast), interval: one?.services(shownLevel) ?? null, reason: '' };
      if (judged.refused) return { ...figures, verdict: 'not_enough_evidence', code: { kind: 'refused' } };
      if (one === null || figures.interval === null)
        return { ...figures, verdict: 'not_enough_evidence', code: { kind: Number.isFinite(contrast.effect) ? 'tooShort' : 'notInBoth' } };
      const ofServices = readClaim(one, services.get(one) ?? null);
      const warm = warmUpOf(one, ofServices.verdict);
      const claims = {
        services: warm ? undecided(ofServices) : ofServices,
        builds: builds.has(one) ? readClaim(one, builds.get(one) ?? null) : null,
      };
      return {
        ...figures,
        verdict: claims.services.verdict,
        claims: { ...claims, builds: warm && claims.builds ? undecided(claims.builds) : claims.builds },
        code: warm ?? codeOfClaim(one, ofServices),
      };
    }),
  );
}

function undecided(claim: Claim): Claim {
  return { ...claim, verdict: 'not_enough_evidence' };
}

function reachesOf(contrast: Contrast, options: VerdictOptions, { restarted, starts }: TogetherOptions): Reaches | null {
  const { pairs, effect, resolution } = contrast;
  if (!pairs) return null;
  const { base, candidate } = options.requests;
  const shown = (interval: Interval | null): Interval | null =>
    interval && {
      // A percentile is known to a bucket at best.
      low: Math.min(
        shownEffect(contrast, Math.min(interval.low, effect - resolution) - unseenShare(contrast, contrast.base, base)),
        shownChange(contrast),
      ),
      high: shownEffect(contrast, Math.max(interval.high, effect + resolution) + unseenShare(contrast, contrast.candidate, candidate)),
    };
  const beyond = restarted ? beyondRestarts(pairs.ofRuns) : beyondStarts(contrast, starts[contrast.metric]);
  return { contrast, options, services: (alpha) => shown(pairs.reach(alpha)), builds: beyond && ((alpha) => shown(beyond(alpha))) };
}

const fewestRestarts = 3;

/** Each restart is one witness of what a build does (Kalibera and Jones 2013). */
function beyondRestarts(ofRuns: readonly number[]): Reach | null {
  const n = ofRuns.length;
  const mean = ofRuns.reduce((sum, effect) => sum + effect, 0) / n;
  const deviation = Math.sqrt(ofRuns.reduce((sum, effect) => sum + (effect - mean) ** 2, 0) / (n - 1));
  if (n < fewestRestarts || !Number.isFinite(deviation)) return null;
  return (alpha) => {
    const half = (studentQuantile(alpha, n - 1) * deviation) / Math.sqrt(n);
    return { low: mean - half, high: mean + half };
  };
}

/** One start of each build was measured: the services differ by their builds and by two starts. */
function beyondStarts({ effect, pairs }: Contrast, start: StartSpread | undefined): Reach | null {
  if (!start || !pairs) return null;
  return (alpha) => {
    const services = pairs.reach(alpha);
    const ofStarts = studentQuantile(alpha, start.df) * start.deviation * Math.SQRT2;
    return (
      services && { low: effect - Math.hypot(effect - services.low, ofStarts), high: effect + Math.hypot(services.high - effect, ofStarts) }
    );
  };
}

const excludesZero = ({ low, high }: Interval) => low > 0 || high < 0;

/** A metric that decides an experiment, or leads those of streams, has as much of the chance as so many of the others, and the one that its length was planned for twice as much. */
const [headlineWeight, plannedWeight] = [4, 8];
const plannedMetric = 'p50';

function weightOf(metric: ComparedMetric): number {
  if (metric === plannedMetric) return plannedWeight;
  return rowOfMetric(metric).headline || isLeading(metric) ? headlineWeight : 1;
}

/** The chance that a median has at Holm's first step; one of streams shares that of its family with all that such streams may have. */
export function plannedLevel(candidates: number, median: ComparedMetric = plannedMetric): number {
  const sum = (metrics: readonly ComparedMetric[]) => metrics.reduce((total, metric) => total + weightOf(metric), 0);
  const { needs } = rowOfMetric(median);
  if (needs === null) return (familyLevel * weightOf(median)) / sum(mainMetrics) / candidates;
  const family = comparedMetrics.filter((metric) => isOfStreams(metric) && (needs === 'tokens' || rowOfMetric(metric).needs === needs));
  return (familyLevel * weightOf(median)) / 2 / sum(family) / candidates;
}

/** Did anything happen that could tell the arms apart: an error on either side, a pair with a difference? */
function canDiffer({ contrast: { metric, base, candidate, pairs } }: Reaches): boolean {
  if (isAbsolute(metric)) return base !== 0 || candidate !== 0;
  return !pairs || pairs.ofBlocks.length === 0 || pairs.ofBlocks.some((one) => one !== 0);
}

/**
 * Each one's interval at the step of Holm's (1979, weighted) that it came to: all share the chance; where an interval excludes zero, the
 * others share all of it anew, until no further one does. A metric that cannot be called whatever the chance takes none of it (Tarone 1990).
 */
function correct(family: readonly (readonly [Reaches, Reach])[], levelOf: (alpha: number) => number): Map<Reaches, Interval | null> {
  const called = new Map<Reaches, Interval | null>();
  while (called.size < family.length) {
    const left = family.filter(([one]) => !called.has(one));
    const weights = left.reduce((sum, [one]) => sum + (canDiffer(one) ? weightOf(one.contrast.metric) : 0), 0);
    const shareOf = (one: Reaches) => weightOf(one.contrast.metric) / Math.max(weights, weightOf(one.contrast.metric));
    const open = left.map(([one, reach]) => [one, reach(levelOf(familyLevel * shareOf(one)))] as const);
    const found = open.filter(([, interval]) => interval !== null && excludesZero(interval));
    for (const [one, interval] of found.length > 0 ? found : open) called.set(one, interval);
  }
  return called;
}

function leastOf({ contrast: { metric }, options }: Reaches): number {
  return rowOfMetric(metric).unit === 'share' ? leastErrorRateEffect : (options.minimumEffects?.[metric] ?? options.minimumEffect);
}

function readClaim(one: Reaches, interval: Interval | null): Claim {
  if (interval === null) return { interval, verdict: 'not_enough_evidence' };
  const { low, high } = interval;
  const least = leastOf(one);
  if (low > -least && high < least) return { interval, verdict: 'no_difference' };
  if (!excludesZero(interval)) return { interval, verdict: 'not_enough_evidence' };
  return { interval, verdict: worseBy(one.contrast.metric, low) > 0 ? 'worse' : 'better' };
}

function readingOf(one: Reaches) {
  return { change: shownChange(one.contrast), minimumEffect: leastOf(one) };
}

function codeOfClaim(one: Reaches, { interval, verdict }: Claim): MetricCode {
  const kind = verdict === 'no_difference' ? (interval && excludesZero(interval) ? 'smaller' : 'alike') : undefined;
  return { kind: kind ?? (verdict === 'not_enough_evidence' ? 'unclear' : 'differs'), ...readingOf(one) };
}

/** A change that was called, and that the last of its pairs no longer show; null: they do. */
function warmUpOf(one: Reaches, verdict: Claim['verdict']): MetricCode | null {
  if (verdict !== 'better' && verdict !== 'worse') return null;
  const { ofBlocks = new Float64Array(), blocksOfRuns = [] } = one.contrast.pairs ?? {};
  const warm = findWarmUp(one.options.together?.restarted ? meanCourse(ofBlocks, blocksOfRuns) : ofBlocks);
  if (warm === null) return null;
  const shown = (effect: number) => shownEffect(one.contrast, effect);
  const late = readClaim(one, { low: shown(warm.lateInterval.low), high: shown(warm.lateInterval.high) });
  return late.verdict === verdict ? null : { kind: 'warmingUp', ...readingOf(one), early: shown(warm.early), late: shown(warm.late) };
}
