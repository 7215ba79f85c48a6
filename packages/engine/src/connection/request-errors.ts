/** Errors that a request can end with once its connection is open. */
import { ConnectionError } from '@plimsoll/network/connection-error';

/** The connection of a request was lost before its answer. The request is never sent again. */
export class ConnectionGoneError extends ConnectionError {
  override readonly name = 'ConnectionGoneError';
  readonly code = 'PLM_CONNECTION_GONE';
}

/** The target refused a stream. A client may send such a request again; we do not. */
export class StreamRefusedError extends ConnectionError {
  override readonly name = 'StreamRefusedError';
  readonly code = 'PLM_STREAM_REFUSED';
}

/** A response cannot be read. */
export class ResponseError extends ConnectionError {
  override readonly name = 'ResponseError';
  readonly code = 'PLM_RESPONSE';
}
