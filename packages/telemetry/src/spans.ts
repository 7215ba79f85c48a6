/** Spans of our own work, as those who do it make them. No SDK is loaded here: where nothing is traced, `noTraces` answers. */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** `internal` unless given. */
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer';
  /** The span above it, of this process or of another, as W3C's `traceparent`. Null, or none that can be read: it begins a trace. Left out: the span of what is done now. */
  readonly parent?: string | null;
  /** No secrets, no URLs, no addresses of people. */
  readonly attributes?: SpanAttributes;
  /** Wall clock, ms; left out: now. */
  readonly startMs?: number;
}

export interface Span {
  /** W3C's `traceparent`, to be handed on; null: nothing is traced. */
  readonly traceParent: string | null;
  /** For log lines; null: its trace is not recorded. */
  readonly traceId: string | null;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Something that happened within it. `atMs`: wall clock, ms; left out: now. */
  event(name: string, atMs?: number): void;
  /** `failed`: a word or two of what went wrong. A span that never ends is never sent; a second end changes nothing. */
  end(failed?: string | null): void;
}

export interface Traces {
  readonly on: boolean;
  begin(name: string, options?: SpanOptions): Span;
  /** Does it as a part of the span, whatever it waits for. */
  within<T>(span: Span, act: () => T): T;
  /** The span of what is done now. */
  here(): Span;
  /** Sends what waits, within a few seconds. */
  close(): Promise<void>;
}

const noSpan: Span = { traceParent: null, traceId: null, rename() {}, set() {}, event() {}, end() {} };

export const noTraces: Traces = {
  on: false,
  begin: () => noSpan,
  within: (_span, act) => act(),
  here: () => noSpan,
  async close() {},
};

/** The trace of a line in the log; nothing where none is recorded. */
export function tracedLog({ traceId }: Pick<Span, 'traceId'>): { readonly traceId?: string } {
  return traceId === null ? {} : { traceId };
}

/** A span that ends with the work: as failed, with the error's code or name, where it throws. */
export async function inSpan<T>(traces: Traces, name: string, options: SpanOptions, act: (span: Span) => Promise<T>): Promise<T> {
  const span = traces.begin(name, options);
  try {
    const made = await traces.within(span, () => act(span));
    span.end();
    return made;
  } catch (error) {
    const { code, name: kind } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
    // The code of a DOMException is a number, which tells nobody anything.
    const failed = String((typeof code === 'string' ? code : kind) ?? 'error');
    span.set({ 'error.type': failed });
    span.end(failed);
    throw error;
  }
}
