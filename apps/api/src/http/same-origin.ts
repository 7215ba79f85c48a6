/** Refuses writes that another site's page makes with the visitor's cookies (CSRF), and foreign names for this machine (DNS rebinding). */
import { problemWords } from '@plimsoll/wording/en/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiConfig } from '../config.ts';
import { isLoopbackHost } from '../loopback-host.ts';
import { ApiError } from './api-error.ts';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Does this write come from a page of ours, or from no page at all? */
export function isSameOrigin(request: Pick<FastifyRequest, 'headers'>, baseUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (baseUrl !== undefined && new URL(baseUrl).origin === origin);
}

const loopbackName = /^(localhost|[^:]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

export function addSameOrigin(app: FastifyInstance, config: ApiConfig): void {
  const loopbackOnly = config.baseUrl === undefined && isLoopbackHost(config.host);
  app.addHook('onRequest', async (request) => {
    if (loopbackOnly && request.headers.host !== undefined && !loopbackName.test(request.headers.host))
      throw new ApiError('forbidden', problemWords.general.foreignHost);
    if (reads.has(request.method) || request.headers.authorization !== undefined) return;
    if (!isSameOrigin(request, config.baseUrl)) throw new ApiError('forbidden', problemWords.general.otherSite);
  });
}
