/** Zod schemas as Fastify's validators and serializers. An answer that does not fit its schema is our fault: a 500, never a leak. */
import type { FastifySchemaCompiler } from 'fastify';
import { type ZodError, type ZodType, z } from 'zod';
import { InputError } from './error-handler.ts';

export const validatorCompiler: FastifySchemaCompiler<ZodType> =
  ({ schema }) =>
  (input: unknown) => {
    const parsed = z.safeParse(schema, input);
    return parsed.success ? { value: parsed.data } : { error: new InputError(parsed.error as ZodError, input) };
  };
