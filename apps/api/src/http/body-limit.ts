/** How large a body may be, and what is said of one that is larger. */
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
  const size = sent > bodyLimitBytes ? `has ${megabytes(sent)} MB` : 'is larger';
  const limit = `the limit is ${bodyLimitBytes / megabyte} MB`;
  if (!request.routeOptions.config.takesPlan) return new ApiError('too_large', `The body ${size}; ${limit}.`);
  return new ApiError(
    'too_large',
    `The request with its plan ${size}; ${limit}. Body files and data rows are part of the plan (a file is a third larger there than on disk, and \
each variant of an experiment has its own copy): use fewer or smaller ones.`,
  );
}

/** Rounded up, so that what is refused never reads as the limit itself. */
function megabytes(bytes: number): string {
  return (Math.ceil((10 * bytes) / megabyte) / 10).toFixed(1);
}
