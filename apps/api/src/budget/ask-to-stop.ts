/** Asks a load to stop, a run or an experiment. Written to Postgres only, so it works while the queue is down. */
import { audited } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import type { FastifyRequest } from 'fastify';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { refuseForeignLoad } from './hold-to-budget.ts';

/** Answers what `stop` says, null where the team has no such load; the audit log notes those that were under way. */
export function askToStop<Answer extends { readonly outcome: 'asked' | 'finished' }>(
  db: Db,
  request: FastifyRequest<{ Params: { id: string } }>,
  kind: 'run' | 'experiment',
  stop: (db: Db, teamId: string, id: string) => Promise<Answer | null>,
): Promise<Answer | null> {
  const { id } = request.params;
  const caller = teamCaller(request);
  return audited(
    db,
    auditActor(request),
    { action: `${kind}.stop`, what: { kind, id } },
    async (client) => {
      await refuseForeignLoad(client, caller, id);
      return stop(client, caller.teamId, id);
    },
    (answer) => (answer?.outcome === 'asked' ? {} : null),
  );
}
