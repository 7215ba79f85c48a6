/** ghz's `-O json`: its calls one by one. Statuses are those of gRPC; `OK` is the good one. */
import { z } from 'zod';
import { ghzCall, ghzUrl } from '../ghz/ghz-address.ts';
import { readRowMoment, readRowUs } from './figure-limits.ts';
import { ghzEnding } from './ghz-ending.ts';
import type { ImportedResult } from './imported-result.ts';
import { startRequestLog } from './request-log.ts';

const schema = z.object({
  date: z.string(),
  options: z.object({
    call: z.string(),
    host: z.string().optional(),
    insecure: z.boolean().optional(),
    concurrency: z.number().optional(),
  }),
  count: z.number(),
  total: z.number(),
  rps: z.number(),
  // Judged one by one: the first that is none ends it, and none is copied.
  details: z.array(z.unknown()),
});
const callSchema = z.object({ timestamp: z.string(), latency: z.number(), status: z.string(), error: z.string().nullish() });

/** Null: it is not ghz's. A call's "line" is its number in the list. */
export function readGhzJson(value: unknown): ImportedResult | null {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return null;
  const { options, details } = parsed.data;
  const log = startRequestLog('ghz');
  for (const [index, written] of details.entries()) {
    const call = callSchema.safeParse(written);
    if (!call.success) return null;
    const { timestamp, latency, status, error } = call.data;
    const at = (column: string) => ({ tool: 'ghz', line: index + 1, column }) as const;
    const timeUs = readRowUs(at('latency'), latency, 1e-3);
    const endMs = readRowMoment(at('timestamp'), timestamp) + timeUs / 1000;
    log.add({ endMs, timeUs, status: null, ...ghzEnding(status, error || '') });
  }
  const url = options.host === undefined ? null : ghzUrl(options.host, options.insecure === true);
  const requests = log.finish({ url, connections: options.concurrency ?? null, isWallClock: true, lacks: ['messages'] });
  return { ...requests, grpcCall: ghzCall(options.call) };
}
