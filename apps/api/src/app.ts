/** The server with all its routes, not yet listening. */
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController, type RouteOptions } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { addAccess } from './auth/access.ts';
import { addUntrustedProxyWarning } from './auth/untrusted-proxy.ts';
import type { ApiContext } from './context.ts';
import { addBodyLimits, bodyLimitBytes } from './http/body-limit.ts';
import { serializerCompiler, validatorCompiler } from './http/compilers.ts';
import { addCompression } from './http/compression.ts';
import { handleError } from './http/error-handler.ts';
import { addBodyParsers } from './http/intake/body-parsers.ts';
import { addSlowUploadLimit } from './http/intake/slow-uploads.ts';
import { addIdsToLog, loggerOptions } from './http/logging.ts';
import { addReaderLanguage } from './http/reader-language.ts';
import { addRequestIds, requestIdOf } from './http/request-id.ts';
import { addSameOrigin } from './http/same-origin.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addOpenApi } from './openapi.ts';
import { addRoutes } from './routes.ts';
import { addHttpMetrics } from './system/metrics-route.ts';
import { addRequestSpans } from './system/request-spans.ts';
import { addWeb } from './web.ts';

export interface SocketLimits {
  /** A request, its body included, must have come whole within this time, its head within a third of it; a result file must go on coming. An answer may take as long as it takes. */
  readonly requestTimeoutMs?: number;
  /** More sockets than these are closed as they come: each may bring a body. A watcher of a run holds one. */
  readonly mostConnections?: number;
}

/** `logTo` takes the log in place of standard output; `onRoute` hears of every route, with its config. */
export async function buildApp(
  context: ApiContext,
  logTo?: NodeJS.WritableStream,
  onRoute?: (route: RouteOptions) => void,
  { requestTimeoutMs = 30_000, mostConnections = 5000 }: SocketLimits = {},
): Promise<FastifyInstance> {
  const { config } = context;
  const app = Fastify({
    logger: loggerOptions(config.logLevel, logTo),
    bodyLimit: bodyLimitBytes,
    // Holds for all requests but result files (slow-uploads.ts). Node looks every 30 s unless it is told otherwise.
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: Math.ceil(requestTimeoutMs / 3), connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 30) },
    trustProxy: config.trustedProxies ?? false,
    routerOptions: { maxParamLength: 200 },
    requestIdHeader: false,
    genReqId: ({ headers }) => requestIdOf(headers),
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply);
    },
  });
  app.server.maxConnections = mostConnections;
  app.setErrorHandler(handleError);
  addRequestSpans(app, context.traces);
  addHttpMetrics(app, context.metrics);
  addRequestIds(app);
  addReaderLanguage(app);
  addIdsToLog(app);
  await addSecurityHeaders(app, context.auth.origin.startsWith('https:'));
  await app.register(cookie);
  await addCompression(app);
  addUntrustedProxyWarning(app);
  addSameOrigin(app, config);
  addAccess(app, context);
  if (onRoute) app.addHook('onRoute', onRoute);
  addBodyLimits(app);
  addSlowUploadLimit(app, requestTimeoutMs);
  addBodyParsers(app, context.bodies);
  // The compilers live in here: plugins that bring JSON Schemas of their own keep Fastify's.
  await app.register(async (scope) => {
    scope.setValidatorCompiler(validatorCompiler);
    scope.setSerializerCompiler(serializerCompiler);
    await addOpenApi(scope, context.auth);
    await addRoutes(scope.withTypeProvider<ZodTypeProvider>(), context);
  });
  await addWeb(app, context);
  return app;
}
