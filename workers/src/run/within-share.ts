/** The most that a generator may load its target with: the caps, and its share, by the claim, of all that runs may make there. */
import type { Caps } from '@plimsoll/contracts/caps';
import type { Claim } from '@plimsoll/store/run-claim';

export function withinShare(caps: Caps, { rate, connections }: Claim['targetShare']): Caps {
  return {
    ...caps,
    maxRateOfTarget: Math.min(caps.maxRateOfTarget, rate),
    maxConnectionsOfTarget: Math.min(caps.maxConnectionsOfTarget, connections),
  };
}
