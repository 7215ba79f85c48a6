/** ghz's `-O json`: its calls one by one. Statuses are those of gRPC; `OK` is the good one. */
import { type GrpcStatus, grpcStatuses } from '@plimsoll/contracts/grpc-status';
import { z } from 'zod';
import { ghzCall, ghzUrl } from '../ghz/ghz-address.ts';
import { outcomeOfFailure } from './failure-outcome.ts';
import { readRowMoment, readRowUs } from './figure-limits.ts';
import type { ImportedResult } from './imported-result.ts';
import { type LoggedRequest, startRequestLog } from './request-log.ts';

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
  details: z.array(z.object({ timestamp: z.string(), latency: z.number(), status: z.string(), error: z.string().nullish() })),
});

/** Go's names of the codes, `NotFound` for `NOT_FOUND`; it writes `Canceled` with one l. */
const statusOfGo = new Map<string, GrpcStatus>([
  ...grpcStatuses.map((status) => [status.replaceAll('_', '').toLowerCase(), status] as const),
  ['canceled', 'CANCELLED'],
]);
/** grpc-go gives these to calls that got no answer, too: its words tell. */
const madeByClient = new Set<GrpcStatus>(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED', 'UNKNOWN']);
/** What a call is told that is under way when ghz ends. */
const cutOff = /client connection is closing/i;

function endingOf(written: string, error: string): Pick<LoggedRequest, 'outcome' | 'grpcStatus' | 'message'> {
  const status = statusOfGo.get(written.toLowerCase());
  if (status === 'OK') return { outcome: 'response', grpcStatus: status };
  const message = error || written;
  if (cutOff.test(error)) return { outcome: 'cut_off', message };
  const told = status && !madeByClient.has(status) ? 'no_answer' : outcomeOfFailure(`${written} ${error}`);
  if (told !== 'no_answer') return { outcome: told, message };
  return status ? { outcome: 'response', grpcStatus: status, message } : { outcome: told, message };
}

/** Null: it is not ghz's. A call's "line" is its number in the list. */
export function readGhzJson(value: unknown): ImportedResult | null {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return null;
  const { options, details } = parsed.data;
  const log = startRequestLog('ghz');
  for (const [index, { timestamp, latency, status, error }] of details.entries()) {
    const at = (column: string) => ({ tool: 'ghz', line: index + 1, column }) as const;
    const timeUs = readRowUs(at('latency'), latency, 1e-3);
    const endMs = readRowMoment(at('timestamp'), timestamp) + timeUs / 1000;
    log.add({ endMs, timeUs, status: null, ...endingOf(status, error || '') });
  }
  const url = options.host === undefined ? null : ghzUrl(options.host, options.insecure === true);
  const requests = log.finish({ url, connections: options.concurrency ?? null, isWallClock: true, lacks: ['messages'] });
  return { ...requests, grpcCall: ghzCall(options.call) };
}
