/**
 * HTTP/2 over undici: requests are streams of one session. undici opens no more streams than the target allows, and only one until the
 * target has said how many. A request that waits for that is not sent yet.
 */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { errorCode, GivenUpError } from '@plimsoll/network/connection-error';
import { classifyError } from '../connection/classify-error.ts';
import { sessionWindowBytes } from '../connection/client-limits.ts';
import type { ConnectionSlot } from '../connection/connection-slot.ts';
import { ResponseError } from '../connection/request-errors.ts';
import type { HttpRequestSlot } from '../http/http-request-slot.ts';
import { keepSessionHandles } from './keep-session-handle.ts';
import { UndiciConnection } from './undici-connection.ts';

/** Errors of a single stream: the session can still be used. */
const streamErrors = new Set([
  'ERR_HTTP2_STREAM_ERROR',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_INFO',
  'PLM_STREAM_REFUSED',
  'PLM_GIVEN_UP',
]);

export class UndiciHttp2Connection extends UndiciConnection {
  constructor(connectionSlot: ConnectionSlot, socket: Socket) {
    keepSessionHandles();
    super(connectionSlot, socket, {
      allowH2: true,
      h2Options: {
        useH2c: connectionSlot.options.url.protocol === 'http:',
        maxConcurrentStreams: connectionSlot.options.streams,
        connectionWindowSize: sessionWindowBytes,
        pingInterval: 0,
      },
    });
    // undici's own connector does this for h2c, where there is no handshake to choose a protocol in.
    if (connectionSlot.options.url.protocol === 'http:') Object.assign(socket, { alpnProtocol: 'h2' });
    this.client.on('disconnect', (_origin, _targets, error) => this.#left(error));
  }

  usable(nowUs: number): boolean {
    if (!this.usedUp && nowUs - this.openedUs >= this.connectionSlot.options.maxAgeUs) this.retire();
    return !this.usedUp && !this.socket.destroyed;
  }

  override send(slot: HttpRequestSlot): void {
    // It may wait for the target's stream limit. Only the first request on a connection has the dial in its service time.
    if (this.inFlight > 0) slot.sendUs = 0;
    super.send(slot);
    if (this.weClose) this.retire();
  }

  head(): void {}

  protected override afterResponse(): void {
    this.#closeWhenDone();
  }

  giveUp(slot: HttpRequestSlot, outcome: OutcomeKind, error: unknown = null): void {
    const handler = this.findHandler(slot);
    if (!handler) return;
    this.detach(handler);
    // Not at once: undici would begin a waiting request, which may be given up in this very turn of the loop.
    if (handler.state === 'begun') setImmediate(() => handler.controller?.abort(new GivenUpError({ kind: 'requestGivenUp' })));
    this.#closeWhenDone();
    this.connectionSlot.end(slot, outcome, error);
  }

  retire(): void {
    this.useUp();
    this.#closeWhenDone();
  }

  protected override useUpAfter(error: Error): void {
    if (!streamErrors.has(errorCode(error))) this.useUp();
    this.#closeWhenDone();
  }

  protected override classifyFailure(error: Error & { http2ErrorCode?: number }): OutcomeKind {
    const code = errorCode(error);
    if (code === 'ERR_HTTP2_ERROR') return 'protocol';
    if (this.leftByPeer) return 'closed_early';
    if (error.http2ErrorCode !== undefined || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'reset';
    if (code === 'UND_ERR_INFO' || code === 'UND_ERR_SOCKET' || code.startsWith('ERR_HTTP2')) return 'closed_early';
    return classifyError(error, false);
  }

  /** Node does not show the bytes of a session that never was one. */
  protected override explain(error: Error): Error {
    return errorCode(error) === 'ERR_HTTP2_ERROR' && !this.answered ? new ResponseError({ kind: 'http2NotAnswered' }) : error;
  }

  #closeWhenDone(): void {
    if (this.usedUp && this.inFlight === 0) this.client.close(() => {});
  }

  /** The target sent GOAWAY, or the connection is gone. */
  #left(error: Error): void {
    const code = errorCode(error);
    if (!this.usedUp && (code === 'UND_ERR_INFO' || code === 'UND_ERR_SOCKET')) this.leftByPeer = true;
    this.useUp();
    this.#closeWhenDone();
  }
}
