/** Who tells the resources of a plan's target to this worker. */
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { loopbackPort, openProcessProbe } from './process-probe.ts';
import type { ResourceProbe } from './resource-probe.ts';
import { openScrapeProbe } from './scrape-probe.ts';

/** `generatorPid`: no child of the target, though the worker itself may be. */
export function openProbes(plan: Plan, policy: TargetPolicy, generatorPid: number | undefined): ResourceProbe[] {
  const port = loopbackPort(planUrl(plan));
  const isWatched = plan.resources.process === 'auto' && port !== null && process.platform === 'linux';
  const mine = new Set([process.pid, ...(generatorPid === undefined ? [] : [generatorPid])]);
  return [...(isWatched ? [openProcessProbe(port, mine)] : []), ...plan.resources.scrape.map((one) => openScrapeProbe(one, policy))];
}
