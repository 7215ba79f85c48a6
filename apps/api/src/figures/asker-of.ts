/** The asker of figures: whose turn it takes, and until when somebody waits for the answer. */
import type { Asker } from '@plimsoll/analysis/asker';
import type { OpenLink } from '@plimsoll/store/shares';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { teamCaller } from '../auth/access.ts';

/** Aborted when the connection closes, and when all of the answer went out: nothing is wanted any more either way. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** A person, by whatever team, session or token. */
export function askerOf(request: FastifyRequest, reply: FastifyReply): Asker {
  const { teamId, userId } = teamCaller(request);
  return { group: teamId, person: userId, signal: goneSignal(reply) };
}

/**
 * Whoever reads a link: they take no turn from the people of the team, and a team with many links has no more turns for it. Null: the
 * answer is for many readers, and none of them takes it along.
 */
export function linkAsker({ id, teamId }: OpenLink, reply: FastifyReply | null): Asker {
  return { group: `links of ${teamId}`, person: `link ${id}`, ...(reply && { signal: goneSignal(reply) }) };
}
