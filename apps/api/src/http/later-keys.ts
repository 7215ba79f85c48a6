/** Of what is kept as JSON, a later version may have kept more than this one knows: that is left out of an answer, which is no fault of ours. */
import type { ZodError } from 'zod';

/** Fields of answers that show what was kept so. Anywhere else an unknown key is our own doing. */
const keptFields: ReadonlySet<PropertyKey> = new Set([
  'summary',
  'environment',
  'validity',
  'thresholds',
  'vsBaseline',
  'plan',
  'source',
  'result',
  'content',
  'story',
]);

/** The answer without them; null where it has another fault, too. */
export function withoutLaterKeys(answer: unknown, { issues }: ZodError): unknown {
  const later = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.some((part) => keptFields.has(part)) ? [{ path: issue.path, keys: issue.keys }] : [],
  );
  if (later.length < issues.length) return null;
  const copy: unknown = JSON.parse(JSON.stringify(answer));
  for (const { path, keys } of later) {
    const at = path.reduce<unknown>((inner, part) => (inner as Record<PropertyKey, unknown>)[part], copy) as Record<string, unknown>;
    for (const key of keys) delete at[key];
  }
  return copy;
}
