/** The outcome of a request that ended with an error: decided by the error's code and phase, never by its message. */
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { DialError, errorCode } from '@plimsoll/network/connection-error';

const resetCodes = new Set(['PLM_STREAM_REFUSED', 'ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ENOTCONN']);
/** A message that breaks off has these codes too. It is invalid HTTP only if the peer had not closed its side. */
const truncationCodes = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
  'HPE_CLOSED_CONNECTION',
]);

function classifyDialError(error: DialError): OutcomeKind {
  if (error.phase === 'policy') return 'refused_by_policy';
  if (error.phase === 'dns') return 'dns';
  if (error.causeCode === 'ETIMEDOUT' || error.causeCode === 'PLM_GIVEN_UP') return 'connect_timeout';
  if (error.phase === 'tls') return 'tls';
  return resetCodes.has(error.causeCode) ? 'reset' : 'connect_refused';
}

/** The outcome of a request that ended with this error. `peerEnded`: the peer had closed its side of the connection. */
export function classifyError(error: unknown, peerEnded: boolean): OutcomeKind {
  if (error instanceof DialError) return classifyDialError(error);
  const code = errorCode(error);
  if (code === 'PLM_CONNECTION_GONE') return 'closed_early';
  if (resetCodes.has(code)) return 'reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (truncationCodes.has(code) && peerEnded) return 'closed_early';
  return 'protocol';
}
