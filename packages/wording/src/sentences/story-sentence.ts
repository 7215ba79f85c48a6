/** The story of a run in sentences: one a finding, each with its second and its figures. */
import { isOwnLimit } from '@plimsoll/contracts/limit';
import type { BareFinding, Overload, Story } from '@plimsoll/contracts/story';
import { type CountedAs, countedBy } from '../counted-as.ts';
import { outcomeWords } from '../en/names.ts';
import { findingWords, overloadWords, resourceWords } from '../en/run/story.ts';
import { formatCount, formatSignificant } from '../figures/number.ts';
import { formatRate } from '../figures/rate.ts';
import { formatShare } from '../figures/share.ts';
import { formatClock, formatLength, formatUs } from '../figures/time.ts';
import { isSaid } from '../words.ts';

type Of<Kind extends BareFinding['kind']> = Extract<BareFinding, { readonly kind: Kind }>;

type Code = NonNullable<Story['code']>;

const boundNames = { connections: 'concurrency', slots: 'concurrencySlots', limit: 'concurrencyLimit' } as const;

/** The story with its texts in the language of who reads it. */
export function sayStory(story: Story): Story {
  const { code, ceilingPerSecond, overload } = story;
  if (!code) return story;
  const findings = story.findings.map((finding) => ({ ...finding, text: findingSentence(finding, code) }));
  const said = overload && ceilingPerSecond !== null ? { ...overload, text: overloadSentence(ceilingPerSecond, overload) } : overload;
  return { ...story, findings, overload: said };
}

/** The sentence of a finding about this load. */
export function findingSentence(finding: BareFinding, { bound = 'connections', nothingGood = false, ...mark }: Partial<Code> = {}): string {
  const counted = countedBy(mark);
  const at = formatClock(finding.second);
  switch (finding.kind) {
    case 'sent_left_planned': {
      const { plannedPerSecond, sentPerSecond, slotsBusy, limit } = finding.figures;
      const figures = { ...counted, at, planned: formatRate(plannedPerSecond), sent: formatRate(sentPerSecond) };
      if (limit === 'network') return findingWords.sentLeftPlannedNetwork(figures);
      if (!slotsBusy) return (isOwnLimit(limit) ? findingWords.sentLeftPlannedFree : findingWords.sentLeftPlanned)(figures);
      return (bound === 'limit' ? findingWords.sentLeftPlannedLimit : findingWords.sentLeftPlannedBusy)(figures);
    }
    case 'goodput_ceiling': {
      const [good, low, high, planned] = [
        finding.figures.goodPerSecond,
        finding.figures.low,
        finding.figures.high,
        finding.figures.plannedPerSecond,
      ].map(formatRate) as [string, string, string, string];
      return (low === high ? findingWords.ceiling : findingWords.ceilingBetween)({ at, good, low, high, planned });
    }
    case 'first_connection_error': {
      const { outcome, count } = finding.figures;
      return findingWords.connectionError({ ...counted, at, outcome: outcomeWords[outcome], count });
    }
    case 'first_error_status':
      return errorStatus(finding, at);
    case 'failing_fast':
      return failingFast(finding, at, nothingGood, counted);
    case 'goodput_dip': {
      const { goodPerSecond, usualPerSecond, seconds, recovered, dips } = finding.figures;
      const figures = { at, usual: formatRate(usualPerSecond), good: formatRate(goodPerSecond) };
      const dip = recovered ? findingWords.dip({ ...figures, seconds: formatLength(seconds * 1000) }) : findingWords.dipStill(figures);
      return dips > 1 ? `${dip} ${findingWords.dipOf({ dips: formatCount(dips) })}` : dip;
    }
    case 'recovered': {
      const { from, afterSeconds, goodPerSecond } = finding.figures;
      const figures = { at, seconds: formatLength(afterSeconds * 1000), good: formatRate(goodPerSecond) };
      return (from === 'dip' ? findingWords.recoveredDip : findingWords.recoveredOverload)(figures);
    }
    case 'backlog_burst': {
      const { goodPerSecond, plannedPerSecond, backlog } = finding.figures;
      const figures = { good: formatRate(goodPerSecond), planned: formatRate(plannedPerSecond) };
      return findingWords.backlogBurst({ ...counted, at, ...figures, backlog: formatCount(backlog) });
    }
    case 'resource_saturated': {
      const { resource, share } = finding.figures;
      if (resource === 'network' || resource === 'core' || resource === 'quota')
        return findingWords[resource]({ at, share: formatShare(share) });
      return findingWords.resource({
        at,
        resource: isSaid(resourceWords, resource) ? resourceWords[resource] : resource,
        share: formatShare(share),
      });
    }
    case 'keep_alive_ignored': {
      const { closedByTarget, opened, requestsPerConnection } = finding.figures;
      const figures = { ...counted, at, closed: formatCount(closedByTarget), opened: formatCount(opened) };
      if (requestsPerConnection < 1.05) return findingWords.keepAliveOne(figures);
      return findingWords.keepAlive({ ...figures, perConnection: formatSignificant(requestsPerConnection) });
    }
    case 'first_later': {
      const { of, streams, beforeUs, afterUs } = finding.figures;
      const figures = { streams: formatCount(streams), before: formatUs(beforeUs), after: formatUs(afterUs) };
      return (of === 'token' ? findingWords.firstTokenLater : findingWords.firstMessageLater)(figures);
    }
    case 'answer_whole': {
      const { messages, spreadUs, firstUs } = finding.figures;
      return findingWords.answerWhole({ messages: formatSignificant(messages), spread: formatUs(spreadUs), first: formatUs(firstUs) });
    }
    case 'region_slower':
      return regionSlower(finding, at);
    case 'region_failing': {
      const { region, seconds, over, failedShare, restShare } = finding.figures;
      const figures = { at, region, share: formatShare(failedShare), rest: formatShare(restShare) };
      return over
        ? findingWords.regionFailingFor({ ...figures, seconds: formatLength(seconds * 1000) })
        : findingWords.regionFailing(figures);
    }
    case 'region_dip': {
      const { region, seconds, over, goodPerSecond, usualPerSecond, restPerSecond } = finding.figures;
      const figures = { at, region, good: formatRate(goodPerSecond), usual: formatRate(usualPerSecond), rest: formatRate(restPerSecond) };
      return over ? findingWords.regionDipFor({ ...figures, seconds: formatLength(seconds * 1000) }) : findingWords.regionDip(figures);
    }
    case 'concurrency_bound': {
      const { slots, serviceTimeUs, mostPerSecond } = finding.figures;
      const figures = { ...counted, at, slots: formatCount(slots), time: formatUs(serviceTimeUs), most: formatRate(mostPerSecond) };
      return findingWords[boundNames[bound]](figures);
    }
  }
}

/** The target's manner beyond its ceiling. */
function overloadSentence(ceilingPerSecond: number, overload: Omit<Overload, 'text' | 'curve'>): string {
  const { manner, goodPerSecond, p95Us, p95BeforeUs } = overload;
  const before = p95BeforeUs === null ? '' : overloadWords.before({ p95: formatUs(p95BeforeUs) });
  const figures = { ceiling: formatRate(ceilingPerSecond), good: formatRate(goodPerSecond), p95: formatUs(p95Us), before };
  return overloadWords[manner](figures);
}

function errorStatus({ figures: { status, count, secondsAfterConnectionError } }: Of<'first_error_status'>, at: string): string {
  const figures = { at, status: String(status), answers: formatCount(count) };
  if (secondsAfterConnectionError === null) return findingWords.errorStatus(figures);
  const seconds = formatLength(Math.abs(secondsAfterConnectionError) * 1000);
  return (secondsAfterConnectionError < 0 ? findingWords.errorStatusBefore : findingWords.errorStatusAfter)({ ...figures, seconds });
}

function regionSlower({ figures }: Of<'region_slower'>, at: string): string {
  const { region, seconds, over, slowUs, restUs, beforeUs } = figures;
  const said = { at, region, slow: formatUs(slowUs), rest: formatUs(restUs) };
  if (beforeUs === null && !over) return findingWords.regionSlowerAlways(said);
  const before = beforeUs === null ? '' : findingWords.regionBefore({ before: formatUs(beforeUs) });
  if (!over) return findingWords.regionSlower({ ...said, before });
  return findingWords.regionSlowerFor({ ...said, before, seconds: formatLength(seconds * 1000) });
}

/** From this share of the planned requests on, sent follows planned. */
const follows = 0.98;

function failingFast(finding: Of<'failing_fast'>, at: string, nothingGood: boolean, counted: CountedAs): string {
  const { sentShare, heldBackBefore } = finding.figures;
  const first = failingHow(finding, at, nothingGood, counted);
  if (sentShare < follows) return `${first} ${findingWords.failingFastHeld({ ...counted, share: formatShare(sentShare) })}`;
  return `${first} ${heldBackBefore ? findingWords.failingFastFreed : findingWords.failingFastAll}`;
}

function failingHow({ figures }: Of<'failing_fast'>, at: string, nothingGood: boolean, counted: CountedAs): string {
  const { failedTimeUs, goodTimeUs, failedShare } = figures;
  const said = { ...counted, at, share: formatShare(failedShare), failed: formatUs(failedTimeUs) };
  if (failedShare === 1) return (nothingGood ? findingWords.everyFailed : findingWords.everyFailedFrom)(said);
  // Samples of other tools and of older versions do not time good answers by themselves.
  return goodTimeUs ? findingWords.failingFast({ ...said, good: formatUs(goodTimeUs) }) : findingWords.failingFastOnly(said);
}
