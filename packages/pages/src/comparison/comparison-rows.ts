/** A comparison as rows: what each figure reads, and the mark of its verdict. Tables, Markdown and pictures are made of them. */
import { decidingOf, isAbsolute, isLeading, isMain, isOfStreams, isUnfolded, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import type { ErrorDelta, RequestDelta } from '@plimsoll/contracts/comparison';
import type { Claim, MetricDelta } from '@plimsoll/contracts/verdict';
import { requestMetrics, worstRequestsFirst } from '@plimsoll/wording/arm-words';
import { claimsWords } from '@plimsoll/wording/en/claims';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { commonWords } from '@plimsoll/wording/en/main';
import { errorChangeWords, metricWords, requestPlaceWords } from '@plimsoll/wording/en/names';
import { metricChange, metricColumn, metricInterval, worstFirst } from '@plimsoll/wording/metric-figures';
import type { NamedCandidate } from '@plimsoll/wording/named-arms';
import { errorName } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import type { Mark } from '../chip.ts';
import { verdictMark } from './verdict-mark.ts';

export interface MetricRow {
  readonly delta: MetricDelta;
  readonly label: string;
  readonly base: string;
  readonly candidate: string;
  readonly change: string;
  readonly interval: string;
  /** Null: the arms cannot be compared, and have no verdict. */
  readonly mark: Mark | null;
}

type Write = ReturnType<typeof metricColumn>;

function metricRow(delta: MetricDelta, write: Write, comparable: boolean): MetricRow {
  return {
    delta,
    label: metricWords[delta.metric],
    base: write(delta.metric, delta.base),
    candidate: write(delta.metric, delta.candidate),
    change: metricChange(delta),
    interval: metricInterval(delta) ?? compareWords.noInterval,
    mark: comparable ? verdictMark(delta.verdict, (delta.deltaRelative ?? 0) > 0) : null,
  };
}

const isMeasured = ({ base, candidate }: MetricDelta) => base !== null || candidate !== null;

/** The worst first, all times in one unit. */
export function metricRows(metrics: readonly MetricDelta[], comparable: boolean): MetricRow[] {
  const write = metricColumn(metrics);
  return worstFirst(metrics).map((delta) => metricRow(delta, write, comparable));
}

interface ClaimCell {
  readonly interval: string;
  /** Null: the claim cannot be made. */
  readonly mark: Mark | null;
}
export type ClaimRow = { readonly label: string } & Readonly<Record<'services' | 'builds', ClaimCell>>;

/** Both claims on each metric that decides between arms that ran at once, the worst first, then on other headlines and those of streams; of others there are none. */
export function claimRows(metrics: readonly MetricDelta[]): ClaimRow[] {
  // Where tokens are counted, the times of messages say little besides.
  const needs = metrics.some(({ metric }) => rowOfMetric(metric).needs === 'tokens') ? 'tokens' : 'messages';
  const deciding = decidingOf(metrics);
  const others = metrics.filter((one) => !deciding.includes(one));
  const headlines = others.filter(({ metric }) => isMain(metric) && rowOfMetric(metric).headline);
  const ofStreams = others.filter(({ metric }) => isLeading(metric) && rowOfMetric(metric).needs === needs);
  return [deciding, headlines, ofStreams].flatMap(worstFirst).flatMap((delta): ClaimRow[] => {
    const { metric, claims, deltaRelative } = delta;
    if (!claims) return [];
    const cell = (claim: Claim | null) => ({
      interval: claim ? (metricInterval({ ...delta, interval: claim.interval }) ?? compareWords.noInterval) : claimsWords.unknown,
      mark: claim && verdictMark(claim.verdict, (deltaRelative ?? 0) > 0),
    });
    return [{ label: metricWords[metric], services: cell(claims.services), builds: cell(claims.builds) }];
  });
}

/** What has to be known to read the claims; and the change, where it is not the ratio of both figures. */
export function claimNotes(metrics: readonly MetricDelta[]): string[] {
  const claimed = metrics.filter(({ metric, claims }) => claims && isMain(metric));
  if (claimed.length === 0) return [];
  return [
    ...(claimed.every(({ claims }) => claims?.builds === null) ? [claimsWords.servicesOnly] : []),
    claimsWords.corrected,
    ...(claimed.some(isOfPairs) ? [claimsWords.ofPairs] : []),
  ];
}

/** An earlier version told the ratio of both figures. */
function isOfPairs({ base, candidate, deltaRelative, metric }: MetricDelta): boolean {
  if (isAbsolute(metric) || !base || candidate === null || deltaRelative === null) return false;
  return Math.abs(candidate / base - 1 - deltaRelative) > 1e-9;
}

/** A row a metric that an arm measured, in the order of the first candidate; a cell an arm. */
export function overviewRows(candidates: readonly NamedCandidate[]): { first: MetricRow; cells: (MetricRow | null)[] }[] {
  const write = metricColumn(candidates.flatMap(({ arm }) => arm.metrics));
  const [first] = candidates;
  const measured = new Set(candidates.flatMap(({ arm }) => arm.metrics.filter(isMeasured).map(({ metric }) => metric)));
  return (first?.arm.metrics ?? [])
    .filter(({ metric }) => isUnfolded(metric) && measured.has(metric))
    .map((delta) => ({
      first: metricRow(delta, write, first?.comparable ?? false),
      cells: candidates.map(({ arm, comparable }) => {
        const own = arm.metrics.find(({ metric }) => metric === delta.metric);
        return own ? metricRow(own, write, comparable) : null;
      }),
    }));
}

/** `place`: which arm has the request, where not both do; it has no cells then. */
export interface RequestRow {
  readonly name: string;
  readonly place: string | null;
  readonly cells: readonly (MetricRow | null)[];
}

/** Requests of plans with several, the worst first. */
export function requestRows(requests: readonly RequestDelta[], comparable: boolean): RequestRow[] {
  const write = metricColumn(requests.flatMap(({ metrics }) => metrics));
  return worstRequestsFirst(requests).map(({ name, in: where, metrics }) => ({
    name,
    place: where === 'both' ? null : requestPlaceWords[where],
    cells: requestMetrics.map((metric) => {
      const own = metrics.find((one) => one.metric === metric);
      return own ? metricRow(own, write, comparable) : null;
    }),
  }));
}

const changeLooks = { new: ['bad', 'plus'], gone: ['good', 'minus'], both: ['even', 'equal'] } as const;

/** Rows of the kinds of error that came, went, or are in both arms, with the number of its requests that ended so. */
export function errorRows(
  errors: readonly ErrorDelta[],
  comparable: boolean,
): { label: string; mark: Mark; base: string; candidate: string }[] {
  const count = (times: number, share: number) => (times === 0 ? commonWords.none : `${formatCount(times)} (${formatShare(share)})`);
  return errors.map((one) => {
    const [tone, icon] = changeLooks[one.change];
    return {
      label: errorName(one.kind),
      mark: { tone: comparable ? tone : 'even', icon, word: errorChangeWords[one.change] },
      base: count(one.base, one.baseShare),
      candidate: count(one.candidate, one.candidateShare),
    };
  });
}

interface MetricPart {
  /** Null: the verdicts themselves. */
  readonly title: string | null;
  readonly metrics: readonly MetricDelta[];
  readonly open: boolean;
}

/**
 * The verdicts, then metrics of messages, which stand open as calls are made for them; other times explain response time, and decide nothing.
 * What neither arm measured is left out.
 */
export function metricParts(all: readonly MetricDelta[]): MetricPart[] {
  const metrics = all.filter(isMeasured);
  const parts: MetricPart[] = [
    { title: null, metrics: metrics.filter(({ metric }) => isUnfolded(metric)), open: true },
    { title: compareWords.ofMessages, metrics: metrics.filter(({ metric }) => isOfStreams(metric)), open: true },
    { title: compareWords.otherTimes, metrics: metrics.filter(({ metric }) => !isUnfolded(metric) && !isOfStreams(metric)), open: false },
  ];
  return parts.filter((part) => part.title === null || part.metrics.length > 0);
}
