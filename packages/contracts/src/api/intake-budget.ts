/** Bounds of a request's body: everything that is read has one, whoever sends it. */
import { type Refusal, refusal } from './refusal.ts';

/** Values and keys of a body, counted together. Files and data rows are one text each. */
export const mostValues = 50_000;
/** The same of a result file of another tool, which may have a million requests: what they take fits into the thread that reads it. */
export const mostResultValues = 3_000_000;
export const mostLevels = 64;

/**
 * Says why the size of this value is refused, or null. Each value counts as often as it is reached, so that aliases which multiply, or
 * hold themselves, end here.
 */
export function judgeSize(value: unknown): Refusal | null {
  let values = 0;
  const judge = (inner: unknown, level: number): Refusal | null => {
    values += 1;
    if (values > mostValues) return refusal('values_too_many', { most: mostValues });
    if (inner === null || typeof inner !== 'object') return null;
    if (level > mostLevels) return refusal('nested_too_deep', { most: mostLevels });
    if (!Array.isArray(inner)) values += Object.keys(inner).length;
    for (const one of Object.values(inner)) {
      const reason = judge(one, level + 1);
      if (reason) return reason;
    }
    return null;
  };
  return judge(value, 1);
}
