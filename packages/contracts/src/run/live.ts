/** Live events; the SSE `id:` is the sequence number to resume from. */
import { z } from 'zod';
import { runSchema } from './run.ts';
import { pointSchema } from './sample.ts';

export const liveSnapshotSchema = z.strictObject({ run: runSchema, points: z.array(pointSchema), resolutionSeconds: z.int().positive() });
export const liveStateSchema = runSchema.pick({
  state: true,
  stateReason: true,
  ending: true,
  startedAt: true,
  endedAt: true,
  stopRequested: true,
  validity: true,
  thresholds: true,
});
export type LiveState = z.infer<typeof liveStateSchema>;
