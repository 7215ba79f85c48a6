/** OpenAPI 3.1 of all routes at /api/openapi.json, and pages to read it at /api/docs. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { version } from '../version.ts';

export async function addOpenApi(app: FastifyInstance): Promise<void> {
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
          session: { type: 'apiKey', in: 'cookie', name: 'plimsoll.session_token' },
        },
      },
      security: [{ token: [] }, { session: [] }],
    },
    transform: (document) => {
      const transformed = jsonSchemaTransform(document);
      if (document.route.config?.action !== 'public') return transformed;
      return { ...transformed, schema: { ...transformed.schema, security: [] } };
    },
    transformObject: jsonSchemaTransformObject,
  });
  app.get('/api/openapi.json', { config: { action: 'public' }, schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false, uiConfig: { validatorUrl: null } as never });
}
