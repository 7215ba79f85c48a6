/** The probes that tell this worker the resources of a plan's target. */
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { judgeUrl, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { findByName } from './find-processes.ts';
import { loopbackPort, openProcessProbe, type ProcessSearch } from './process-probe.ts';
import type { ResourceProbe } from './resource-probe.ts';
import { openScrapeProbe } from './scrape-probe.ts';
import { openScrapes } from './scrapes.ts';

/** `generatorPid`: no child of the target, though the worker itself may be. */
export function openProbes(plan: Plan, policy: TargetPolicy, generatorPid: number | undefined): ResourceProbe[] {
  const port = loopbackPort(planUrl(plan));
  const mine = new Set([process.pid, ...(generatorPid === undefined ? [] : [generatorPid])]);
  const watched = port === null || process.platform !== 'linux' ? null : searchFor(plan.resources.process, port, policy, mine);
  const scrapes = openScrapes();
  return [
    ...(watched === null ? [] : [openProcessProbe(watched, mine)]),
    ...plan.resources.scrape.map((one) => openScrapeProbe(one, policy, scrapes)),
  ];
}

/** Nobody's: it stands for all that are. */
const anyPort = 1;

/** A team that may aim load at a port of this machine may see the process there: another port is judged as a target would be. */
function searchFor(
  wanted: Plan['resources']['process'],
  targetPort: number,
  policy: TargetPolicy,
  mine: ReadonlySet<number>,
): ProcessSearch | number | null {
  if (wanted === 'off') return null;
  if (wanted === 'auto') return targetPort;
  const isRefused = (port: number) => judgeUrl(policy, new URL(`http://127.0.0.1:${port}/`)) !== null;
  // A plan aims at a port here by the demo target alone, where loopback is closed: its neighbours are not to be looked at by name.
  if ('name' in wanted) return isRefused(anyPort) ? async () => 'target_refused' : () => findByName(wanted.name, mine, policy.ownPorts);
  return isRefused(wanted.port) ? async () => 'target_refused' : wanted.port;
}
