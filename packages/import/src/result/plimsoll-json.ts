/** The `run.json` of `plimsoll run --local`: whole seconds with their histograms. Its stamp and thresholds are that machine's word, and are not taken over. */
import { errorExampleSchema, grpcStatusCountsSchema, outcomeCountsSchema, statusCountsSchema } from '@plimsoll/contracts/outcome';
import { peakConnections, planSchema } from '@plimsoll/contracts/plan';
import { refusal } from '@plimsoll/contracts/refusal';
import { addEncoded, emptyHistogram, encode, HistogramFormatError } from '@plimsoll/statistics/histogram';
import { z } from 'zod';
import { ImportError } from '../import-error.ts';
import type { ImportedResult, ImportedSecond } from './imported-result.ts';
import { type Bytes, noTimes } from './second-times.ts';

const count = z.int().nonnegative();
const amount = z.number().nonnegative();
/** A day. */
const mostSeconds = 86_400;
const secondSchema = z.object({
  second: count.max(mostSeconds),
  warmup: z.boolean(),
  lengthMs: amount.max(1000),
  sent: count,
  done: count,
  failed: count,
  inFlight: count,
  outcomes: outcomeCountsSchema,
  statuses: statusCountsSchema,
  grpcStatuses: grpcStatusCountsSchema,
  doneTimeUs: amount,
  failedTimeUs: amount,
  errors: z.array(errorExampleSchema).max(100),
  responseTime: z.base64(),
  failedTime: z.base64(),
});
const schema = z.object({
  run: z.object({
    plan: planSchema,
    startedAt: z.iso.datetime().nullable(),
    environment: z.object({ plimsoll: z.string() }).nullable(),
  }),
  seconds: z.array(secondSchema),
});

/** Null: it is none. Seconds of the warm-up are left out, since an import knows none. Throws ImportError for a histogram that cannot be read. */
export function readPlimsollJson(value: unknown): ImportedResult | null {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return null;
  const { run, seconds } = parsed.data;
  const measured = seconds.filter(({ warmup }) => !warmup);
  const [first] = measured;
  if (!first) throw new ImportError(refusal('result_empty', { tool: 'plimsoll' }));
  const told = measured.map(({ warmup: _, responseTime, failedTime, second, errors, ...counts }, at): ImportedSecond => {
    const place = second - first.second;
    const examples = errors.map((error) => ({ ...error, second: place }));
    const bytes = { responseTime: readBytes(responseTime, at), failedTime: readBytes(failedTime, at) };
    return { ...counts, second: place, errors: examples, ...bytes };
  });
  const startMs = run.startedAt === null ? null : Date.parse(run.startedAt) + 1000 * first.second;
  return {
    tool: 'plimsoll',
    version: run.environment?.plimsoll ?? null,
    url: run.plan.target?.url ?? run.plan.requests?.[0]?.url ?? null,
    connections: peakConnections(run.plan.load),
    startedAt: startMs === null ? null : new Date(startMs).toISOString(),
    data: 'requests',
    seconds: told,
    lacks: run.plan.target?.grpc ? ['messages'] : [],
    ...(run.plan.target?.grpc ? { grpcCall: run.plan.target.grpc.call } : {}),
  };
}

/** Read and written again: nothing else than a histogram is kept. */
function readBytes(text: string, at: number): Bytes {
  const histogram = emptyHistogram();
  try {
    addEncoded(
      histogram,
      Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)),
    );
  } catch (error) {
    if (!(error instanceof HistogramFormatError)) throw error;
    throw new ImportError(refusal('result_row', { tool: 'plimsoll', line: at + 1, column: 'responseTime', value: error.message }));
  }
  return histogram.total === 0 ? noTimes : encode(histogram);
}
