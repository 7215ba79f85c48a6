/** The target broke the rules of HTTP/2, and the connection cannot be used any more (RFC 9113, 5.4.1). */
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import { ResponseError } from '../../connection/request-errors.ts';
import type { ErrorCodeName } from './frame.ts';

export class Http2Error extends ResponseError {
  /** The code that the target is told. */
  readonly http2Code: ErrorCodeName;
  /** `failure`: where more is known than the code. */
  constructor(http2Code: ErrorCodeName, failure: ConnectionFailure | null = null) {
    super(failure ?? { kind: 'http2Broken', code: http2Code });
    this.http2Code = http2Code;
  }
}
