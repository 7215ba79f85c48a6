/** The story of a run in sentences: one a finding, each with its second and its figures. */
import type { BareFinding, Overload } from '@plimsoll/contracts/story';
import { storyText } from '../en/run/story.ts';
import { formatCount, formatSignificant } from '../figures/number.ts';
import { formatRate } from '../figures/rate.ts';
import { formatShare } from '../figures/share.ts';
import { formatClock, formatLength, formatUs } from '../figures/time.ts';
import { nameOf } from '../names.ts';
import { speakerOf } from '../speaker.ts';

const say = speakerOf(storyText);
type Of<Kind extends BareFinding['kind']> = Extract<BareFinding, { readonly kind: Kind }>;

/** What bounds the requests under way: connections with one each, connections with several each, or the plan's request limit. */
type Bound = 'connections' | 'slots' | 'limit';

const boundKeys = { connections: 'finding.concurrency', slots: 'finding.concurrencySlots', limit: 'finding.concurrencyLimit' } as const;

/** What a finding says of a load with this bound. */
export function findingSentence(finding: BareFinding, bound: Bound = 'connections'): string {
  const at = formatClock(finding.second);
  switch (finding.kind) {
    case 'sent_left_planned': {
      const { plannedPerSecond, sentPerSecond, slotsBusy, limit } = finding.figures;
      const figures = { at, planned: formatRate(plannedPerSecond), sent: formatRate(sentPerSecond) };
      if (limit === 'network') return say('finding.sentLeftPlannedNetwork', figures);
      if (limit === 'generator' || limit === 'client') return say('finding.sentLeftPlannedFree', figures);
      if (!slotsBusy) return say('finding.sentLeftPlanned', figures);
      return say(bound === 'limit' ? 'finding.sentLeftPlannedLimit' : 'finding.sentLeftPlannedBusy', figures);
    }
    case 'goodput_ceiling': {
      const [good, low, high, planned] = [
        finding.figures.goodPerSecond,
        finding.figures.low,
        finding.figures.high,
        finding.figures.plannedPerSecond,
      ].map(formatRate) as [string, string, string, string];
      return say(low === high ? 'finding.ceiling' : 'finding.ceilingBetween', { at, good, low, high, planned });
    }
    case 'first_connection_error': {
      const { outcome, count } = finding.figures;
      return say('finding.connectionError', { at, outcome: nameOf(`outcome.${outcome}`), count });
    }
    case 'first_error_status':
      return errorStatus(finding, at);
    case 'failing_fast':
      return failingFast(finding, at);
    case 'goodput_dip': {
      const { goodPerSecond, usualPerSecond, seconds, recovered, dips } = finding.figures;
      const figures = { at, usual: formatRate(usualPerSecond), good: formatRate(goodPerSecond) };
      const dip = recovered ? say('finding.dip', { ...figures, seconds: formatLength(seconds * 1000) }) : say('finding.dipStill', figures);
      return dips > 1 ? `${dip} ${say('finding.dipOf', { dips: formatCount(dips) })}` : dip;
    }
    case 'recovered': {
      const { from, afterSeconds, goodPerSecond } = finding.figures;
      const figures = { at, seconds: formatLength(afterSeconds * 1000), good: formatRate(goodPerSecond) };
      return say(from === 'dip' ? 'finding.recoveredDip' : 'finding.recoveredOverload', figures);
    }
    case 'backlog_burst': {
      const { goodPerSecond, plannedPerSecond, backlog } = finding.figures;
      const figures = { good: formatRate(goodPerSecond), planned: formatRate(plannedPerSecond) };
      return say('finding.backlogBurst', { at, ...figures, backlog: formatCount(backlog) });
    }
    case 'resource_saturated': {
      const { resource, share } = finding.figures;
      if (resource === 'network' || resource === 'core' || resource === 'quota')
        return say(`finding.${resource}`, { at, share: formatShare(share) });
      return say('finding.resource', {
        at,
        resource: isNamed(resource) ? say(`resource.${resource}`) : resource,
        share: formatShare(share),
      });
    }
    case 'keep_alive_ignored': {
      const { closedByTarget, opened, requestsPerConnection } = finding.figures;
      const figures = { at, closed: formatCount(closedByTarget), opened: formatCount(opened) };
      if (requestsPerConnection < 1.05) return say('finding.keepAliveOne', figures);
      return say('finding.keepAlive', { ...figures, perConnection: formatSignificant(requestsPerConnection) });
    }
    case 'concurrency_bound': {
      const { slots, serviceTimeUs, mostPerSecond } = finding.figures;
      const figures = { at, slots: formatCount(slots), time: formatUs(serviceTimeUs), most: formatRate(mostPerSecond) };
      return say(boundKeys[bound], figures);
    }
  }
}

/** What the target did beyond its ceiling. */
export function overloadSentence(ceilingPerSecond: number, overload: Omit<Overload, 'text' | 'curve'>): string {
  const { manner, goodPerSecond, p95Us, p95BeforeUs } = overload;
  const before = p95BeforeUs === null ? '' : say('overload.before', { p95: formatUs(p95BeforeUs) });
  const figures = { ceiling: formatRate(ceilingPerSecond), good: formatRate(goodPerSecond), p95: formatUs(p95Us), before };
  return say(`overload.${manner}`, figures);
}

function isNamed(resource: string): resource is keyof typeof storyText.resource {
  return Object.hasOwn(storyText.resource, resource);
}

function errorStatus({ figures: { status, count, secondsAfterConnectionError } }: Of<'first_error_status'>, at: string): string {
  const figures = { at, status: String(status), answers: formatCount(count) };
  if (secondsAfterConnectionError === null) return say('finding.errorStatus', figures);
  const seconds = formatLength(Math.abs(secondsAfterConnectionError) * 1000);
  return say(secondsAfterConnectionError < 0 ? 'finding.errorStatusBefore' : 'finding.errorStatusAfter', { ...figures, seconds });
}

/** From this share of the planned requests on, sent follows planned. */
const follows = 0.98;

function failingFast({ figures }: Of<'failing_fast'>, at: string): string {
  const { failedTimeUs, goodTimeUs, failedShare, sentShare, heldBackBefore } = figures;
  const said = { at, share: formatShare(failedShare), failed: formatUs(failedTimeUs) };
  const first =
    goodTimeUs === null ? say('finding.failingFastOnly', said) : say('finding.failingFast', { ...said, good: formatUs(goodTimeUs) });
  if (sentShare < follows) return `${first} ${say('finding.failingFastHeld', { share: formatShare(sentShare) })}`;
  return `${first} ${say(heldBackBefore ? 'finding.failingFastFreed' : 'finding.failingFastAll')}`;
}
