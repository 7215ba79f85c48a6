/**
 * Holds one connection of the load, whatever protocol it speaks: opens one when a request needs it, and a new one when that is used up.
 * A request is sent once. If its connection is lost it fails, and it is never sent again.
 */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { Dial } from '@plimsoll/network/dial';
import { RequestSlot } from '../protocol/request-slot.ts';
import type { TransportOptions } from '../protocol/transport-options.ts';
import { classifyError } from './classify-error.ts';
import { flushAtEndOfTurn } from './end-of-turn.ts';

/** An open connection with requests on it, until it is used up. */
export interface OpenConnection {
  /** True if it can take another request now. */
  usable(nowUs: number): boolean;
  send(slot: ConnectionRequestSlot, nowUs: number): void;
  /** Gives up a request that was sent on it, with this error. */
  giveUp(slot: ConnectionRequestSlot, outcome: OutcomeKind, error?: unknown): void;
  /** Takes no more requests. `now`: closes it at once; else it closes after the requests in flight. */
  retire(now: boolean): void;
  /** Closes it and tells nothing about requests in flight. Resolves when it is closed. */
  destroy(): Promise<void>;
  /** Bytes that came in, where the dialler reads the socket. */
  feed(bytes: Buffer, length: number): void;
}

export interface ConnectionFactory {
  /** Requests in flight on one connection. */
  readonly slotsPerConnection: number;
  /**
   * How bytes reach it. `fed`: the dialler reads the socket and calls {@link OpenConnection.feed}. Else it reads the socket as a stream:
   * `copied` where it can, and `streamed` where Node's own HTTP/2 takes the socket over.
   */
  readonly reads: 'fed' | 'copied' | 'streamed';
  createSlot(connectionSlot: ConnectionSlot): ConnectionRequestSlot;
  /** Takes over an open socket, or answers why it cannot be used. */
  adopt(connectionSlot: ConnectionSlot, socket: Socket): OpenConnection | Error;
  /** Closes what its connections share. */
  close?(): void;
}

export interface ConnectionSlotOptions extends TransportOptions {
  readonly factory: ConnectionFactory;
  /** All open connections. */
  readonly connections: Set<OpenConnection>;
}

/** The slot of a request. Each protocol reads the answer in its own kind of slot. */
export abstract class ConnectionRequestSlot extends RequestSlot {
  readonly connectionSlot: ConnectionSlot;
  /** The connection that the last request was sent on. */
  connection: OpenConnection | null = null;
  /** The connection's own handle of the request in flight. */
  handle: object | null = null;
  constructor(connectionSlot: ConnectionSlot) {
    super();
    this.connectionSlot = connectionSlot;
  }
}

export class ConnectionSlot {
  readonly options: ConnectionSlotOptions;
  readonly slots: ConnectionRequestSlot[] = [];
  /** Requests that wait for a connection, or for room on it. */
  readonly #waiting: ConnectionRequestSlot[] = [];
  #connection: OpenConnection | null = null;
  #dial: Dial | null = null;
  /** It opens a connection at the end of this turn of the event loop. */
  #opensSoon = false;
  readonly #secure: boolean;

  constructor(options: ConnectionSlotOptions) {
    this.options = options;
    this.#secure = options.url.protocol === 'https:';
    for (let i = 0; i < options.factory.slotsPerConnection; i++) this.slots.push(options.factory.createSlot(this));
  }

  begin(slot: ConnectionRequestSlot): void {
    const nowUs = this.options.clock.nowUs();
    slot.connection = null;
    if (this.#connection?.usable(nowUs)) {
      this.#connection.send(slot, nowUs);
      return;
    }
    this.#waiting.push(slot);
    if (this.#dial) slot.sendUs = nowUs;
    else if (!this.#connection) this.#openSoon(nowUs);
  }

  giveUp(slot: ConnectionRequestSlot, outcome: OutcomeKind): void {
    const at = this.#waiting.indexOf(slot);
    if (at < 0) {
      slot.connection?.giveUp(slot, outcome);
      return;
    }
    this.#waiting.splice(at, 1);
    const dialling = this.#dial !== null;
    if (this.#waiting.length === 0) this.#abortDial();
    this.end(slot, dialling && outcome === 'timeout' ? 'connect_timeout' : outcome, null);
  }

  disconnect(): void {
    this.#abortDial();
    this.#connection?.retire(true);
  }

  close(): void {
    this.#waiting.length = 0;
    this.#abortDial();
  }

  /** The connection has room again: sends the requests that wait for it. */
  roomAvailable(): void {
    while (this.#waiting.length > 0) {
      const nowUs = this.options.clock.nowUs();
      if (!this.#connection?.usable(nowUs)) return;
      this.#connection.send(this.#waiting.shift() as ConnectionRequestSlot, nowUs);
    }
  }

  /** This connection takes no more requests. Requests that wait for it get another one. */
  connectionUsedUp(connection: OpenConnection): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    if (this.#waiting.length > 0) this.#openSoon(this.options.clock.nowUs());
  }

  end(slot: ConnectionRequestSlot, outcome: OutcomeKind, error: unknown): void {
    slot.error = error;
    this.options.events.ended(slot, this.options.clock.nowUs(), outcome);
  }

  #abortDial(): void {
    const dial = this.#dial;
    this.#dial = null;
    dial?.abort();
  }

  #openSoon(nowUs: number): void {
    if (!this.options.opensAtEndOfTurn) this.#open(nowUs);
    else if (!this.#opensSoon) {
      this.#opensSoon = true;
      flushAtEndOfTurn(this);
    }
  }

  /** The turn of the event loop ends. */
  flush(): void {
    this.#opensSoon = false;
    if (this.#waiting.length > 0 && !this.#dial && !this.#connection) this.#open(this.options.clock.nowUs());
  }

  #open(startUs: number): void {
    const { dial, clock, meter, events, factory } = this.options;
    for (const slot of this.#waiting) slot.sendUs = startUs;
    let connection: OpenConnection | null = null;
    const feed = (bytes: Buffer, length: number) => connection?.feed(bytes, length);
    const opening = dial(
      (error, opened) => {
        const wanted = this.#dial === opening;
        if (wanted) this.#dial = null;
        if (!opened) {
          meter.failed();
          if (wanted) this.#endWaiting(classifyError(error, false), error);
          return;
        }
        const { socket, phases } = opened;
        meter.opened(socket, this.#secure);
        events.connected(clock.nowUs(), phases);
        const taken = factory.adopt(this, socket);
        if (taken instanceof Error) {
          socket.once('close', () => meter.closed(socket, false)).destroy();
          this.#endWaiting('protocol', taken);
          return;
        }
        connection = taken;
        this.#connection = taken;
        this.#startWaiting();
      },
      factory.reads === 'fed' ? feed : factory.reads,
    );
    this.#dial = opening;
  }

  #startWaiting(): void {
    this.roomAvailable();
    // The connection is open: from now on they wait for room on it and not for the target.
    for (const slot of this.#waiting) if (!this.#dial) slot.sendUs = 0;
  }

  #endWaiting(outcome: OutcomeKind, error: Error | null): void {
    for (const slot of this.#waiting.splice(0)) this.end(slot, outcome, error);
  }
}
