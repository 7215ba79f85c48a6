/** The retention of the seconds of a team's runs, the room that it frees, and the team's storage. */
import { z } from 'zod';

/** Seconds that a thinned sample covers. */
export const thinnedSeconds = 10;

const days = z.int().min(1).max(36_500).nullable();
const count = z.int().nonnegative();

export const retentionSchema = z
  .strictObject({
    samplesDays: days.meta({
      description: 'Days after its end that the samples of a run stay one a second; then one in 10 s. null: for ever.',
    }),
    runsDays: days.meta({
      description:
        'Days after its end that a run has samples at all; then it is its figures alone. null: for ever. Runs are never deleted. Baselines, runs of kept comparisons and of experiments under way, and what an open link shows keep all samples.',
    }),
  })
  .meta({ id: 'Retention' });
export type Retention = z.infer<typeof retentionSchema>;

/** Would samples go that stay by the former rules? */
export function shortensRetention(former: Retention, next: Retention): boolean {
  const shorter = (before: number | null, after: number | null) => after !== null && (before === null || after < before);
  return shorter(former.samplesDays, next.samplesDays) || shorter(former.runsDays, next.runsDays);
}

/** As in a query. */
const daysText = z.coerce.number().int().min(1).max(36_500).optional();
/** Left out: for ever. */
export const retentionQuerySchema = z.strictObject({ samplesDays: daysText, runsDays: daysText });

const freedSchema = z.strictObject({
  runs: count,
  samples: count.meta({ description: 'Rows fewer, exactly: one a second and generator.' }),
  bytes: count.meta({ description: 'Of their values, without indexes. What thinning frees is foretold by its share of the rows.' }),
});
export const retentionFreedSchema = z
  .strictObject({
    thinned: freedSchema,
    dropped: freedSchema.meta({
      description: 'Runs that lose all rows of samples. In an installation with an archive they are moved there.',
    }),
    exact: z
      .boolean()
      .meta({ description: 'Was every sample looked at? Of very many a random part stands for all; runs are counted always.' }),
  })
  .meta({ id: 'RetentionFreed' });
export type RetentionFreed = z.infer<typeof retentionFreedSchema>;

export const teamStorageSchema = z
  .strictObject({
    runs: count,
    samples: count.meta({ description: 'By what each run has written: an estimate.' }),
    bytes: count.meta({ description: "On disk with indexes: the team's part, by samples and by runs, of each table." }),
    months: z.array(
      z.strictObject({
        month: z.string().nullable().meta({ description: 'YYYY-MM in which the runs were made; null: before samples were kept by month.' }),
        samples: count,
        bytes: count,
      }),
    ),
    countedAt: z.iso.datetime().meta({ description: 'When this was counted: with hundreds of thousands of runs some minutes ago.' }),
    archived: z
      .strictObject({
        runs: count.meta({ description: 'Runs whose samples lie there.' }),
        bytes: count,
        files: count.default(0).meta({ description: 'Files that runs were imported from.' }),
        fileBytes: count.default(0),
      })
      .nullable()
      .default(null)
      .meta({
        description:
          'What lies in the archive, to which all samples of an old run move, and which keeps files; null: the installation has none.',
      }),
    lastFreed: retentionFreedSchema
      .extend({ at: z.iso.datetime() })
      .nullable()
      .meta({ description: 'What went when something last went by the rules of the team.' }),
  })
  .meta({ id: 'TeamStorage' });
export type TeamStorage = z.infer<typeof teamStorageSchema>;
