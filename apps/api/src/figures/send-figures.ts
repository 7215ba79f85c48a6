/** Sends what an analysis thread wrote. Figures of what is over are kept here, and a reader that has them already is told so. */
import { createHash } from 'node:crypto';
import type { WrittenQuestion } from '@plimsoll/analysis/open-analysis';
import type { Written } from '@plimsoll/analysis/written';
import { readersLanguage } from '@plimsoll/wording/words';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';
import { version } from '../version.ts';
import { acceptedEncoding } from './accepted-encoding.ts';
import { askerOf } from './asker-of.ts';

/** Megabytes of points are written, and held to their schema, in the analysis thread. */
export const figuresType = 'application/json; charset=utf-8';

/** `state`: what the answer follows from beside the question, read before it is asked; null: it is not over, and nothing is kept. */
export async function sendFigures(
  { analysis, keptAnswers }: Pick<ApiContext, 'analysis' | 'keptAnswers'>,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: WrittenQuestion,
  state: string | null,
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const make = () => analysis.written(asked, encoding, askerOf(request, reply));
  if (state === null) return sendWritten(reply, await make());
  const tag = createHash('sha256')
    .update(JSON.stringify([version, asked, state, readersLanguage()]))
    .digest('base64url');
  // Asked for again each time: who lost the right to see them, or deleted the run, must not be shown them.
  reply.header('etag', `W/"${tag}"`).header('cache-control', 'private, no-cache');
  if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return sendWritten(reply, await keptAnswers.of(`${tag} ${encoding}`, make));
}

export function sendWritten(reply: FastifyReply, written: Written | null): FastifyReply {
  if (written === null) throw new Error('A question about figures has an answer.');
  if (written.encoding !== 'identity') reply.header('content-encoding', written.encoding);
  return reply.header('vary', 'accept-encoding, accept-language').type(figuresType).send(written.body);
}

function hasTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === `"${tag}"`);
}
