/** Figures of streams in one second. A stream is an exchange of several messages with times of its own. */
import type { StreamEnd } from '@plimsoll/contracts/outcome';
import type { MessageTime } from '@plimsoll/contracts/times';

interface Times {
  record(us: number): void;
}

/** Counted while a stream goes on, in the second in which it happens. */
export interface StreamFigures {
  /** Bytes before they were compressed. `coalesced`: messages that came in one read with the one before them on their stream. */
  readonly messages: { sent: number; received: number; sentBytes: number; receivedBytes: number; coalesced: number };
  readonly times: Readonly<Record<MessageTime | 'upgradeTime', Times>>;
}

/**
 * Tells the stream of a request as a whole. Its slot fills it in, and the recorder counts it when the request has ended, in the second
 * of its end and beside its outcome. One object serves the requests of a slot.
 */
export interface StreamEnding {
  /** The good end that it comes to: set once the answer is a stream. Null before: what ends then is counted by its outcome alone. */
  end: Extract<StreamEnd, 'complete' | 'done' | 'rule'> | null;
  /** The code that closed a WebSocket; null for none. */
  closeCode: number | null;
  /** Null where the plan counts no tokens. */
  readonly tokens: StreamTokens | null;
}

export interface StreamTokens {
  /** 0: not told. */
  input: number;
  output: number;
  /** No `usage` came: the output was counted by messages. */
  byMessages: boolean;
  /** Its times are within the plan's limits. It counts where the stream ended well. */
  withinLimits: boolean;
}
