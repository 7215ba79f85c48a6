/** The workers of this installation, which make the load. */
import { z } from 'zod';

export const workerSchema = z
  .strictObject({
    id: z.string(),
    host: z.string(),
    version: z.string(),
    /** Pools it belongs to: a plan chooses one by its label. */
    labels: z.array(z.string()),
    /** Null where its version does not say; so are the threads. */
    cores: z.int().positive().nullable(),
    /** Load threads of one run, at most. */
    threads: z.int().positive().nullable(),
    /** Runs it makes at once. */
    slots: z.int().positive(),
    startedAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    /** Did the database see it in the last 12 s? */
    online: z.boolean(),
    /** The time since which it takes nothing new; null: it does. */
    drainingSince: z.iso.datetime().nullable(),
    /** Runs it is making, or its shares of them, of all teams. */
    runsUnderWay: z.int().nonnegative(),
    /** Those of the team that asks. */
    runs: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
    /** Experiments that it drives, of all teams: their next runs are made by it, even while it drains. */
    experimentsUnderWay: z.int().nonnegative(),
  })
  .meta({ id: 'Worker' });
export type Worker = z.infer<typeof workerSchema>;

export const workerListSchema = z.strictObject({
  items: z.array(workerSchema),
  /** The command that starts one more; null for people who do not own the installation. */
  start: z
    .strictObject({
      /** For a shell, in the project's folder; without secrets, `<PLIMSOLL_SECRET_KEY>` where one must go. */
      command: z.string(),
      /** The database or the queue is known by an address of the API's own machine, so the command works there alone. */
      hereOnly: z.boolean(),
    })
    .nullable(),
});
export type WorkerList = z.infer<typeof workerListSchema>;
