/** Parts of route schemas that repeat. */
import { problemSchema } from '@plimsoll/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../context.ts';

/** A route's module: made with the context, registered as a plugin. */
export type Route = (context: ApiContext) => FastifyPluginAsyncZod;

/** Where a path of the contract is routed: without the query it was made with. */
export const routeOf = (path: string): string => path.replace(/\?.*$/, '');

export const uuidParams = z.strictObject({ id: z.uuid() });

/** An answer that is sent as text, made elsewhere and held to this schema there: Fastify sends it as it is. */
export function written(contentType: string, schema: z.ZodType, description: string) {
  return { description, content: { [contentType]: { schema } } };
}

/** JSON that an analysis thread wrote. */
export const writtenJson = (schema: z.ZodType, description: string) => written('application/json', schema, description);

const problem = (description: string) => ({ description, content: { 'application/problem+json': { schema: problemSchema } } });
const problems = {
  400: problem('The input is not valid; `errors` says where.'),
  401: problem('Not signed in.'),
  403: problem('The role or the token does not allow this.'),
  404: problem("Unknown, deleted, or another team's."),
  409: problem('Not in this state.'),
  413: problem('Too large.'),
  415: problem('Wrong content type.'),
  429: problem('Too many.'),
  503: problem('Not available right now.'),
};

/** The error answers a route may give, by status. */
export function errors<Status extends keyof typeof problems>(...statuses: Status[]): Pick<typeof problems, Status> {
  return Object.fromEntries(statuses.map((status) => [status, problems[status]])) as Pick<typeof problems, Status>;
}
