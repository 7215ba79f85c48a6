import type { BareFinding } from '@plimsoll/contracts/story';
import { findSpans, highestOf } from './spans.ts';
import type { StoryContext } from './story-context.ts';

/** A processor is never quite full: sampling and the kernel's own work leave some percent. */
const cpuFull = 0.95;
/** Heads of Ethernet, IP and TCP take 5 to 6 % of a line; bytes counted here are without them. */
const lineFull = 0.9;
const lastingSeconds = 3;

/** Where a resource of the target, or the network to it, reached its limit. */
export function findSaturatedResources({ resources, seconds, lineBitsPerSecond }: StoryContext): BareFinding[] {
  const cpu = resources.flatMap(({ second, values: { cpu: share } }) => (share === undefined ? [] : [{ second, share }]));
  const line = seconds.map(({ second, bytes, lengthMs }) => ({
    second,
    // Full duplex: each direction has the whole line.
    share: lineBitsPerSecond ? (Math.max(bytes.sent, bytes.received) * 8000) / lengthMs / lineBitsPerSecond : 0,
  }));
  return [...saturated('cpu', cpu, cpuFull), ...saturated('network', line, lineFull)];
}

function saturated(resource: string, shares: readonly { readonly second: number; readonly share: number }[], full: number): BareFinding[] {
  const [span] = findSpans(shares, lastingSeconds, ({ share }) => share >= full);
  if (!span) return [];
  const lasting = shares.slice(span.from, span.to);
  const share = Math.min(
    1,
    highestOf(lasting, (one) => one.share),
  );
  return [{ kind: 'resource_saturated', second: (lasting[0] as { second: number }).second, figures: { resource, share } }];
}
