/**
 * A server of WebSockets that nobody here wrote (`ws`), in a process of its own, which writes down what it saw and did: messages and bytes of each
 * connection, how long it kept each message, and with which code it was closed.
 *
 * `/echo?holdMs=5`: sends each message back after so long. `/feed?everyMs=10`: sends `{"at": µs since 1970, "n": …}` to all that listen, at once
 * or `holdMs` later.
 * `/close?code=4000&after=3`: closes with this code after so many messages. `/login`: closes with 4401 unless the first message is `let me in`, which
 * it answers with `welcome`; then an echo. `/refuse?status=403`: answers this status. `/graphql`: a subscription by `graphql-transport-ws`, whose three
 * `next` go out once a `ping` was answered; without an answer it closes with 4400.
 */
import { forkTarget } from './forked-target.ts';

export interface WitnessedSocket {
  readonly path: string;
  readonly received: number;
  readonly receivedBytes: number;
  readonly sent: number;
  readonly sentBytes: number;
  readonly pings: number;
  /** Null while it is open; 1006: without a close message. */
  readonly closeCode: number | null;
  readonly subprotocol: string;
  readonly extensions: string;
  readonly authorization: string | null;
  readonly cookie: string | null;
  /** µs from each message to its echo. */
  readonly heldUs: readonly number[];
  /** The first messages as text. */
  readonly texts: readonly string[];
  /** How many of all were binary. */
  readonly binary: number;
}

export interface WebSocketWitness {
  /** With the scheme `ws` or `wss`. */
  url(path: string): string;
  /** Since the last call. Waits until no connection is open any more, two seconds at most. */
  log(): Promise<WitnessedSocket[]>;
  close(): Promise<void>;
}

/** `tls`: with the certificate of `certificates.ts`. */
export async function startWebSocketWitness({ tls = false } = {}): Promise<WebSocketWitness> {
  const { listening, ask, close } = await forkTarget(new URL('./websocket-witness-process.ts', import.meta.url), { tls });
  return { url: (path) => `${tls ? 'wss' : 'ws'}://127.0.0.1:${listening}${path}`, log: () => ask('log'), close };
}
