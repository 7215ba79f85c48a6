/** What a response must be to count as good. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { parseJsonPath } from '../request/json-path.ts';
import { headerName } from '../request/target.ts';
import { text } from '../request/target-text.ts';
import { durationMs, durationSchema } from './duration.ts';

const lastingSchema = durationSchema.refine((value) => durationMs(value) > 0, refused('duration_zero'));

const statusMatchSchema = z.union([
  z.int().min(100).max(599),
  z.array(z.int().min(100).max(599)).min(1).max(50),
  z.string().regex(/^([1-5]xx|[1-5]\d\d-[1-5]\d\d)$/, refused('status_pattern')),
]);
export const checkSchema = z.union([
  z.strictObject({ status: statusMatchSchema }),
  z.strictObject({ bodyContains: text(1000).min(1, refused('which_text')) }),
  z.strictObject({ header: z.strictObject({ name: z.string().regex(headerName, refused('header_name')), contains: text(1000) }) }),
  z.strictObject({
    /** The value at a place of a JSON body, as in `$.items[0].id`; bodies up to 1 MB. */
    jsonPath: z.strictObject({
      path: text(500).refine((path) => parseJsonPath(path) !== null, refused('json_path')),
      equals: z.union([text(1000), z.number(), z.boolean(), z.null()]),
    }),
  }),
  z.strictObject({ maxBodyBytes: z.int().nonnegative() }),
  z.strictObject({ maxResponseTime: lastingSchema }),
]);
export type Check = z.infer<typeof checkSchema>;
