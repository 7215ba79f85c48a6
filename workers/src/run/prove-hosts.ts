/** The proof that a team owns what a claimed run loads, looked for again before the load begins: the host may be another's by now. */
import type { Plan } from '@plimsoll/contracts/plan';
import { type Refusal, refusal } from '@plimsoll/contracts/refusal';
import { planUrl } from '@plimsoll/contracts/requests';
import { isListedName, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { ApartError } from '@plimsoll/network/apart-error';
import type { HostProof, ProofQuestion } from '@plimsoll/network/prove-host';
import type { Claim } from '@plimsoll/store/run-claim';
import { noteHostCheck } from '@plimsoll/store/team-hosts';
import type { WorkerConfig } from '../config.ts';
import type { RunContext } from './run-context.ts';

type Proven = NonNullable<TargetPolicy['proven']>;

/** URLs that the plan connects to: all of its requests go to one host. */
export function urlsOf(plan: Plan): string[] {
  return [planUrl(plan), ...plan.resources.scrape.map(({ url }) => url)];
}

export interface ProvingContext extends Pick<RunContext, 'db' | 'log' | 'strangers'> {
  readonly config: Pick<WorkerConfig, 'targets'>;
}

interface HostsToProve extends Pick<Claim, 'teamId' | 'teamHosts'> {
  /** Who asks: a run, or an experiment. */
  readonly by: string;
  readonly urls: readonly string[];
}

/** The hosts of these URLs that are proved now, or the refusal that says why one is not. */
export async function proveHosts(
  { db, config, log, strangers }: ProvingContext,
  { by, urls, teamId, teamHosts }: HostsToProve,
): Promise<{ readonly proven: Proven } | { readonly refused: Refusal }> {
  if (config.targets.mode !== 'public-verified') return { proven: [] };
  const hosts = new Set(urls.map((url) => new URL(url).hostname.replace(/\.$/, '').toLowerCase()));
  const asked = teamHosts.filter(({ host }) => hosts.has(host) && !isListedName(config.targets.allowed, host));
  if (asked.length === 0) return { proven: [] };
  const found = await strangers.proveHosts(by, asked, config.targets.ownPorts).catch(notAsked(asked));
  const looked = await Promise.all(
    asked.map(async ({ host }, index) => {
      const one = found[index] ?? notLookedFor(host);
      // A finding counts even where it cannot be kept.
      await noteHostCheck(db, teamId, host, one).catch((error: unknown) => log.warn({ err: error }, 'a proof was not noted'));
      return { host, found: one };
    }),
  );
  const proven: Proven = [];
  for (const { host, found } of looked) {
    if ('problem' in found) return { refused: found.problem };
    proven.push({ host, addresses: [...found.addresses] });
  }
  return { proven };
}

function notLookedFor(host: string): HostProof {
  return { problem: refusal('proof_no_address', { host, error: 'no answer in time' }) };
}

/** Too many runs begin at once on this worker. */
function notAsked(asked: readonly ProofQuestion[]) {
  return (error: unknown): HostProof[] => {
    if (!(error instanceof ApartError)) throw error;
    return asked.map(({ host }) => notLookedFor(host));
  };
}
