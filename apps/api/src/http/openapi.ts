/** OpenAPI 3.1 of all routes at /api/openapi.json, and pages to read it at /api/docs. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { RouteAction } from '../auth/access.ts';
import type { Auth } from '../auth/auth.ts';
import { version } from '../version.ts';

const token = { token: [] };
const session = { session: [] };

/** What a route takes, by its action: a person has no token. */
function listSecurity(action: RouteAction | undefined): Record<string, string[]>[] {
  if (action === undefined || action === 'public') return [];
  return action === 'person' ? [session] : [token, session];
}

/** A list whose places have schemas of their own is `prefixItems` in OpenAPI 3.1, and was `items` in the JSON Schema that we are given. */
function withPrefixItems<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withPrefixItems) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, withPrefixItems(value)] as const);
  const places = 'type' in part && part.type === 'array' && entries.find(([key, value]) => key === 'items' && Array.isArray(value));
  if (!places) return Object.fromEntries(entries) as Part;
  const [, prefixItems] = places;
  return { ...Object.fromEntries(entries), prefixItems, items: false, minItems: (prefixItems as unknown[]).length } as Part;
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
      return { ...transformed, schema: { ...transformed.schema, security: listSecurity(document.route.config?.action) } };
    },
    transformObject: (document) => withPrefixItems(jsonSchemaTransformObject(document)),
  });
  app.get('/api/openapi.json', { config: { action: 'public' }, schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false, uiConfig: { validatorUrl: null } });
}
