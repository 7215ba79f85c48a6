/** Where the figures of a run come from that another tool's load made: a file, what it holds and what it does not. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { nameSchema } from '../plan/plan.ts';
import { text } from '../request/target.ts';

export const resultTools = ['k6', 'oha', 'wrk', 'ab', 'hey', 'autocannon', 'fortio', 'vegeta', 'ghz', 'nighthawk_client', 'hlog'] as const;
export type ResultTool = (typeof resultTools)[number];

/** What a file may leave out; `unanswered`: requests without an answer. What no file has is not listed: connections, time to first byte, the generator's health. */
export const sourceGaps = ['startedAt', 'duration', 'connections', 'failed', 'unanswered', 'statuses', 'receivedBytes'] as const;
export type SourceGap = (typeof sourceGaps)[number];

/** The largest file that is read. */
export const mostResultBytes = 32 * 1024 * 1024;

export const runSourceSchema = z
  .strictObject({
    /** `hlog` is an HdrHistogram log, which many tools write. */
    tool: z.enum(resultTools),
    version: z.string().nullable(),
    /** Its name. */
    file: z.string().nullable(),
    data: z.enum(['requests', 'seconds', 'summary']).meta({
      description:
        'requests: each request, so that seconds, histograms and percentiles are exact. seconds: a histogram for each interval. summary: sums only, as the tool reported them; nothing is charted, and no verdict is given.',
    }),
    /** As the tool reported them: `[percentile, µs]`. Only with `summary`; else they are computed. */
    percentiles: z.array(z.tuple([z.number(), z.number()])),
    missing: z.array(z.enum(sourceGaps)).meta({
      description: 'What the file does not say. Its figure in the summary is null, or 0 where a count is needed.',
    }),
  })
  .meta({ id: 'RunSource' });
export type RunSource = z.infer<typeof runSourceSchema>;

/** 2100: beyond it a moment is a mistake. */
const endOfTime = 4_102_444_800_000;

/** `POST /imports`: the body is the file. */
export const importResultQuerySchema = z.strictObject({
  /** Of the run; the tool and the target where absent. */
  name: nameSchema.optional(),
  /** The target, where the file names none or another spelling of it. */
  url: text(8192).optional(),
  /** When the load began, where the file does not say. */
  startedAt: z.iso
    .datetime({ offset: true })
    .refine((at) => Date.parse(at) >= 0 && Date.parse(at) < endOfTime, refused('moment_range'))
    .optional(),
  /** Name of the file, to be shown. */
  file: text(255).optional(),
});
export type ImportResultQuery = z.infer<typeof importResultQuerySchema>;
