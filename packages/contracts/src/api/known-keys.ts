/** Reads what another version wrote: a key that this one does not know is left out. Elsewhere it is refused. */
import type { z } from 'zod';

/** Parsed by the schema, without keys that it does not know. Throws ZodError where that is not all that does not fit. */
export function parseKnown<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const unknown = parsed.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? [issue] : []));
  if (unknown.length === 0) throw parsed.error;
  return parseKnown(schema, deleteKeys(structuredClone(value), unknown));
}

/** Takes these keys out of the value itself, and answers it. */
export function deleteKeys(value: unknown, unknown: readonly Pick<z.core.$ZodIssueUnrecognizedKeys, 'path' | 'keys'>[]): unknown {
  for (const { path, keys } of unknown) {
    const holder = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)[key], value);
    for (const key of keys) delete (holder as Record<string, unknown>)[key];
  }
  return value;
}
