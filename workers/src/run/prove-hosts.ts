/** The proof that a team owns what a claimed run loads, looked for again before the load begins: the host may be another's by now. */
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { isListedName, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { type ProofSources, proveHost } from '@plimsoll/engine/prove-host';
import type { Claim } from '@plimsoll/store/run-claim';
import { noteHostCheck } from '@plimsoll/store/team-hosts';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import type { RunContext } from './run-context.ts';

type Proven = NonNullable<TargetPolicy['proven']>;

/** Hosts that the plan connects to: all of its requests go to one. */
function hostsOf(plan: Plan): Set<string> {
  const urls = [planUrl(plan), ...plan.resources.scrape.map(({ url }) => url)];
  return new Set(urls.map((url) => new URL(url).hostname.replace(/\.$/, '').toLowerCase()));
}

/** The hosts of the plan that are proved now, or the sentence that says why one is not. */
export async function proveHosts(
  { db, config, log }: Pick<RunContext, 'db' | 'config' | 'log'>,
  { plan, teamId, teamHosts }: Pick<Claim, 'plan' | 'teamId' | 'teamHosts'>,
  sources?: ProofSources,
): Promise<{ readonly proven: Proven } | { readonly refused: string }> {
  if (config.targets.mode !== 'public-verified') return { proven: [] };
  const hosts = hostsOf(plan);
  const looked = await Promise.all(
    teamHosts
      .filter(({ host }) => hosts.has(host) && !isListedName(config.targets.allowed, host))
      .map(async (one) => {
        const found = await proveHost(one, config.targets.ownPorts, sources);
        // What was found counts even where it cannot be kept.
        await noteHostCheck(db, teamId, one.host, found).catch((error: unknown) => log.warn({ err: error }, 'a proof was not noted'));
        return { host: one.host, found };
      }),
  );
  const proven: Proven = [];
  for (const { host, found } of looked) {
    if ('problem' in found) return { refused: refusalSentence(found.problem) };
    proven.push({ host, addresses: [...found.addresses] });
  }
  return { proven };
}
