/** ghz's `-O json`: sums, and its calls one by one. Statuses are those of gRPC; `OK` is the good one. */
import { z } from 'zod';
import type { ImportedResult } from './imported-result.ts';
import { startRequestLog } from './request-log.ts';

const schema = z.object({
  date: z.string(),
  options: z.object({ call: z.string(), host: z.string().optional(), connections: z.number().optional() }),
  count: z.number(),
  total: z.number(),
  rps: z.number(),
  details: z.array(z.object({ timestamp: z.string(), latency: z.number(), status: z.string() })),
});

/** Null: it is not ghz's. */
export function readGhzJson(value: unknown): ImportedResult | null {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return null;
  const { options, total, rps, details } = parsed.data;
  const log = startRequestLog();
  for (const { timestamp, latency, status } of details)
    log.add({ atMs: Date.parse(timestamp) + latency / 1e6, status, timeUs: latency / 1000 });
  const url = options.host === undefined ? null : `grpc://${options.host}`;
  const result = log.finish({ tool: 'ghz', url, isWallClock: true, isError: (status) => status !== 'OK' });
  return { ...result, connections: options.connections ?? null, durationMs: total / 1e6, throughputPerSecond: rps };
}
