/** What became of a request, judged by the error's code and by the phase it happened in; never by its message. */
import { type OutcomeKind, outcomeKinds } from '@plimsoll/contracts/outcome';

/** Position of each outcome in the recorder's counters. */
export const outcomeIndex = Object.fromEntries(outcomeKinds.map((kind, index) => [kind, index])) as Record<OutcomeKind, number>;

/** A connection that could not be opened: in which phase, and the code it failed with. */
export class DialError extends Error {
  override readonly name = 'DialError';
  readonly code = 'PLM_DIAL';
  readonly phase: 'policy' | 'dns' | 'connect' | 'tls';
  readonly causeCode: string;
  constructor(phase: DialError['phase'], causeCode: string, message: string) {
    super(message);
    this.phase = phase;
    this.causeCode = causeCode;
  }
}

/** The engine gave a request up. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
  readonly code = 'PLM_GIVEN_UP';
}

/** A pipelined request whose connection went away before its answer; it is never sent again. */
export class ConnectionGoneError extends Error {
  override readonly name = 'ConnectionGoneError';
  readonly code = 'PLM_CONNECTION_GONE';
}

/** The target reset a stream as refused; a client may send such a request again, we do not. */
export class StreamRefusedError extends Error {
  override readonly name = 'StreamRefusedError';
  readonly code = 'PLM_STREAM_REFUSED';
}

const resetCodes = new Set(['PLM_STREAM_REFUSED', 'ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ENOTCONN']);
/** With these codes a message that breaks off looks like a broken message; it is one only if the peer had not hung up. */
const brokenOff = new Set(['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE', 'HPE_CLOSED_CONNECTION']);

function dialOutcome(error: DialError): OutcomeKind {
  if (error.phase === 'policy') return 'refused_by_policy';
  if (error.phase === 'dns') return 'dns';
  if (error.causeCode === 'ETIMEDOUT' || error.causeCode === 'PLM_GIVEN_UP') return 'connect_timeout';
  if (error.phase === 'tls') return 'tls';
  return resetCodes.has(error.causeCode) ? 'reset' : 'connect_refused';
}

export function errorCode(error: unknown): string {
  const code = error !== null && typeof error === 'object' && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** The outcome of a request that ended with this error. `peerEnded`: the peer had closed its side of the connection. */
export function outcomeOf(error: unknown, peerEnded: boolean): OutcomeKind {
  if (error instanceof DialError) return dialOutcome(error);
  const code = errorCode(error);
  if (code === 'PLM_CONNECTION_GONE') return 'closed_early';
  if (resetCodes.has(code)) return 'reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (brokenOff.has(code) && peerEnded) return 'closed_early';
  return 'protocol';
}
