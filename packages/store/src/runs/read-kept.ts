/** Stored values of other versions. */
import { parseKnown } from '@plimsoll/contracts/known-keys';
import type { ZodType, z } from 'zod';

/**
 * Reads a value of another version: a field that an earlier one did not measure has its default, and one that a later one added is left out.
 * Null where this one cannot read it at all: one row must not keep a list from being shown.
 */
export function readKept<S extends ZodType>(schema: S, kept: unknown): z.output<S> | null {
  if (kept === null) return null;
  try {
    return parseKnown(schema, kept);
  } catch {
    return null;
  }
}
