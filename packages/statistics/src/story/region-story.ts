/**
 * The story of a run's regions: the one that was slower than the rest, in which more failed, or whose good answers fell while those of the rest did
 * not. The target is one for all, so what all regions met is told of the whole run.
 */
import type { Plan } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import type { BareFinding } from '@plimsoll/contracts/story';
import { merge, valueAt } from '../histogram/histogram.ts';
import type { RegionSamples } from '../run/region-summary.ts';
import { judgeValidity } from '../run/validity.ts';
import { mergeIntoPoints } from '../second/point.ts';
import { findOnset, findSpans, highestOf, lowestOf, meanOf, medianOf, type Span } from '../second/spans.ts';
import { back, findDips, usualSeconds } from './find-dips.ts';
import { enoughAnswers, type RatedSecond, rateSeconds, type StorySecond } from './rated-second.ts';
import { hasRates } from './story-context.ts';

export type StoryRegion = Pick<RegionSamples, 'label' | 'samples'>;

/** Slower is so many times the time of the rest, in its mean of each second and in the p95 of all of them … */
const slower = 2;
/** … by more than two machines of one place differ … */
const leastUs = 10_000;
/** … for so many seconds running. */
const slowSeconds = 5;
/** More of its requests failed than of the rest's by this share … */
const leastShare = 0.1;
/** … and by more than chance does: so many standard deviations of both counts … */
const deviations = 4;
/** … for so many seconds running, from where failures first were more than single ones. */
const failingSeconds = 3;
const onsetShare = 0.01;
/** A stretch that is broken for so many seconds goes on, and one that ends so many before the load does has no end. */
const brokenSeconds = 4;
const overSeconds = 2;
/** Of fewer seconds before a stretch nothing is said. */
const leastBefore = 3;

type Counted = Pick<StorySecond, 'done' | 'failed' | 'planned' | 'doneTimeUs'>;
/** A second of a region beside the same of all others together. */
interface SecondApart {
  readonly own: RatedSecond;
  readonly rest: Counted;
}
interface RegionApart extends StoryRegion {
  readonly seconds: readonly SecondApart[];
  readonly others: readonly Sample[];
}

/** None of fewer than two regions. */
export function findRegionsApart(plan: Plan, regions: readonly StoryRegion[]): BareFinding[] {
  if (regions.length < 2) return [];
  return setApart(plan, regions).flatMap((region) => {
    const failing = findFailing(region);
    const slow = findSlow(plan, region);
    // Good answers fall where requests fail, and in a closed load where they take longer.
    const told = [...failing, ...slow];
    return [...told, ...(told.length > 0 ? [] : findDip(plan, region))];
  });
}

/** Of seconds in which the load was on, and of which every region told something. */
function setApart(plan: Plan, regions: readonly StoryRegion[]): RegionApart[] {
  const merged = regions.map(({ samples }) => {
    const measured = samples.filter(({ warmup }) => !warmup);
    return mergeIntoPoints(measured, 1, { names: [], withoutRequests: true }).filter((point) => hasRates(plan, point));
  });
  const sums = new Map<number, Counted & { regions: number }>();
  for (const { second, done, failed, planned, doneTimeUs } of merged.flat()) {
    const before = sums.get(second) ?? { done: 0, failed: 0, planned: 0, doneTimeUs: 0, regions: 0 };
    sums.set(second, {
      done: before.done + done,
      failed: before.failed + failed,
      planned: before.planned + planned,
      doneTimeUs: before.doneTimeUs + doneTimeUs,
      regions: before.regions + 1,
    });
  }
  return regions.map(({ label, samples }, at) => {
    const told = (merged[at] ?? []).filter(({ second }) => sums.get(second)?.regions === regions.length);
    const seconds = rateSeconds(told).map((own) => {
      const all = sums.get(own.second) ?? own;
      const rest = {
        done: all.done - own.done,
        failed: all.failed - own.failed,
        planned: all.planned - own.planned,
        doneTimeUs: all.doneTimeUs - own.doneTimeUs,
      };
      return { own, rest };
    });
    return { label, samples, seconds, others: regions.flatMap((other) => (other.label === label ? [] : other.samples)) };
  });
}

/** The longest stretch in which `holds` is true for `least` seconds running, and again after a short break. */
function findStretch(seconds: readonly SecondApart[], least: number, holds: (own: Counted, rest: Counted) => boolean): Span | undefined {
  const joined: Span[] = [];
  for (const span of findSpans(seconds, least, ({ own, rest }) => holds(own, rest))) {
    const before = joined.at(-1);
    if (before && span.from - before.to <= brokenSeconds) joined[joined.length - 1] = { from: before.from, to: span.to };
    else joined.push(span);
  }
  const most = highestOf(joined, ({ from, to }) => to - from);
  return joined.find(({ from, to }) => to - from === most);
}

/** How long the seconds of a span lasted, and whether they were over while the load went on. */
function lasted(seconds: readonly SecondApart[], { from, to }: Span) {
  const [{ own: first }, { own: last }] = [seconds[from], seconds[to - 1]] as [SecondApart, SecondApart];
  const end = last.second + Math.ceil(last.lengthMs / 1000);
  return { second: first.second, seconds: end - first.second, over: seconds.length - to >= overSeconds };
}

function findSlow(plan: Plan, region: RegionApart): BareFinding[] {
  const { label, samples, others, seconds } = region;
  const span = findStretch(seconds, slowSeconds, isSlow);
  // A generator that was short of time makes its region slow.
  if (!span || judgeValidity(plan, samples).stamp !== 'valid') return [];
  const { second, ...length } = lasted(seconds, span);
  const during = (one: Sample) => one.second >= second && one.second < second + length.seconds;
  const slowUs = readP95(samples.filter(during));
  const restUs = readP95(others.filter(during));
  if (slowUs === null || restUs === null || slowUs < slower * restUs || slowUs - restUs < leastUs) return [];
  const beforeUs = span.from < leastBefore ? null : readP95(samples.filter((one) => !one.warmup && one.second < second));
  return [{ kind: 'region_slower', second, figures: { region: label, ...length, slowUs, restUs, beforeUs } }];
}

function isSlow(own: Counted, rest: Counted): boolean {
  if (own.done < enoughAnswers || rest.done < enoughAnswers) return false;
  const [ownUs, restUs] = [own.doneTimeUs / own.done, rest.doneTimeUs / rest.done];
  return ownUs >= slower * restUs && ownUs - restUs >= leastUs;
}

function readP95(samples: readonly Sample[]): number | null {
  return valueAt(merge(samples.map(({ histograms }) => histograms.responseTime)), 95);
}

const shareOf = ({ done, failed }: Pick<Counted, 'done' | 'failed'>) => (done + failed > 0 ? failed / (done + failed) : 0);

function findFailing({ label, seconds }: RegionApart): BareFinding[] {
  const span = findStretch(seconds, failingSeconds, isFailing);
  if (!span) return [];
  const began = findOnset(seconds, span.from, ({ own, rest }) => shareOf(own) - shareOf(rest) > onsetShare);
  const { second, ...length } = lasted(seconds, { from: began, to: span.to });
  const during = seconds.slice(began, span.to);
  const total = (of: (one: SecondApart) => Counted) => ({
    done: during.reduce((sum, one) => sum + of(one).done, 0),
    failed: during.reduce((sum, one) => sum + of(one).failed, 0),
  });
  const [failedShare, restShare] = [shareOf(total(({ own }) => own)), shareOf(total(({ rest }) => rest))];
  return [{ kind: 'region_failing', second, figures: { region: label, ...length, failedShare, restShare } }];
}

function isFailing(own: Counted, rest: Counted): boolean {
  const [ended, elsewhere] = [own.done + own.failed, rest.done + rest.failed];
  if (ended === 0 || elsewhere === 0) return false;
  const apart = shareOf(own) - shareOf(rest);
  const both = (own.failed + rest.failed) / (ended + elsewhere);
  return apart > leastShare && apart > deviations * Math.sqrt(both * (1 - both) * (1 / ended + 1 / elsewhere));
}

/** The dip that cost the most good answers, if the rest had as many as before meanwhile. */
function findDip({ load }: Plan, { label, seconds }: RegionApart): BareFinding[] {
  const open = load.model === 'open';
  const own = seconds.map((one) => one.own);
  // Of an open load good answers are held against those that were due: its rate may change.
  const kept = ({ from, to }: Span) => {
    const of = ({ rest, own: { lengthMs } }: SecondApart) => (open ? rest.done / Math.max(1, rest.planned) : rest.done / lengthMs);
    const before = medianOf(seconds.slice(Math.max(0, from - usualSeconds), from).map(of)) ?? 0;
    return before > 0 && meanOf(seconds.slice(from, to), of) >= back * before;
  };
  const lost = ({ from, to, usualRate }: (typeof dips)[number]) =>
    own.slice(from, to).reduce((sum, { goodRate }) => sum + usualRate - goodRate, 0);
  const dips = findDips(own, open, load.stages === undefined);
  const alone = dips.filter(kept);
  const most = highestOf(alone, lost);
  const dip = alone.find((one) => lost(one) === most);
  if (!dip) return [];
  const { second, seconds: length } = lasted(seconds, dip);
  const during = seconds.slice(dip.from, dip.to);
  const figures = {
    region: label,
    seconds: length,
    over: dip.recovered,
    goodPerSecond: lowestOf(during, (one) => one.own.goodRate),
    usualPerSecond: dip.usualRate,
    restPerSecond: meanOf(during, (one) => (one.rest.done * 1000) / one.own.lengthMs),
  };
  return [{ kind: 'region_dip', second, figures }];
}
