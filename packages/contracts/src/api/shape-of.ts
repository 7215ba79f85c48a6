/** A schema's shape alone: what is already kept is read by it, in time linear in its size, and is not judged anew. */
import { z } from 'zod';
import { keepMark } from './public.ts';

/**
 * The same objects, lists, choices and defaults without any limit, pattern or refinement. The shape accepts all that the schema accepts
 * with the same result. Throws TypeError for a kind of schema that it does not know.
 */
export function shapeOf<Schema extends z.ZodType>(schema: Schema): Schema {
  return withoutChecks(schema) as Schema;
}

function withoutChecks(schema: z.core.$ZodType): z.ZodType {
  return keepMark(bare(schema), schema);
}

function bare(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject)
    return z.strictObject(Object.fromEntries(Object.entries(schema.shape).map(([key, inner]) => [key, withoutChecks(inner as z.ZodType)])));
  if (schema instanceof z.ZodArray) return z.array(withoutChecks(schema.element));
  if (schema instanceof z.ZodRecord) return z.record(z.string(), withoutChecks(schema.valueType));
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion) return z.union(schema.options.map(withoutChecks));
  if (schema instanceof z.ZodOptional) return withoutChecks(schema.unwrap()).optional();
  if (schema instanceof z.ZodNullable) return withoutChecks(schema.unwrap()).nullable();
  if (schema instanceof z.ZodDefault) return withoutChecks(schema.unwrap()).default(schema.def.defaultValue);
  if (schema instanceof z.ZodPrefault) return withoutChecks(schema.unwrap()).prefault(schema.def.defaultValue);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return z.string();
  if (schema instanceof z.ZodNumber) return z.number();
  if (
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodUnknown ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodNull
  )
    return schema as z.ZodType;
  throw new TypeError(`The shape of a schema of type ${schema._zod.def.type} is not known.`);
}
