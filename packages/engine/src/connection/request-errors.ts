/**
 * Errors that a request can end with. Each has a code; outcomes are decided by codes, never by messages. A message is made when somebody
 * reads it: most errors of a load are counted and never shown.
 */
import { type ConnectionFailure, requestFailureSentence } from '@plimsoll/wording/request-failure-sentence';

abstract class RequestError extends Error {
  readonly #failure: ConnectionFailure;
  constructor(failure: ConnectionFailure) {
    super();
    this.#failure = failure;
  }

  override get message(): string {
    return requestFailureSentence(this.#failure);
  }
}

/** A connection could not be opened. `phase`: where it failed; `causeCode`: the code it failed with. */
export class DialError extends RequestError {
  override readonly name = 'DialError';
  readonly code = 'PLM_DIAL';
  readonly phase: 'policy' | 'dns' | 'connect' | 'tls';
  readonly causeCode: string;
  constructor(phase: DialError['phase'], causeCode: string, failure: ConnectionFailure) {
    super(failure);
    this.phase = phase;
    this.causeCode = causeCode;
  }
}

/** The engine gave a request up. */
export class GivenUpError extends RequestError {
  override readonly name = 'GivenUpError';
  readonly code = 'PLM_GIVEN_UP';
}

/** The connection of a request was lost before its answer. The request is never sent again. */
export class ConnectionGoneError extends RequestError {
  override readonly name = 'ConnectionGoneError';
  readonly code = 'PLM_CONNECTION_GONE';
}

/** The target refused a stream. A client may send such a request again; we do not. */
export class StreamRefusedError extends RequestError {
  override readonly name = 'StreamRefusedError';
  readonly code = 'PLM_STREAM_REFUSED';
}

/** A response cannot be read. */
export class ResponseError extends RequestError {
  override readonly name = 'ResponseError';
  readonly code = 'PLM_RESPONSE';
}

/** The `code` of an error; empty if it has none. */
export function errorCode(error: unknown): string {
  const code = error !== null && typeof error === 'object' && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
