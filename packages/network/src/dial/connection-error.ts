/**
 * Errors that a connection can end with. Each has a code; outcomes are decided by codes, never by messages. A message is made when somebody
 * reads it: most errors of a load are counted and never shown.
 */
import { type ConnectionFailure, requestFailureSentence } from '@plimsoll/wording/request-failure-sentence';

export abstract class ConnectionError extends Error {
  readonly failure: ConnectionFailure;
  constructor(failure: ConnectionFailure) {
    super();
    this.failure = failure;
  }

  override get message(): string {
    return requestFailureSentence(this.failure);
  }
}

/** A connection could not be opened. `phase`: where it failed; `causeCode`: the code it failed with. */
export class DialError extends ConnectionError {
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

/** It was given up by us. */
export class GivenUpError extends ConnectionError {
  override readonly name = 'GivenUpError';
  readonly code = 'PLM_GIVEN_UP';
}

/** The `code` of an error; empty if it has none. */
export function errorCode(error: unknown): string {
  const code = error !== null && typeof error === 'object' && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
