/** Sends figures of one run of the caller's team. */
import type { WrittenQuestion } from '@plimsoll/analysis/open-analysis';
import { findFigureState } from '@plimsoll/store/figure-state';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { teamCaller } from '../auth/access.ts';
import type { ApiContext } from '../context.ts';
import { notFound } from '../http/api-error.ts';
import { sendFigures } from './send-figures.ts';

export async function sendRunFigures(
  context: Pick<ApiContext, 'analysis' | 'db' | 'keptAnswers'>,
  request: FastifyRequest,
  reply: FastifyReply,
  runId: string,
  ask: (teamId: string) => WrittenQuestion,
): Promise<FastifyReply> {
  const { teamId } = teamCaller(request);
  const found = await findFigureState(context.db, teamId, [runId]);
  if (!found) throw notFound('run');
  return sendFigures(context, request, reply, ask(teamId), found.state);
}
