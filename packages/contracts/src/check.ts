/** What a response must be to count as good. */
import { z } from 'zod';
import { durationMs, durationSchema } from './duration.ts';
import { parseJsonPath } from './json-path.ts';
import { headerName, text } from './target.ts';

const lastingSchema = durationSchema.refine((value) => durationMs(value) > 0, { error: 'The duration must be above 0.' });

const statusMatchSchema = z.union([
  z.int().min(100).max(599),
  z.array(z.int().min(100).max(599)).min(1).max(50),
  z.string().regex(/^([1-5]xx|[1-5]\d\d-[1-5]\d\d)$/, { error: 'A status is 200, [200, 201], "2xx" or "200-299".' }),
]);
export const checkSchema = z.union([
  z.strictObject({ status: statusMatchSchema }),
  z.strictObject({ bodyContains: text(1000).min(1, { error: 'Which text?' }) }),
  z.strictObject({ header: z.strictObject({ name: z.string().regex(headerName, { error: 'Not a header name.' }), contains: text(1000) }) }),
  z.strictObject({
    /** The value at a place of a JSON body, as in `$.items[0].id`; bodies up to 1 MB. */
    jsonPath: z.strictObject({
      path: text(500).refine((path) => parseJsonPath(path) !== null, { error: 'A path names one place, as in $.items[0].id.' }),
      equals: z.union([text(1000), z.number(), z.boolean(), z.null()]),
    }),
  }),
  z.strictObject({ maxBodyBytes: z.int().nonnegative() }),
  z.strictObject({ maxResponseTime: lastingSchema }),
]);
export type Check = z.infer<typeof checkSchema>;
