/**
 * Model Context Protocol over Streamable HTTP, for assistants with a team's token. Tools ask the routes of this server as anybody would, with that
 * token, so that one table says who may do what. Without sessions: whatever process answers, it answers the same.
 */

import { openClient } from '@plimsoll/client/open-client';
import { api } from '@plimsoll/contracts/paths';
import { mcpHeader } from '@plimsoll/contracts/token-budget';
import type { Traces } from '@plimsoll/telemetry/spans';
import { accountWords } from '@plimsoll/wording/en/account';
import { problemWords } from '@plimsoll/wording/en/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { teamCaller } from '../auth/access.ts';
import { ApiError, notNow } from '../http/api-error.ts';
import { originOf } from '../http/origin.ts';
import { inEnglish } from '../http/reader-language.ts';
import { requestIdHeader } from '../http/request-id.ts';
import { errors, type Route, writtenJson } from '../http/schema.ts';
import { version } from '../version.ts';

/** Of one token: an assistant waits for a run or two at a time. */
const mostAtOnce = 16;

export const mcp: Route = (context) => async (app) => {
  const underWay = new Map<string, number>();
  app.post(
    api.mcp,
    {
      config: { action: 'run.view' },
      schema: {
        summary: 'Model Context Protocol (Streamable HTTP, without sessions), for assistants with a token.',
        description:
          'JSON-RPC of the protocol, answered as JSON. The tools do what the token may do by the other routes, and launch within its budget only. No cookie counts; a page of another site is refused.',
        tags: ['assistants'],
        body: z.unknown(),
        response: {
          200: writtenJson(z.unknown(), 'The answer, as JSON-RPC.'),
          202: writtenJson(z.unknown(), 'A notification was taken; there is no answer.'),
          ...errors(400, 401, 403, 413, 415, 429),
        },
      },
    },
    async (request, reply) => {
      const { tokenId } = teamCaller(request);
      if (tokenId === null) throw new ApiError('not_signed_in', accountWords.tokenOnly, [], { 'www-authenticate': 'Bearer' });
      const site = originOf(request, context.config);
      refuseForeignPage(request, site);
      const count = underWay.get(tokenId) ?? 0;
      if (count >= mostAtOnce) throw notNow('too_many_requests', problemWords.general.tooManyRequests, 1);
      underWay.set(tokenId, count + 1);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      try {
        // Loaded by the first who asks: most installations have no assistant.
        const { answerHttp } = await import('@plimsoll/mcp/answer-http');
        const options = {
          client: openClient({ url: '', token: null, ask: asksItself(app, context.traces, request) }),
          site: site || null,
          version,
        };
        const answer = await inEnglish(() => answerHttp(options, webRequest(request), request.body, gone.signal));
        if (!answer) return reply.hijack();
        return reply
          .code(answer.status as 200)
          .type(answer.headers.get('content-type') ?? 'application/json')
          .send(await answer.text());
      } finally {
        const left = (underWay.get(tokenId) ?? 1) - 1;
        if (left === 0) underWay.delete(tokenId);
        else underWay.set(tokenId, left);
      }
    },
  );
  // There is nothing to listen to and no session to end.
  for (const method of ['GET', 'DELETE'] as const)
    app.route({
      method,
      url: api.mcp,
      config: { action: 'public' },
      schema: { hide: true },
      handler: async (_request, reply) => reply.code(405).header('allow', 'POST').send(),
    });
};

/** A page may call from our own origin alone; programs name none. By the origin that we know, not by Host, which a rebound name sets too. */
function refuseForeignPage({ headers: { origin } }: FastifyRequest, site: string): void {
  if (origin !== undefined && origin !== site) throw new ApiError('forbidden', problemWords.general.otherSite);
}

/** The transport reads its headers alone. It answers JSON, so it need not ask who takes streams. */
function webRequest({ headers }: FastifyRequest): Request {
  const version = headers['mcp-protocol-version'];
  const told = typeof version === 'string' ? { 'mcp-protocol-version': version } : {};
  const kinds = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  return new Request('http://mcp.invalid/', { method: 'POST', headers: { ...kinds, ...told } });
}

/** The other routes, asked as the same caller from the same address. */
function asksItself(app: FastifyInstance, traces: Traces, { headers, id, ip }: FastifyRequest) {
  return async (url: string, { method = 'GET', headers: own, body }: RequestInit): Promise<Response> => {
    const { traceParent } = traces.here();
    const answer = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress: ip,
      headers: {
        ...(own as Record<string, string>),
        authorization: headers.authorization ?? '',
        [requestIdHeader]: id,
        [mcpHeader]: '1',
        ...(traceParent === null ? {} : { traceparent: traceParent }),
        ...(headers['user-agent'] === undefined ? {} : { 'user-agent': headers['user-agent'] }),
      },
      ...(typeof body === 'string' ? { payload: body } : {}),
    });
    const type = answer.headers['content-type'];
    return new Response(answer.statusCode === 204 ? null : answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(type ?? 'application/json') },
    });
  };
}
