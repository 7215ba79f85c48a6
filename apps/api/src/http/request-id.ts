/** The id of a request, in log lines, problems and answers: as a proxy before us gave it, where that is well formed, else one of ours. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export const requestIdHeader = 'x-request-id';
/** Ids as proxies make them (UUIDs, ULIDs, W3C trace ids, `Root=1-…`), and nothing that a log or a page could read otherwise. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._:=+/@-]{0,127}$/;

export function requestIdOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}

/** Every answer says under which id the log has its request. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
  });
}
