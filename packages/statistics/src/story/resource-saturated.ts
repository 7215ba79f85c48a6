import type { BareFinding } from '@plimsoll/contracts/story';
import { lineFull, lineFullSeconds, lineShare } from '../second/line-share.ts';
import { findSpans, highestOf } from './spans.ts';
import type { StoryContext } from './story-context.ts';

/** A processor is never quite full: sampling and the kernel's own work leave some percent. */
const cpuFull = 0.95;
const cpuFullSeconds = 3;

/** Where a resource of the target, or the network to it, reached its limit. */
export function findSaturatedResources({ resources, seconds, lineBitsPerSecond }: StoryContext): BareFinding[] {
  const cpu = resources.flatMap(({ second, values: { cpu: share } }) => (share === undefined ? [] : [{ second, share }]));
  const line = seconds.map((one) => ({ second: one.second, share: lineShare(one, lineBitsPerSecond) }));
  return [...saturated('cpu', cpu, cpuFull, cpuFullSeconds), ...saturated('network', line, lineFull, lineFullSeconds)];
}

function saturated(
  resource: string,
  shares: readonly { readonly second: number; readonly share: number }[],
  full: number,
  leastSeconds: number,
): BareFinding[] {
  const [span] = findSpans(shares, leastSeconds, ({ share }) => share >= full);
  if (!span) return [];
  const lasting = shares.slice(span.from, span.to);
  const share = Math.min(
    1,
    highestOf(lasting, (one) => one.share),
  );
  return [{ kind: 'resource_saturated', second: (lasting[0] as { second: number }).second, figures: { resource, share } }];
}
