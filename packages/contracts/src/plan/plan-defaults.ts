/** The defaults of a plan, read from its schema: all code that shows, fills in or leaves out a default asks here. */
import { z } from 'zod';
import { dataSchema } from '../request/data-rows.ts';
import { extractionSchema, type PlannedRequest, requestSchema } from '../request/requests.ts';
import { type OpenLoad, type Plan, planSchema } from './plan.ts';

export interface PlanDefaults {
  /** A plan that says no more than it must. Its name, its target's URL and its load's rate and duration are no defaults. */
  readonly plan: Plan;
  /** The defaults of an open load; a closed one has none. */
  readonly load: OpenLoad;
  /** Name and URL are no defaults. */
  readonly request: PlannedRequest;
  /** Group of an extraction's regular expression. */
  readonly group: number;
  /** Order of the data rows. */
  readonly order: z.output<typeof dataSchema>['order'];
}

const url = 'http://127.0.0.1/';

/** The values that the schema fills in where a plan says nothing. */
export function planDefaults(): PlanDefaults {
  const load = { model: 'open', rate: 1, duration: '1s' } as const;
  const plan = planSchema.parse({ version: 1, name: 'defaults', target: { url }, load });
  const extraction = extractionSchema.parse({ regex: '(.)' });
  return {
    plan,
    load: plan.load as OpenLoad,
    request: requestSchema.parse({ name: 'defaults', url }),
    group: typeof extraction === 'object' && 'regex' in extraction ? extraction.group : 0,
    order: dataSchema.parse({ format: 'csv', text: '' }).order,
  };
}

/** `value`, which the schema has parsed, without what the schema would fill in again: parsing the answer gives the same value. */
export function withoutDefaults(schema: z.ZodType, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional
  )
    return withoutDefaults(schema.def.innerType as z.ZodType, value);
  if (schema instanceof z.ZodArray) return (value as unknown[]).map((one) => withoutDefaults(schema.def.element as z.ZodType, one));
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutDefaults(schema.def.valueType as z.ZodType, one)]));
  if (schema instanceof z.ZodUnion) {
    const branch = (schema.def.options as readonly z.ZodType[]).find((option) => option.safeParse(value).success);
    return branch ? withoutDefaults(branch, value) : value;
  }
  return schema instanceof z.ZodObject ? shortObject(schema.shape, value) : value;
}

/** Keys that the schema does not know stay as they are. */
function shortObject(shape: Readonly<Record<string, z.ZodType>>, value: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const schema = shape[key];
    const short = schema ? withoutDefaults(schema, inner) : inner;
    if (!schema || !isDefault(schema, short)) kept[key] = short;
  }
  return kept;
}

function isDefault(schema: z.ZodType, short: unknown): boolean {
  const filled = schema.safeParse(undefined);
  return filled.success && JSON.stringify(withoutDefaults(schema, filled.data)) === JSON.stringify(short);
}
