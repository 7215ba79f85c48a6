/** One HTTP/1.1 connection of the wire client: the requests in flight on its socket, first in first out. */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { errorCode } from '@plimsoll/network/connection-error';
import { attachUser, type SocketUser } from '@plimsoll/network/socket-pool';
import { classifyError } from '../connection/classify-error.ts';
import { keepAliveMarginMs, lingerMs } from '../connection/client-limits.ts';
import type { ConnectionSlot, OpenConnection } from '../connection/connection-slot.ts';
import { ConnectionGoneError } from '../connection/request-errors.ts';
import type { HttpRequestSlot } from '../http/http-request-slot.ts';
import type { DeadlineList, Expiring } from '../pace/deadline-list.ts';
import type { ResponseHead } from './response-head.ts';
import { ResponseParser, type ResponseSink } from './response-parser.ts';

/**
 * Requests to report as complete when all bytes at hand are read: a slot must not send again if the next bytes are invalid. One list is
 * enough: connections are read one after the other.
 */
const complete: HttpRequestSlot[] = [];

export class Http1Connection implements OpenConnection, ResponseSink, SocketUser, Expiring<Http1Connection> {
  /** Neighbours among the connections that wait for the target to close. */
  earlier: Http1Connection | null = null;
  later: Http1Connection | null = null;
  deadlineUs = 0;
  readonly #connectionSlot: ConnectionSlot;
  readonly #socket: Socket;
  readonly #parser: ResponseParser;
  readonly #inFlight: HttpRequestSlot[] = [];
  readonly #openedUs: number;
  #requests = 0;
  /** We sent `Connection: close`. */
  #weClose = false;
  #usedUp = false;
  #peerEnded = false;
  #peerCloses = false;
  #idleSinceUs = 0;
  #idleLimitUs = Number.POSITIVE_INFINITY;
  readUs = 0;
  readonly #lingering: DeadlineList<Http1Connection>;

  /** `lingering`: those that wait for the target to close, until they expire. */
  constructor(connectionSlot: ConnectionSlot, socket: Socket, lingering: DeadlineList<Http1Connection>) {
    this.#connectionSlot = connectionSlot;
    this.#socket = socket;
    this.#parser = new ResponseParser(this);
    this.#lingering = lingering;
    this.#openedUs = connectionSlot.options.clock.nowUs();
    connectionSlot.options.connections.add(this);
    attachUser(socket, this);
  }

  /** True if it can take another request now. */
  usable(nowUs: number): boolean {
    if (this.#usedUp || this.#weClose) return false;
    const aged = this.#aged(nowUs);
    const stale = nowUs - this.#idleSinceUs > this.#idleLimitUs;
    if ((aged || stale) && this.#inFlight.length === 0) this.retire(true);
    return !this.#usedUp && !aged;
  }

  #aged(nowUs: number): boolean {
    return nowUs - this.#openedUs >= this.#connectionSlot.options.maxAgeUs;
  }

  send(slot: HttpRequestSlot, nowUs: number): void {
    const { options } = this.#connectionSlot;
    slot.connection = this;
    if (slot.sendUs === 0) slot.sendUs = nowUs;
    slot.reused = this.#requests++ > 0;
    this.#weClose = !options.keepAlive || this.#requests === options.maxRequestsPerConnection;
    this.#inFlight.push(slot);
    this.#socket.write(this.#weClose ? slot.message.http1Close : slot.message.http1KeepAlive);
    options.events.sent(slot, nowUs);
    slot.begun(nowUs);
  }

  feed(bytes: Buffer, length: number): void {
    if (this.#usedUp) return;
    this.readUs = this.#connectionSlot.options.clock.nowUs();
    try {
      this.#parser.feed(bytes, length);
    } catch (error) {
      if (errorCode(error) !== 'PLM_RESPONSE') this.#connectionSlot.options.events.internalError(error);
      this.#giveAllUp('protocol', error);
    }
    this.#reportComplete();
  }

  #reportComplete(): void {
    for (let slot = complete.shift(); slot; slot = complete.shift())
      this.#connectionSlot.options.events.ended(slot, this.readUs, slot.receiveEnd());
  }

  giveUp(slot: HttpRequestSlot, outcome: OutcomeKind, error: unknown = null): void {
    if (!this.#inFlight.includes(slot)) return;
    this.#parser.stop();
    this.#inFlight.splice(this.#inFlight.indexOf(slot), 1);
    const others = this.#inFlight.splice(0);
    this.retire(true);
    this.#connectionSlot.end(slot, outcome, error);
    for (const other of others)
      this.#connectionSlot.end(other, 'closed_early', new ConnectionGoneError({ kind: 'connectionGivenUpForAnother' }));
  }

  /** Takes no more requests. `now` closes it; otherwise the target may close first. */
  retire(now: boolean): void {
    if (this.#usedUp) return;
    this.#usedUp = true;
    if (now || this.#peerEnded) this.#socket.destroy();
    else this.#lingering.add(this, this.readUs + lingerMs * 1000);
    this.#connectionSlot.connectionUsedUp(this);
  }

  /** The target did not close it in time. */
  expire(): void {
    this.#socket.destroy();
  }

  /** Closes it and tells nothing about requests in flight. Resolves when it is closed. */
  destroy(): Promise<void> {
    this.#usedUp = true;
    this.#inFlight.length = 0;
    return new Promise((resolve) => {
      if (this.#socket.closed) resolve();
      else this.#socket.once('close', () => resolve()).destroy();
    });
  }

  expects(): 'nothing' | 'response' | 'head' {
    const [slot] = this.#inFlight;
    if (!slot) return 'nothing';
    if (slot.firstByteUs === 0) slot.firstByteUs = this.readUs;
    return slot.message.method === 'HEAD' ? 'head' : 'response';
  }

  head(head: ResponseHead): void {
    (this.#inFlight[0] as HttpRequestSlot).receiveHead(head.status, head.headers);
    if (head.keepAliveSeconds !== null) this.#idleLimitUs = Math.max(0, head.keepAliveSeconds * 1e6 - keepAliveMarginMs * 1000);
  }

  data(bytes: Buffer, start: number, end: number): void {
    (this.#inFlight[0] as HttpRequestSlot).receiveBody(bytes, start, end);
  }

  end(keepAlive: boolean): boolean {
    const slot = this.#inFlight.shift() as HttpRequestSlot;
    this.#idleSinceUs = this.readUs;
    if (!keepAlive) {
      this.#peerCloses = true;
      const others = this.#inFlight.splice(0);
      this.retire(false);
      for (const other of others)
        this.#connectionSlot.end(other, 'closed_early', new ConnectionGoneError({ kind: 'closedAfterEarlierResponse' }));
    } else if (this.#inFlight.length === 0) {
      if (this.#weClose) this.retire(false);
      else if (this.#aged(this.readUs)) this.retire(true);
    }
    complete.push(slot);
    return !this.#usedUp;
  }

  /** The first request in flight gets the outcome. Those behind it get `closed_early`. */
  #giveAllUp(outcome: OutcomeKind, error: unknown): void {
    const [first, ...others] = this.#inFlight.splice(0);
    this.retire(true);
    if (first) this.#connectionSlot.end(first, outcome, error);
    for (const other of others) this.#connectionSlot.end(other, 'closed_early', new ConnectionGoneError({ kind: 'lostBeforeAnswer' }));
  }

  /** The socket calls this: the target has closed its side. */
  ended(): void {
    this.#peerEnded = true;
    if (this.#usedUp) {
      this.#socket.destroy();
      return;
    }
    this.readUs = this.#connectionSlot.options.clock.nowUs();
    if (!this.#parser.finish()) this.#giveAllUp('closed_early', null);
    this.#reportComplete();
  }

  /** The socket calls this: it failed. */
  failed(error: Error): void {
    const outcome = classifyError(error, this.#peerEnded);
    if (outcome === 'reset') this.#peerEnded = true;
    this.#giveAllUp(outcome, error);
  }

  /** The socket calls this: it is gone. */
  closed(): void {
    const { options } = this.#connectionSlot;
    this.#lingering.remove(this);
    options.connections.delete(this);
    options.meter.closed(this.#socket, !this.#weClose && (this.#peerEnded || this.#peerCloses));
    this.#giveAllUp('closed_early', null);
  }
}
