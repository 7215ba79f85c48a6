/** The validity of a run as its row keeps it: findings as codes, and no sentence. */
import { type Validity, validitySchema } from '@plimsoll/contracts/validity';
import { type ValidityFinding, validityFindingSchema } from '@plimsoll/contracts/validity-finding';
import { sayValidity } from '@plimsoll/wording/validity-reason';
import { readKept } from './read-kept.ts';

/** Its stored part. */
export function keepValidity(validity: Validity): Validity {
  return (validity.findings ?? []).length > 0 ? { ...validity, reasons: [] } : validity;
}

/**
 * With its reasons, for who reads it now. A version before stores sentences: where there are some, it wrote later than any code. A code
 * that only a later version knows is no reason.
 */
export function readValidity(kept: unknown): Validity | null {
  if (kept === null || typeof kept !== 'object') return null;
  const { findings = [], ...rest } = kept as { readonly findings?: readonly unknown[] };
  const read = readKept(validitySchema, rest);
  if (!read) return null;
  const told = read.reasons.map((text): ValidityFinding => ({ kind: 'legacy', text }));
  return sayValidity({ ...read, findings: told.length > 0 ? told : findings.flatMap((one) => readKept(validityFindingSchema, one) ?? []) });
}
