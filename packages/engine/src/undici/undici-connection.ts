/**
 * A connection with an undici `Client` of its own. When undici asks for a second socket, to send again what the first one lost, the
 * Client is destroyed instead. A request that undici had begun then fails; one that still waited in undici is begun on the next
 * connection of the connection slot.
 *
 * undici's timers are coarse, so all of them are off: the engine has its own deadlines. Idle connections stay open as long as the
 * target says.
 */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { errorCode, GivenUpError } from '@plimsoll/network/connection-error';
import { requestFailureSentence } from '@plimsoll/wording/request-failure-sentence';
import { Client } from 'undici';
import { keepAliveMarginMs, maxHeadBytes } from '../connection/client-limits.ts';
import type { ConnectionSlot, OpenConnection } from '../connection/connection-slot.ts';
import { ConnectionGoneError, StreamRefusedError } from '../connection/request-errors.ts';
import type { HttpRequestSlot } from '../http/http-request-slot.ts';
import { type HandlerOwner, type ResponseHeaders, UndiciHandler } from './undici-handler.ts';

const neverIdleMs = 600_000;

/** undici's codes for requests that it refuses to send. The plan's schema allows none of them; if one comes all the same, the run fails. */
const refusals = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

export abstract class UndiciConnection implements OpenConnection, HandlerOwner {
  protected readonly connectionSlot: ConnectionSlot;
  protected readonly socket: Socket;
  protected readonly client: Client;
  protected readonly openedUs: number;
  /** Requests handed to undici that are not over. */
  protected inFlight = 0;
  protected usedUp = false;
  /** The target closed its side, or announced it. */
  protected leftByPeer = false;
  /** We close it: its last request announced that, or there is nothing more to send. */
  protected weClose = false;
  #requests = 0;
  /** A response has come on it. */
  protected answered = false;
  #handedOver = false;
  #bytesRead = 0;
  #readUs = 0;

  /** `options`: undici's options for the protocol. */
  constructor(connectionSlot: ConnectionSlot, socket: Socket, options: Client.Options) {
    this.connectionSlot = connectionSlot;
    this.socket = socket;
    this.openedUs = connectionSlot.options.clock.nowUs();
    connectionSlot.options.connections.add(this);
    socket.once('end', () => this.ended());
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') this.leftByPeer = true;
    });
    socket.once('close', () => this.closed());
    this.client = new Client(connectionSlot.options.url.origin, {
      connect: (_where, done) => {
        if (this.#handedOver) this.#refuseReconnect();
        // Not at once, because undici would not notice its connection.
        else queueMicrotask(() => done(null, socket));
        this.#handedOver = true;
      },
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: neverIdleMs,
      keepAliveMaxTimeout: neverIdleMs,
      keepAliveTimeoutThreshold: keepAliveMarginMs,
      maxHeaderSize: maxHeadBytes,
      ...options,
    });
  }

  /** undici reads its socket itself. */
  feed(): void {}

  /** What one read brought comes in several calls of undici's: a read is known by the bytes that the socket has had. */
  get readUs(): number {
    const { bytesRead } = this.socket;
    if (bytesRead !== this.#bytesRead) this.#readUs = this.connectionSlot.options.clock.nowUs();
    this.#bytesRead = bytesRead;
    return this.#readUs;
  }

  abstract usable(nowUs: number): boolean;
  abstract giveUp(slot: HttpRequestSlot, outcome: OutcomeKind, error?: unknown): void;
  abstract retire(now: boolean): void;
  abstract head(headers: ResponseHeaders): void;
  /** The outcome of a request that undici had begun and that failed with this error. */
  protected abstract classifyFailure(error: Error): OutcomeKind;
  /** The same failure in words of ours, where it shows that the target speaks another protocol. */
  protected abstract explain(error: Error): Error;
  /** A response is complete. Called before its slot is told. */
  protected abstract afterResponse(nowUs: number): void;

  send(slot: HttpRequestSlot): void {
    const { keepAlive, maxRequestsPerConnection } = this.connectionSlot.options;
    slot.connection = this;
    this.inFlight++;
    this.#requests++;
    this.weClose = !keepAlive || this.#requests === maxRequestsPerConnection;
    let handler = slot.handle as UndiciHandler | null;
    if (handler === null || handler.connection !== this) {
      handler = new UndiciHandler(this, slot);
      slot.handle = handler;
    }
    handler.state = 'waiting';
    slot.reused = this.#requests > 1;
    this.client.dispatch(slot.message.undiciRequest(this.weClose), handler);
  }

  started(handler: UndiciHandler): void {
    const { slot } = handler;
    if (slot === null) throw new GivenUpError({ kind: 'givenUpUnsent' });
    if (handler.state !== 'waiting') throw new StreamRefusedError({ kind: 'streamRefused' });
    const { clock, events } = this.connectionSlot.options;
    const nowUs = clock.nowUs();
    if (slot.sendUs === 0) slot.sendUs = nowUs;
    // undici would treat an error thrown here and below as the target's.
    try {
      events.sent(slot, nowUs);
      slot.begun(nowUs);
    } catch (error) {
      events.internalError(error);
    }
  }

  complete(handler: UndiciHandler): void {
    const slot = handler.slot as HttpRequestSlot;
    const { clock, events } = this.connectionSlot.options;
    const nowUs = clock.nowUs();
    this.answered = true;
    this.inFlight--;
    handler.state = 'idle';
    try {
      this.afterResponse(nowUs);
      events.ended(slot, nowUs, slot.receiveEnd());
    } catch (error) {
      events.internalError(error);
    }
  }

  failed(handler: UndiciHandler, error: Error): void {
    const { slot } = handler;
    if (slot === null) return;
    if (refusals.has(errorCode(error))) {
      this.connectionSlot.options.events.internalError(
        new Error(requestFailureSentence({ kind: 'refusedByUndici', error: error.message })),
      );
      return;
    }
    const begun = handler.state === 'begun';
    this.detach(handler);
    this.useUpAfter(error);
    try {
      if (begun) this.connectionSlot.end(slot, this.classifyFailure(error), this.explain(error));
      else this.#requeueOrFail(slot, error);
    } catch (thrown) {
      this.connectionSlot.options.events.internalError(thrown);
    }
  }

  /** Marks the connection as used up if nothing more can be sent on it after this error. */
  protected abstract useUpAfter(error: Error): void;

  destroy(): Promise<void> {
    this.usedUp = true;
    for (const handler of this.handlers()) handler.slot = null;
    return new Promise((resolve) => {
      if (this.socket.closed) resolve();
      else this.socket.once('close', () => resolve());
      this.client.destroy(new GivenUpError({ kind: 'runOver' }), () => this.socket.destroy());
    });
  }

  /** The handler of a slot whose request is in flight on this connection; else null. */
  protected findHandler({ handle }: Pick<HttpRequestSlot, 'handle'>): UndiciHandler | null {
    return handle instanceof UndiciHandler && handle.connection === this && handle.state !== 'idle' ? handle : null;
  }

  /** The handlers whose requests are not over. */
  protected handlers(): UndiciHandler[] {
    return this.connectionSlot.slots.map((slot) => this.findHandler(slot)).filter((handler) => handler !== null);
  }

  /** Ignores what undici still reports about this handler's request. */
  protected detach(handler: UndiciHandler): void {
    const { slot } = handler;
    if (slot === null) return;
    slot.handle = null;
    handler.slot = null;
    this.inFlight--;
  }

  protected useUp(): void {
    if (this.usedUp) return;
    this.usedUp = true;
    this.connectionSlot.connectionUsedUp(this);
  }

  /** Requests that undici had not begun are sent on another connection. */
  protected takeBackUnsent(): void {
    for (const handler of this.handlers()) {
      if (handler.state === 'begun') continue;
      const slot = handler.slot as HttpRequestSlot;
      this.detach(handler);
      this.#requeueOrFail(slot, new ConnectionGoneError({ kind: 'closedBeforeFirstRequest' }));
    }
  }

  /** The target closed its side. */
  protected ended(): void {
    if (!this.usedUp || this.inFlight > 0) this.leftByPeer = true;
    this.useUp();
  }

  protected closed(): void {
    const { connections, meter } = this.connectionSlot.options;
    connections.delete(this);
    meter.closed(this.socket, this.leftByPeer && !this.weClose);
    this.useUp();
  }

  /**
   * The request was not sent, so another connection may send it. If the target never answered, the request fails: else it would be tried
   * without end.
   */
  #requeueOrFail(slot: HttpRequestSlot, error: Error): void {
    this.#requests--;
    if (this.answered) this.connectionSlot.begin(slot);
    else this.connectionSlot.end(slot, 'closed_early', error);
  }

  /** undici has requests left and its connection is gone. */
  #refuseReconnect(): void {
    this.useUp();
    this.client.destroy(new ConnectionGoneError({ kind: 'lostBeforeAnswer' }), () => {});
  }
}
