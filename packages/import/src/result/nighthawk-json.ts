/** `nighthawk_client --output-format json`. */
import { z } from 'zod';
import { type ImportedSummary, nothingTold } from './imported-result.ts';
import { percentileOf, sumNighthawk } from './nighthawk-sums.ts';

const duration = z.string().regex(/^[\d.]+s$/);
/** 64-bit numbers are written as text. */
const count = z.union([z.string(), z.number()]).transform(Number);
const schema = z.object({
  options: z.object({ uri: z.object({ value: z.string() }).optional() }),
  results: z.array(
    z.object({
      name: z.string(),
      statistics: z.array(
        z.object({
          id: z.string(),
          mean: duration.optional(),
          min: duration.optional(),
          max: duration.optional(),
          percentiles: z.array(z.object({ percentile: z.number().default(0), duration: duration.optional() })).default([]),
        }),
      ),
      counters: z.array(z.object({ name: z.string(), value: count })),
      execution_duration: duration.optional(),
      execution_start: z.string().optional(),
    }),
  ),
});

const toUs = (written: string | undefined) => (written === undefined ? null : Math.round(Number.parseFloat(written) * 1e9) / 1000);

/** Null: it is not Nighthawk's. */
export function readNighthawkJson(value: unknown): ImportedSummary | null {
  const parsed = schema.safeParse(value);
  const all = parsed.data?.results.find(({ name }) => name === 'global');
  const times = all?.statistics.find(({ id }) => id === 'benchmark_http_client.request_to_response');
  if (!parsed.success || !all || !times) return null;
  return {
    ...nothingTold,
    tool: 'nighthawk_client',
    url: parsed.data.options.uri?.value ?? null,
    startedAt: all.execution_start ?? null,
    sums: sumNighthawk(
      all.counters.map(({ name, value: number }) => [name, number]),
      (toUs(all.execution_duration) ?? 0) / 1000 || null,
      {
        meanUs: toUs(times.mean),
        minUs: toUs(times.min),
        maxUs: toUs(times.max),
        percentilesUs: new Map(times.percentiles.map(({ percentile, duration: at }) => [percentileOf(percentile), toUs(at) ?? 0])),
      },
    ),
  };
}
