/** A command line of another load generator, k6's options or ghz's config, read as a plan. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { planSchema } from '../plan/plan.ts';
import { text } from '../request/target-text.ts';

export const importTools = [
  'curl',
  'ab',
  'wrk',
  'hey',
  'oha',
  'autocannon',
  'nighthawk_client',
  'vegeta',
  'fortio',
  'ghz',
  'k6',
  'aiperf',
  'genai-perf',
] as const;
export type ImportTool = (typeof importTools)[number];

export const importCommandSchema = z.strictObject({
  /** One command line, as a shell takes it, or a k6 script or its options, or a config of ghz (JSON, TOML). Nothing of it is run. */
  text: text(32_000).min(1, refused('command_missing')),
  /** Target where the text names none, as k6's options do. */
  url: text(8192).optional(),
});
export type ImportCommand = z.infer<typeof importCommandSchema>;

export const unmappedSchema = z.strictObject({
  /** As it was written: `--latency`, `scenarios.gracefulStop`. */
  flag: z.string(),
  /** Null where it takes none. A secret is masked. */
  value: z.string().nullable(),
  /** One sentence: why a plan has nothing for it. */
  why: z.string(),
});
export type Unmapped = z.infer<typeof unmappedSchema>;

export const importedCommandSchema = z
  .strictObject({
    tool: z.enum(importTools),
    plan: planSchema,
    named: z.strictObject({ target: z.boolean(), load: z.boolean(), timeout: z.boolean(), keepAlive: z.boolean() }).meta({
      description:
        'What the text itself said. A command without a load (curl) gets 10 requests per second for 10 s; a timeout or keep-alive that it does not name is its tool’s own.',
    }),
    /** Every flag that is not part of the plan. None is left out. */
    unmapped: z.array(unmappedSchema),
    /** Sums that were made, and where the tool does it differently. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'ImportedCommand' });
export type ImportedCommand = z.infer<typeof importedCommandSchema>;
