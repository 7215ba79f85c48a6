/** `GET /runs/:id/traces`. */
import { z } from 'zod';
import { requestTraceSchema } from './request-trace.ts';

export const runTracesSchema = z.strictObject({
  items: z.array(
    requestTraceSchema.extend({
      /** Where the team's own backend shows it; null where the team named none. */
      url: z.url({ protocol: /^https?$/ }).nullable(),
    }),
  ),
});
export type RunTraces = z.infer<typeof runTracesSchema>;
