/** JSON Schema of a plan as a person writes it, for editors (`$schema`). */
import { planSchema } from '@plimsoll/contracts/plan';
import { z } from 'zod';
import type { Route } from '../schema.ts';

export const planSchemaFile: Route = () => async (app) => {
  const text = JSON.stringify(z.toJSONSchema(planSchema, { io: 'input' }));
  app.get('/api/v1/plan.schema.json', { config: { action: 'public' }, schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/schema+json').header('cache-control', 'public, max-age=3600').send(text),
  );
};
