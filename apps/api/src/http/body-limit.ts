/** How large a body may be, and what is said of one that is larger. */
import { problemWord } from '@plimsoll/wording/problem-words';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

const megabyte = 1024 * 1024;
export const bodyLimitBytes = 4 * megabyte;

export function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

/** Nothing of the body was read: what makes it large is told from the route, which knows what its bodies are made of. */
export function tooLarge(request: FastifyRequest): ApiError {
  const sent = Number(request.headers['content-length']);
  return new ApiError('too_large', sent > bodyLimitBytes ? sizeSentence(request, megabytes(sent)) : largerSentence(request));
}

const limit = bodyLimitBytes / megabyte;

function sizeSentence({ routeOptions }: FastifyRequest, size: string): string {
  if (!routeOptions.config.takesPlan) return problemWord('problem.body.tooLarge', { size, limit });
  return problemWord('problem.body.planTooLarge', { size, limit, parts: problemWord('problem.body.planParts') });
}

function largerSentence({ routeOptions }: FastifyRequest): string {
  if (!routeOptions.config.takesPlan) return problemWord('problem.body.larger', { limit });
  return problemWord('problem.body.planLarger', { limit, parts: problemWord('problem.body.planParts') });
}

/** Rounded up, so that what is refused never reads as the limit itself. */
function megabytes(bytes: number): string {
  return (Math.ceil((10 * bytes) / megabyte) / 10).toFixed(1);
}
