/** The source of a run that another tool's load made: a file, what it holds and what it does not. */
import { z } from 'zod';

export const resultTools = [
  'k6',
  'oha',
  'wrk',
  'ab',
  'hey',
  'autocannon',
  'fortio',
  'vegeta',
  'ghz',
  'nighthawk_client',
  'h2load',
  'aiperf',
  'genai-perf',
  'hlog',
  'plimsoll',
] as const;
export type ResultTool = (typeof resultTools)[number];

/** The gaps of a file; `unanswered`: requests without an answer. No file has connections, time to first byte or the generator's health. */
export const sourceGaps = [
  'startedAt',
  'duration',
  'connections',
  'failed',
  'unanswered',
  'statuses',
  'receivedBytes',
  'messages',
] as const;
export type SourceGap = (typeof sourceGaps)[number];

export const runSourceSchema = z
  .strictObject({
    /** `hlog` is an HdrHistogram log, which many tools write; `plimsoll` a run that `plimsoll run --local` made. */
    tool: z.enum(resultTools),
    version: z.string().nullable(),
    /** Its name. */
    file: z.string().nullable(),
    data: z.enum(['requests', 'seconds', 'summary']).meta({
      description:
        'Each request, a histogram for each second, or sums as the tool reported them: these are not charted and get no verdict.',
    }),
    /** As the tool reported them: `[percentile, µs]`. Only with `summary`; else they are computed. */
    percentiles: z.array(z.tuple([z.number(), z.number()])),
    missing: z.array(z.enum(sourceGaps)).meta({
      description: 'What the file does not say. Its figure in the summary is null, or 0 where a count is needed.',
    }),
  })
  .meta({ id: 'RunSource' });
export type RunSource = z.infer<typeof runSourceSchema>;
