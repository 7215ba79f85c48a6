/** The detours of a drill's runs: each of its connections goes by way of a relay that holds answers for the planted time, 0 among them. */
import { planUrl } from '@plimsoll/contracts/requests';
import { type Detour, openDetour } from '@plimsoll/network/open-detour';
import type { ShardEnd } from '@plimsoll/store/run-shards';
import { childEnvironment, type WorkerConfig } from '../config.ts';
import { claimPolicy, type ProvenClaim } from './claim-policy.ts';
import type { Round } from './start-barrier.ts';

export interface Detours {
  /** The claims with their ways, or why there is no load. */
  open(): Promise<{ readonly claims: Round['claims'] } | { readonly end: ShardEnd }>;
  close(): void;
}

export function openDetours(config: WorkerConfig, claims: Round['claims']): Detours {
  const opened: Detour[] = [];
  const led = async (claim: ProvenClaim): Promise<ProvenClaim> => {
    const { plan, plantedDelayMs: delayMs } = claim;
    if (delayMs === null) return claim;
    const way = { url: planUrl(plan), policy: claimPolicy(config, claim), connection: plan.connection, delayMs };
    const detour = await openDetour(way, childEnvironment());
    opened.push(detour);
    return { ...claim, detour: detour.path };
  };
  return {
    async open() {
      try {
        const [first, ...others] = claims;
        return { claims: [await led(first), ...(await Promise.all(others.map(led)))] };
      } catch (error) {
        const told = error instanceof Error ? error.message : String(error);
        return { end: { state: 'start_failed', reason: 'failed', ending: { kind: 'generatorFailed', error: told } } };
      }
    },
    close() {
      for (const detour of opened) detour.close();
    },
  };
}
