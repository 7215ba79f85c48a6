/** Limits on the size of a body, and the refusal of a larger one. */
import { problemWords } from '@plimsoll/wording/en/problem';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

const megabyte = 1024 * 1024;
/** Limit for a body with a plan, its files and data rows, or with a file of rows. */
export const planLimitBytes = 4 * megabyte;
/** Limit for any other body. */
export const bodyLimitBytes = megabyte / 4;

export function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

/** Null: that of any other. */
function bodyLimitOf({ takesPlan, takesTable }: FastifyContextConfig): number | null {
  return takesPlan !== undefined || takesTable ? planLimitBytes : null;
}

/** Nothing of the body was read: what makes it large is told from the route, which knows what its bodies are made of. */
export function tooLarge(request: FastifyRequest): ApiError {
  const sent = Number(request.headers['content-length']);
  const { config } = request.routeOptions;
  const { takesPlan } = config;
  const limitBytes = bodyLimitOf(config) ?? bodyLimitBytes;
  const [size, limit] = [megabytes(sent), limitBytes / megabyte];
  const known = sent > limitBytes;
  if (takesPlan === undefined)
    return new ApiError('too_large', known ? problemWords.body.tooLarge({ size, limit }) : problemWords.body.larger({ limit }));
  const parts = problemWords.body.planParts;
  return new ApiError(
    'too_large',
    known ? problemWords.body.planTooLarge({ size, limit, parts }) : problemWords.body.planLarger({ limit, parts }),
  );
}

/** Refuses a result file; `bytes` null: not known, because the rest was not read. */
export function resultTooLarge(bytes: number | null, limitBytes: number): ApiError {
  const limit = limitBytes / megabyte;
  return new ApiError(
    'too_large',
    bytes === null ? problemWords.body.larger({ limit }) : problemWords.body.tooLarge({ size: megabytes(bytes), limit }),
  );
}

/** Rounded up, so that what is refused never reads as the limit itself. */
function megabytes(bytes: number): string {
  return (Math.ceil((10 * bytes) / megabyte) / 10).toFixed(1);
}

/** Routes that take plans or files take larger bodies than the others. */
export function addBodyLimits(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const limit = bodyLimitOf(route.config ?? {});
    if (limit !== null) route.bodyLimit = limit;
  });
}
