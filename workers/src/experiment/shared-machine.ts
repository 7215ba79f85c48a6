/** Targets of loads at once whose names differ may have one address: looked at once, before the first round, from where they are loaded. */
import { type DesignReason, onOneMachine, sharedMachineOf } from '@plimsoll/contracts/design';
import { transportUrl } from '@plimsoll/contracts/grpc-url';
import { planUrl } from '@plimsoll/contracts/requests';
import { sentUrl } from '@plimsoll/contracts/unix-url';
import { ApartError } from '@plimsoll/network/apart-error';
import { type ClaimedExperiment, noteDesignReason } from '@plimsoll/store/experiment-life';
import { listTeamHosts } from '@plimsoll/store/team-hosts';
import { readTeamTargets } from '@plimsoll/store/team-settings';
import { claimPolicy } from '../run/claim-policy.ts';
import { type ProvingContext, proveHosts } from '../run/prove-hosts.ts';

/** The experiment with what was found kept; as it is where its names tell it already, no address is shared, or none was found in time. */
export async function lookForSharedMachine(context: ProvingContext, experiment: ClaimedExperiment): Promise<ClaimedExperiment> {
  const { id, teamId, variants, design, designReason } = experiment;
  if (design !== 'together' || variants.length < 2 || sharedMachineOf(designReason) !== 'no') return experiment;
  const { db, config, strangers, log } = context;
  const urls = variants.map(({ plan }) => transportUrl(sentUrl(planUrl(plan))));
  const looked = await proveHosts(context, { by: id, urls, teamId, teamHosts: await listTeamHosts(db, teamId) });
  if ('refused' in looked) return experiment;
  const policy = claimPolicy(config, { teamTargets: await readTeamTargets(db, teamId), proven: looked.proven });
  const shared = await strangers.shareMachine(id, { urls, policy }).catch((error: unknown) => {
    if (!(error instanceof ApartError)) throw error;
    log.warn({ err: error }, 'nobody looked whether the targets share a machine');
    return false;
  });
  if (!shared) return experiment;
  const reason = { ...designReason, shareMachine: onOneMachine(variants) } as DesignReason;
  await noteDesignReason(db, experiment, reason);
  log.info('the targets share an address');
  return { ...experiment, designReason: reason };
}
