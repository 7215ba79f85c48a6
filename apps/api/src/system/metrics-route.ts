/** Our own metrics: for whoever has the operator's token, and without one for this machine alone. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { problemWords } from '@plimsoll/wording/en/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiConfig } from '../config.ts';
import { ApiError } from '../http/api-error.ts';
import { errors, type Route, written } from '../http/schema.ts';
import { isLoopbackHost } from '../loopback-host.ts';
import type { Metrics } from './metrics.ts';

export const metricsPath = '/metrics';

function isToken(given: string | undefined, token: string): boolean {
  const hashed = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashed(given ?? ''), hashed(`Bearer ${token}`));
}

/** As a program on this machine names it. A page of elsewhere may point any other name here. */
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;
const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** A proxy on this machine connects from loopback, too: it gives itself away by a header or by the public URL. */
function isFromHere({ raw, headers, hostname }: FastifyRequest, { baseUrl }: ApiConfig): boolean {
  const from = (raw.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const published = baseUrl !== undefined && !isLoopbackHost(new URL(baseUrl).hostname);
  return !published && isLoopbackHost(from) && loopbackName.test(hostname) && forwarded.every((name) => headers[name] === undefined);
}

function refuseStrangers(request: FastifyRequest, config: ApiConfig): void {
  if (config.metricsToken === undefined) {
    if (!isFromHere(request, config)) throw new ApiError('forbidden', problemWords.metrics.hereOnly);
  } else if (!isToken(request.headers.authorization, config.metricsToken))
    throw new ApiError('not_signed_in', problemWords.metrics.tokenNeeded, [], { 'www-authenticate': 'Bearer' });
}

export const readMetrics: Route =
  ({ config, metrics }) =>
  async (app) => {
    app.get(
      metricsPath,
      {
        config: { action: 'public' },
        // Prometheus asks all day long.
        logLevel: 'warn',
        schema: {
          summary: 'Metrics of the API and of the installation, in the text format of Prometheus.',
          description: 'With `Authorization: Bearer` and PLIMSOLL_METRICS_TOKEN where it is set, else from the same machine only.',
          tags: ['system'],
          response: { 200: written('text/plain', z.string(), 'The metrics.'), ...errors(401, 403) },
        },
      },
      async (request, reply) => {
        refuseStrangers(request, config);
        const { contentType, text } = await metrics.read();
        return reply.type(contentType).serializer(String).send(text);
      },
    );
  };

/** Counts every answer by the route that gave it. */
export function addHttpMetrics(app: FastifyInstance, { observe }: Pick<Metrics, 'observe'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'none', method } = request.routeOptions;
    // A stream lasts as long as somebody watches.
    if (url.endsWith('/live')) return;
    observe({ method: [method].flat()[0] ?? request.method, route: url, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
}
