/** All that a team has, in one file of the archive. */
import { z } from 'zod';

/** How long one is kept. */
export const keptExportDays = 7;

/** `archive`: the store refuses it, or was away for too long. */
export const exportFailures = ['archive', 'too_large', 'disk_full', 'given_up'] as const;
export type ExportFailure = (typeof exportFailures)[number];

export const teamExportSchema = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(['waiting', 'ready', 'failed']),
    failure: z.enum(exportFailures).nullable(),
    askedBy: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    askedAt: z.iso.datetime(),
    runs: z.int().nonnegative().meta({ description: 'Runs that are written; while it waits, so far.' }),
    bytes: z.int().nonnegative().nullable(),
    endedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: `When it goes: ${keptExportDays} days after it was made.` }),
  })
  .meta({ id: 'TeamExport' });
export type TeamExport = z.infer<typeof teamExportSchema>;

/** Newest first. */
export const teamExportListSchema = z.strictObject({ items: z.array(teamExportSchema) });
