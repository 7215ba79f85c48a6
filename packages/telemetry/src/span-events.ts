/** What becomes of spans, for logs and for metrics. */

/** `sent` to the backend; `failed`: it did not take them, and they are lost; `dropped`: so many waited that there was no room. */
export const spanOutcomes = ['sent', 'failed', 'dropped'] as const;
export type SpanOutcome = (typeof spanOutcomes)[number];

export interface SpanEvents {
  count(outcome: SpanOutcome, spans: number): void;
  readonly outage: { failed(error: unknown): void; answered(): void };
}
