import type { BareFinding } from '@plimsoll/contracts/story';
import { coreFull, leastOwnOfCore } from '../limit/target-second.ts';
import { lineFull, lineFullSeconds, lineShare } from '../second/line-share.ts';
import { findSpans, highestOf } from '../second/spans.ts';
import type { StoryContext } from './story-context.ts';

/** A processor is never quite full: sampling and the kernel's own work leave some percent. */
const cpuFull = 0.95;
const cpuFullSeconds = 3;

/** Where a resource of the target, or the network to it, reached its limit. */
export function findSaturatedResources({ resources, seconds, lineBitsPerSecond }: StoryContext): BareFinding[] {
  const cpu = resources.flatMap(({ second, values: { cpu: share } }) => (share === undefined ? [] : [{ second, share }]));
  const line = seconds.map((one) => ({ second: one.second, share: lineShare(one, lineBitsPerSecond) }));
  const core = resources.flatMap(({ second, values: { busiestThread: own, waitedForCore = 0, cpu = 0 }, cores }) =>
    // On one core, and where all cores are busy, there is none for another worker.
    own !== undefined && own >= leastOwnOfCore && cores !== 1 && cpu < cpuFull ? [{ second, share: own + waitedForCore }] : [],
  );
  const quota = resources.flatMap(({ second, values: { cpu: share }, cores, quotaCores }) =>
    share !== undefined && cores && quotaCores && quotaCores < cores ? [{ second, share: (share * cores) / quotaCores }] : [],
  );
  return [
    ...saturated('cpu', cpu, cpuFull, cpuFullSeconds),
    ...saturated('quota', quota, cpuFull, cpuFullSeconds),
    ...saturated('core', core, coreFull, cpuFullSeconds),
    ...saturated('network', line, lineFull, lineFullSeconds),
  ];
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
