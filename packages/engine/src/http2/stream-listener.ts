/** The listener to the streams of an HTTP/2 session. */
import type { HeaderList } from './hpack/header-list.ts';

/** The end of a stream without a whole response: reset by the target or by us, or left behind by a GOAWAY. */
export interface StreamEnd {
  readonly by: 'target' | 'us' | 'goAway';
  readonly code: number;
}

/** Owners are told nothing more of a stream that ended. */
export interface StreamListener<Owner> {
  /** An interim response (1xx) came. */
  interim(owner: Owner): void;
  /** The head of the final response. */
  head(owner: Owner, list: HeaderList): void;
  /** The bytes are valid during the call only. */
  data(owner: Owner, bytes: Buffer, start: number, end: number): void;
  ended(owner: Owner, trailers: HeaderList | null): void;
  failed(owner: Owner, end: StreamEnd): void;
  /** A stream that had enough to send has room for more of its body. */
  drained(owner: Owner): void;
  /** The number of streams that the target allows is known, or has changed. */
  settingsChanged(): void;
  /** The target sent GOAWAY: it takes no more streams. */
  left(): void;
}
