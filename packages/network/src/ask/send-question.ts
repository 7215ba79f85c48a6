/** The one request that a target is sent, as its plan writes it. */
import type { Connection } from '@plimsoll/contracts/connection';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';

export interface SendQuestion {
  /** The plan's URL; a Unix socket's has its path in it. */
  readonly url: string;
  readonly host: string;
  readonly method: string;
  readonly path: string;
  /** Names and values, alternating. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
  readonly keepAlive: boolean;
  readonly connection: Pick<Connection, 'dns' | 'tls' | 'protocol'>;
  /** A gRPC call: `headers` are its whole head, HTTP/2's own fields first, `body` its framed messages. */
  readonly isCall: boolean;
  /** A stream may have no end: its body is read for so long, ms. Absent: to its end. */
  readonly readMs?: number;
  /** The messages of a WebSocket, which are sent once it is open; `readMs` goes with them. */
  readonly socket?: SocketMessages;
  readonly policy: TargetPolicy;
}

export interface SocketMessages {
  /** Before all others; null: there is none. */
  readonly first: Uint8Array | null;
  /** The next one waits for its answer. */
  readonly firstAnswered: boolean;
  /** Null: it only listens. */
  readonly message: { readonly bytes: Uint8Array; readonly binary: boolean } | null;
}
