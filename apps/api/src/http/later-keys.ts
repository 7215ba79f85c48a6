/** A later version may have kept more keys in JSON than this one knows: answers leave them out, and they are no fault of ours. */
import { deleteKeys } from '@plimsoll/contracts/known-keys';
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
    issue.code === 'unrecognized_keys' && issue.path.some((part) => keptFields.has(part)) ? [issue] : [],
  );
  if (later.length < issues.length) return null;
  return deleteKeys(JSON.parse(JSON.stringify(answer)), later);
}
