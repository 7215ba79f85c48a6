/** The log's record of a request: no credentials, no bodies, no share tokens. */
import { maskedSecret } from '@plimsoll/contracts/problem';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { ApiConfig } from '../config.ts';

/** The path without tokens that give access by themselves; queries hold what people search for, and stay out. */
export function loggedUrl(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return decoded(path)
    .replace(
      /^(\/+(?:s|badge|join|reset|break-glass|api\/v1\/shared|api\/v1\/invitations\/of|api\/v1\/hooks)\/+)[^/]+/i,
      `$1${maskedSecret}`,
    )
    .replace(/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{27}(?![A-Za-z0-9_-])/g, maskedSecret);
}

/** As the router reads it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function loggerOptions(level: ApiConfig['logLevel'], stream?: NodeJS.WritableStream): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false;
  return {
    level,
    ...(stream ? { stream } : {}),
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]', 'headers.authorization', 'headers.cookie'],
      censor: maskedSecret,
    },
    serializers: {
      req: (request) => ({ method: request.method, url: loggedUrl(request.url), remoteAddress: request.ip }),
      res: (reply) => ({ statusCode: reply.statusCode }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code ?? '',
        message: error.message,
        stack: error.stack ?? '',
      }),
    },
  };
}

/** Named beside what they are the id of: `runId` finds all that API and workers say of a run. */
const idNames = { runs: 'runId', experiments: 'experimentId' } as const;
const ofThing = /^\/api\/v1\/(runs|experiments)\/:id(?:\/|$)/;
const uuid = /^[0-9a-f-]{36}$/i;

/** Every line about a request for a run or an experiment has its id. */
export function addIdsToLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const kind = ofThing.exec(request.routeOptions.url ?? '')?.[1] as keyof typeof idNames | undefined;
    const { id } = request.params as { id?: string };
    if (kind === undefined || id === undefined || !uuid.test(id)) return;
    request.log = request.log.child({ [idNames[kind]]: id });
    reply.log = request.log;
  });
}
