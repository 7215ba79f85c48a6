/** What the log keeps of a request: no credentials, no bodies, no share tokens. */
import type { FastifyServerOptions } from 'fastify';
import type { ApiConfig } from '../config.ts';

/** The path without tokens that give access by themselves; queries hold what people search for, and stay out. */
export function loggedUrl(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return decoded(path)
    .replace(/^(\/+(?:s|badge|join|reset|api\/v1\/shared|api\/v1\/invitations\/of)\/+)[^/]+/i, '$1•••')
    .replace(/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{27}(?![A-Za-z0-9_-])/g, '•••');
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
      censor: '•••',
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
