/** Serves the built web: hashed assets for ever, the page itself never cached; every path of the app answers the page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { problemWords } from '@plimsoll/wording/en/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from './context.ts';
import { buildProblem, sendProblem } from './http/error-handler.ts';
import { markSecretPage } from './http/link-token.ts';
import { dropPageRules } from './http/security-headers.ts';
import { openSharePage } from './share/share-page-routes.ts';

function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  return (request.method === 'GET' || request.method === 'HEAD') && !path.startsWith('/api/') && !/\.[a-z0-9]{1,8}$/i.test(path);
}

/** The token of an invitation or of a new password stands in the path. */
const secretPage = /^\/(?:join|reset|break-glass)\//i;

/** Name of the file beside the page that is asked for. A path that leads elsewhere names none, whatever there is. */
function fileAtRoot({ method, url }: FastifyRequest): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  return /^\/([a-z0-9][a-z0-9._-]*)(?:\?|$)/i.exec(url)?.[1] ?? null;
}

/** The parts of a build that name its files are asked for anew, as the page is. */
const cacheOf = (name: string) => (/^(?:service-worker\.js|files\.json)$/.test(name) ? 'no-cache' : 'public, max-age=3600');

export async function addWeb(app: FastifyInstance, context: ApiContext): Promise<void> {
  const { config } = context;
  const page = (reply: FastifyReply, status = 200) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    if (!existsSync(join(config.webDirectory, 'index.html')))
      return reply.code(503).type('text/plain; charset=utf-8').send(`${problemWords.general.webMissing}\n`);
    return reply.code(status).sendFile('index.html', config.webDirectory, { cacheControl: false });
  };
  // Gives replies `sendFile`. Each call names its own root: the web may be built after the start.
  await app.register(fastifyStatic, { root: import.meta.dirname, serve: false, preCompressed: true });
  app.get('/assets/*', { config: { action: 'public' }, schema: { hide: true } }, (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    return dropPageRules(reply)
      .removeHeader('referrer-policy')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .sendFile(name, join(config.webDirectory, 'assets'), {
        cacheControl: false,
      });
  });
  app.get('/s/:token', { config: { action: 'public' }, schema: { hide: true } }, async (request, reply) => {
    markSecretPage(reply);
    const made = await openSharePage(context, request, reply);
    return made === null ? page(reply, 404) : reply.type('text/html; charset=utf-8').send(made);
  });
  app.get('/', { config: { action: 'public' }, schema: { hide: true } }, (_request, reply) => page(reply));
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) return page(secretPage.test(request.url) ? markSecretPage(reply) : reply);
    const name = fileAtRoot(request);
    if (name !== null && existsSync(join(config.webDirectory, name)))
      return reply.header('cache-control', cacheOf(name)).sendFile(name, config.webDirectory, { cacheControl: false });
    return sendProblem(reply, buildProblem('not_found', problemWords.notFound.anything, { requestId: request.id }));
  });
}
