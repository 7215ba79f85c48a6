/** Zod schemas as Fastify's validators and serializers. An answer that does not fit its schema is our fault: a 500, never a leak. */
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { type ZodError, type ZodType, z } from 'zod';
import { InputError } from './error-handler.ts';
import { isJudged } from './judged-body.ts';
import { withoutLaterKeys } from './later-keys.ts';

export const validatorCompiler: FastifySchemaCompiler<ZodType> =
  ({ schema }) =>
  (input: unknown) => {
    if (isJudged(input)) return { value: input };
    const parsed = z.safeParse(schema, input);
    return parsed.success ? { value: parsed.data } : { error: new InputError(parsed.error as ZodError, input) };
  };

/**
 * Parsed as input is, so that the contract's defaults hold for answers, too: rows kept by an older version lack what came
 * later, and of what a later version kept beside it nothing is told. (The library's own compiler encodes, which knows no defaults.)
 */
export const serializerCompiler: FastifySerializerCompiler<ZodType> =
  ({ schema, method, url }) =>
  (answer: unknown) => {
    const parsed = z.safeParse(schema, answer);
    if (parsed.success) return JSON.stringify(parsed.data);
    const known = z.safeParse(schema, withoutLaterKeys(answer, parsed.error));
    if (!known.success) throw new ResponseSerializationError(method, url, { cause: parsed.error });
    return JSON.stringify(known.data);
  };
