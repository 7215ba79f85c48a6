/** JSON Schema of a plan as a person writes it, for editors (`$schema`). */
import { planSchema } from '@plimsoll/contracts/plan';
import { z } from 'zod';
import type { Route } from '../http/schema.ts';

/** With the plan itself at the root, which editors show better than a reference. */
function planJsonSchema(): object {
  const { $schema, $defs = {} } = z.toJSONSchema(planSchema, { io: 'input' });
  const { Plan, ...others } = $defs;
  return { $schema, title: 'Plimsoll plan', ...Plan, $defs: others };
}

export const planSchemaFile: Route = () => async (app) => {
  const text = JSON.stringify(planJsonSchema());
  app.get('/api/v1/plan.schema.json', { config: { action: 'public' }, schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/schema+json').header('cache-control', 'public, max-age=3600').send(text),
  );
};
