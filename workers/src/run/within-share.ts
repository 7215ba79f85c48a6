/** What a generator may make of its target: the caps, and no more than the claim left it of what all runs may make of that target. */
import type { Caps } from '@plimsoll/contracts/caps';
import type { Claim } from '@plimsoll/store/run-claim';

export function withinShare(caps: Caps, { rate, connections }: Claim['targetShare']): Caps {
  return {
    ...caps,
    maxRateOfTarget: Math.min(caps.maxRateOfTarget, rate),
    maxConnectionsOfTarget: Math.min(caps.maxConnectionsOfTarget, connections),
  };
}
