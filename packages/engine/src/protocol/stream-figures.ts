/** Counts of the messages of streams in one second. A stream is an exchange of several messages with times of its own. */

interface Times {
  record(us: number): void;
}

export interface StreamFigures {
  /** Bytes before they were compressed. */
  readonly messages: { sent: number; received: number; sentBytes: number; receivedBytes: number };
  readonly times: Readonly<Record<'firstMessageTime' | 'messageGap' | 'messageRoundTrip' | 'messageLateness', Times>>;
}
