/** Traces of single requests in the backend of the target's own team: which requests ask for one. */
import { z } from 'zod';
import { type PlacedRefusal, refusal } from '../api/refusal.ts';
import { type PlannedRequest, requestPath } from '../request/requests.ts';

/** The header of W3C Trace Context that a sampled request carries; all others carry none. */
export const traceHeader = 'traceparent';

/**
 * A sampled request has a trace of its own, marked as recorded (`00-…-01`). The others have no such header: one that says "not recorded" would
 * overrule the sampling that the target does by itself.
 */
export const tracingSchema = z.strictObject({
  /** Share of the requests, drawn at random: 0.01 is one in a hundred. */
  sample: z.number().positive().max(1),
});

interface Traced {
  readonly tracing?: z.infer<typeof tracingSchema> | undefined;
  readonly requests: Parameters<typeof requestPath>[0]['requests'];
}

/** A header that the plan gives stays as it is; together with `tracing` nobody could say which one holds. */
export function tracingClashes(plan: Traced, requests: readonly Pick<PlannedRequest, 'headers' | 'grpc'>[]): PlacedRefusal[] {
  if (!plan.tracing) return [];
  return requests.flatMap(({ headers, grpc }, index) => {
    const given = (names: object, ...path: string[]) =>
      Object.keys(names)
        .filter((name) => name.toLowerCase() === traceHeader)
        .map((name) => ({ path: [...requestPath(plan, index), ...path, name], reason: refusal('traceparent_given') }));
    return [...given(headers, 'headers'), ...given(grpc?.metadata ?? {}, 'grpc', 'metadata')];
  });
}
