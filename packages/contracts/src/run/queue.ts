/** The loads that wait for a worker: runs, and experiments with their next run. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { isTimezone } from '../api/timezone.ts';

export const queueQuerySchema = z.strictObject({
  /** IANA name; times in `waitsFor` are told in it. UTC where absent. */
  timezone: z.string().max(64).refine(isTimezone, refused('no_timezone')).optional(),
});

export const queueItemSchema = z
  .strictObject({
    /** An experiment stands here once, before its first run and between two of them. */
    kind: z.enum(['run', 'experiment']),
    /** The id of the run or the experiment. */
    id: z.uuid(),
    name: z.string(),
    /** Name of the person who asked for it; null where the account is gone. */
    by: z.string().nullable(),
    /** From 1, counted over all teams of this installation. */
    position: z.int().positive(),
    /** One sentence: why it waits. */
    waitsFor: z.string(),
    /** Reckoned from what is under way and what goes first; null where that has no known end. */
    expectedStart: z.iso.datetime().nullable(),
  })
  .meta({ id: 'QueueItem' });
export type QueueItem = z.infer<typeof queueItemSchema>;

export const queueSchema = z.strictObject({ items: z.array(queueItemSchema) }).meta({ id: 'Queue' });
export type Queue = z.infer<typeof queueSchema>;
