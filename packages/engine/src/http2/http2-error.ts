/** The target broke the rules of HTTP/2, and the connection cannot be used any more (RFC 9113, 5.4.1). */
import { ResponseError } from '../connection/request-errors.ts';
import type { ErrorCodeName } from './frame.ts';

export class Http2Error extends ResponseError {
  /** What the target is told of it. */
  readonly http2Code: ErrorCodeName;
  constructor(http2Code: ErrorCodeName) {
    super({ kind: 'http2Broken', code: http2Code });
    this.http2Code = http2Code;
  }
}
