/**
 * A target that answers with streams of messages, in a process of its own so that it and the generator share no event loop. It logs when each
 * request came and when each message was written, by the machine's monotonic clock: the oracle of counts and times.
 */
import { forkTarget } from './forked-target.ts';

/** What a stream is to be, as the query of its URL says it. */
export interface EventScript {
  readonly form?: 'sse' | 'ndjson' | 'openai' | 'responses' | 'anthropic';
  /** Messages with content. */
  readonly events?: number;
  /** From the request to the first of them, ms. */
  readonly first?: number;
  /** From one to the next, ms. */
  readonly gap?: number;
  /** Before the message of this number, from 0, it waits so much longer, ms. */
  readonly stallAt?: number;
  readonly stall?: number;
  /** Content of a message, bytes. */
  readonly bytes?: number;
  /** Messages of one write. */
  readonly batch?: number;
  /** Pieces that each write is sent in, a turn of the event loop apart. */
  readonly pieces?: number;
  /** Its Content-Encoding; each write is flushed. */
  readonly pack?: 'gzip' | 'deflate' | 'br' | 'zstd' | 'none';
  /** `whole`: as it should. `open`: never. `cut`: the socket is closed in the middle of a message, or the stream of HTTP/2 reset. `undone`: without its last message. */
  readonly end?: 'whole' | 'open' | 'cut' | 'undone';
  /** Tells its tokens at the end. */
  readonly usage?: boolean;
  /** Tells an error before the message of this number. */
  readonly errorAt?: number;
}

export interface EventLog {
  readonly requests: number;
  /** Messages that were written, those that end a stream or tell of it among them. */
  readonly written: number;
  /** From the request to the first message with content, and from one to the next of the same stream, µs. */
  readonly firstsUs: readonly number[];
  readonly gapsUs: readonly number[];
  /** From the first message with content to the last of a stream, µs. */
  readonly spansUs: readonly number[];
  /** `Last-Event-ID` of the requests, in their order; empty: none. */
  readonly lastIds: readonly string[];
}

export interface EventSource {
  /** `tls`: with the certificate of `certificates.ts`. */
  url(script: EventScript, protocol?: 'http1' | 'http2', tls?: boolean): string;
  /** What happened since the last call. */
  log(): Promise<EventLog>;
  close(): Promise<void>;
}

type Ports = Readonly<Record<'http1' | 'http2' | 'http1Tls' | 'http2Tls', number>>;

export async function startEventSource(): Promise<EventSource> {
  const { listening: ports, ask, close } = await forkTarget<Ports>(new URL('./event-source-process.ts', import.meta.url));
  return {
    url(script, protocol = 'http1', tls = false) {
      const query = new URLSearchParams(Object.entries(script).map(([name, value]) => [name, String(value)]));
      return tls ? `https://127.0.0.1:${ports[`${protocol}Tls`]}/?${query}` : `http://127.0.0.1:${ports[protocol]}/?${query}`;
    },
    log: () => ask('log'),
    close,
  };
}
