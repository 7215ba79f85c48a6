/** OpenAPI 3.1 of all routes at /api/openapi.json, and pages to read it at /api/docs. */
import swagger from '@fastify/swagger';
import { scopeAllows, scopes } from '@plimsoll/contracts/account';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { RouteAction } from './auth/access.ts';
import type { Auth } from './auth/auth.ts';
import { mapValues, type OpenApi } from './reference/open-api.ts';
import { operationId } from './reference/operation-id.ts';
import { plainDocument } from './reference/plain-document.ts';
import { requestExamples } from './reference/request-examples.ts';
import { webhookEvents } from './reference/webhook-events.ts';
import { addReferencePage } from './reference-page.ts';
import { version } from './version.ts';

const token = { token: [] };
const session = { session: [] };

/** Lists the credentials a route takes, by its action: a person has no token, and some things no token may do. */
function listSecurity(action: RouteAction | undefined): Record<string, string[]>[] {
  if (action === undefined || action === 'public') return [];
  if (action === 'person') return [session];
  return action === 'operator' || scopeAllows(scopes, action) ? [token, session] : [session];
}

/** With each route's request as programs write it. */
function withExamples(document: OpenApi): OpenApi {
  const schemas = document.components?.schemas ?? {};
  const paths = mapValues(document.paths ?? {}, (operations, path) =>
    mapValues(operations, (operation, method) => ({
      ...operation,
      'x-codeSamples': requestExamples(method, path, operation, schemas),
    })),
  );
  return { ...document, paths };
}

export async function addOpenApi(app: FastifyInstance, auth: Auth): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Plimsoll',
        version,
        description: 'Run and compare load benchmarks. Send `Authorization: Bearer plm_…`, or the session cookie of a browser.',
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          session: { type: 'apiKey', in: 'cookie', name: await auth.sessionCookie() },
        },
      },
    },
    transform: (document) => {
      const transformed = jsonSchemaTransform(document);
      const { config, method } = document.route;
      const named = { operationId: operationId([method].flat()[0] ?? '', document.url), security: listSecurity(config?.action) };
      return { ...transformed, schema: { ...transformed.schema, ...named } };
    },
    transformObject: (document) =>
      withExamples(plainDocument({ ...(jsonSchemaTransformObject(document) as OpenApi), webhooks: webhookEvents() })),
  });
  app.get('/api/openapi.json', { config: { action: 'public' }, schema: { hide: true } }, async () => app.swagger());
  addReferencePage(app);
}
