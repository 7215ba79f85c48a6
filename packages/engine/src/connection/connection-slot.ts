/**
 * A place for one connection, whatever it speaks: opens one when a request needs it, and another when that one is used up.
 * A request is sent once: when its connection goes away it fails, it is never sent again.
 */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { classifyError } from './classify-error.ts';
import type { Dial } from './dial.ts';
import { HttpRequestSlot } from './http-request-slot.ts';
import type { TransportOptions } from './transport-options.ts';

/** An open connection with requests on it, until it is used up. */
export interface HttpConnection {
  /** Can it take another request now? */
  usable(nowUs: number): boolean;
  send(slot: ConnectionRequestSlot, nowUs: number): void;
  /** Gives up a request that was sent on it. */
  giveUp(slot: ConnectionRequestSlot, outcome: OutcomeKind): void;
  /** Takes no more requests. `now` closes it whatever is in flight; otherwise it ends with what is. */
  retire(now: boolean): void;
  /** Closes it without a word. Resolves when it is closed. */
  destroy(): Promise<void>;
  /** What came in, where the socket is read by the dialler. */
  feed?(bytes: Buffer, length: number): void;
}

export interface ConnectionFactory {
  /** Requests in flight on one connection. */
  readonly slots: number;
  /** Whether {@link HttpConnection.feed} is to be called. */
  readonly feeds: boolean;
  /** Takes over an open socket, or says why it is of no use. */
  adopt(connectionSlot: ConnectionSlot, socket: Socket): HttpConnection | Error;
}

export interface ConnectionSlotOptions extends TransportOptions {
  readonly factory: ConnectionFactory;
  /** All that are open. */
  readonly connections: Set<HttpConnection>;
}

export class ConnectionRequestSlot extends HttpRequestSlot {
  readonly connectionSlot: ConnectionSlot;
  /** What it was sent on last. */
  connection: HttpConnection | null = null;
  /** The connection's own mark of the request in flight. */
  handle: object | null = null;
  constructor(connectionSlot: ConnectionSlot) {
    super();
    this.connectionSlot = connectionSlot;
  }
}

export class ConnectionSlot {
  readonly options: ConnectionSlotOptions;
  readonly slots: ConnectionRequestSlot[] = [];
  /** Begun, waiting for a connection or for room on it. */
  readonly #waiting: ConnectionRequestSlot[] = [];
  #connection: HttpConnection | null = null;
  #dial: Dial | null = null;

  constructor(options: ConnectionSlotOptions) {
    this.options = options;
    for (let i = 0; i < options.factory.slots; i++) this.slots.push(new ConnectionRequestSlot(this));
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
    else if (!this.#connection) this.#open(nowUs);
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

  /** The connection has room again, for those that wait for it. */
  roomAvailable(): void {
    while (this.#waiting.length > 0) {
      const nowUs = this.options.clock.nowUs();
      if (!this.#connection?.usable(nowUs)) return;
      this.#connection.send(this.#waiting.shift() as ConnectionRequestSlot, nowUs);
    }
  }

  /** This connection takes no more requests; those that waited for it get another. */
  connectionUsedUp(connection: HttpConnection): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    if (this.#waiting.length > 0) this.#open(this.options.clock.nowUs());
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

  #open(startUs: number): void {
    const { dial, clock, meter, events, url, factory } = this.options;
    for (const slot of this.#waiting) slot.sendUs = startUs;
    let connection: HttpConnection | null = null;
    const feed = (bytes: Buffer, length: number) => connection?.feed?.(bytes, length);
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
        meter.opened(socket, url.protocol === 'https:');
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
      factory.feeds ? feed : undefined,
    );
    this.#dial = opening;
  }

  #startWaiting(): void {
    this.roomAvailable();
    // The connection is there: from now on they wait for a place on it, and no longer for the target.
    for (const slot of this.#waiting) if (!this.#dial) slot.sendUs = 0;
  }

  #endWaiting(outcome: OutcomeKind, error: Error | null): void {
    for (const slot of this.#waiting.splice(0)) this.end(slot, outcome, error);
  }
}
