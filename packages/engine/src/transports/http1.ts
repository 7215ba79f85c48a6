/**
 * HTTP/1.1 over sockets of our own. A request is one prepared buffer and one write; a response is read from one buffer that
 * all connections of the thread share. The tests hold it to the counts and outcomes of undici
 * (test/undici-transport.ts), which is slower and has seen more of the world.
 *
 * A request is sent once: when its connection goes away it fails, it is never sent again.
 */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { Dial } from '../dial.ts';
import type { Lane } from '../lane.ts';
import { ConnectionGoneError, type DialError, outcomeOf } from '../outcome.ts';
import { HttpLane } from './http-lane.ts';
import type { HttpOptions } from './http-options.ts';
import { Wire } from './http1-wire.ts';
import type { Transport } from './transport.ts';

export function http1Transport(options: HttpOptions): Transport {
  const shared = { ...options, wires: new Set<Wire>() };
  const connections: Http1Connection[] = [];
  const connectionOf = (lane: Lane) => (lane as Http1Lane).connection;
  return {
    addConnection() {
      const connection = new Http1Connection(shared);
      connections.push(connection);
      return connection.lanes;
    },
    begin: (lane) => connectionOf(lane).begin(lane as Http1Lane),
    giveUp: (lane, outcome) => connectionOf(lane).giveUp(lane as Http1Lane, outcome),
    hangUp: (lane) => connectionOf(lane).hangUp(),
    async close() {
      for (const connection of connections) connection.close();
      await Promise.all([...shared.wires].map((wire) => wire.destroy()));
    },
  };
}

export class Http1Lane extends HttpLane {
  readonly connection: Http1Connection;
  constructor(connection: Http1Connection) {
    super();
    this.connection = connection;
  }
}

export interface Http1Shared extends HttpOptions {
  readonly wires: Set<Wire>;
}

/** A place for one connection: opens one when a request needs it, and another when that one is used up. */
export class Http1Connection {
  readonly options: Http1Shared;
  readonly lanes: Http1Lane[] = [];
  /** Begun, waiting for a connection. */
  readonly #waiting: Http1Lane[] = [];
  #wire: Wire | null = null;
  #dial: Dial | null = null;

  constructor(options: Http1Shared) {
    this.options = options;
    for (let i = 0; i < options.pipelining; i++) this.lanes.push(new Http1Lane(this));
  }

  begin(lane: Http1Lane): void {
    const nowUs = this.options.clock.nowUs();
    if (this.#wire?.usable(nowUs)) {
      this.#wire.send(lane, nowUs);
      return;
    }
    this.#waiting.push(lane);
    if (this.#dial) lane.sendUs = nowUs;
    else if (!this.#wire) this.#open(nowUs);
  }

  giveUp(lane: Http1Lane, outcome: OutcomeKind): void {
    const place = this.#waiting.indexOf(lane);
    if (place < 0) {
      this.#wire?.giveUp(lane, outcome);
      return;
    }
    this.#waiting.splice(place, 1);
    const dialling = this.#dial !== null;
    if (this.#waiting.length === 0) this.#abortDial();
    this.#end(lane, dialling && outcome === 'timeout' ? 'connect_timeout' : outcome, null);
  }

  hangUp(): void {
    this.#abortDial();
    this.#wire?.retire(true);
  }

  close(): void {
    this.#waiting.length = 0;
    this.#abortDial();
  }

  /** This wire takes no more requests; those that waited for it get another. */
  wireIsUsedUp(wire: Wire): void {
    if (this.#wire !== wire) return;
    this.#wire = null;
    if (this.#waiting.length > 0) this.#open(this.options.clock.nowUs());
  }

  #abortDial(): void {
    const dial = this.#dial;
    this.#dial = null;
    dial?.abort();
  }

  #open(startUs: number): void {
    const { dial, clock, meter, events, url } = this.options;
    for (const lane of this.#waiting) lane.sendUs = startUs;
    let wire: Wire | null = null;
    const attempt = dial(
      (error, opened) => {
        if (this.#dial === attempt) this.#dial = null;
        else if (opened) {
          // Nobody waits for it any more.
          const { socket } = opened;
          meter.opened(socket, false);
          socket.once('close', () => meter.closed(socket, false)).destroy();
          return;
        }
        if (!opened) {
          meter.failed();
          this.#dialFailed(error);
          return;
        }
        meter.opened(opened.socket, url.protocol === 'https:');
        events.connected(clock.nowUs(), opened.phases);
        wire = this.#connected(opened.socket);
      },
      (bytes, length) => wire?.feed(bytes, length),
    );
    this.#dial = attempt;
  }

  #connected(socket: Socket): Wire {
    const wire = new Wire(this, socket);
    this.#wire = wire;
    for (let lane = this.#next(wire); lane; lane = this.#next(wire)) wire.send(lane, this.options.clock.nowUs());
    return wire;
  }

  #next(wire: Wire): Http1Lane | undefined {
    return this.#wire === wire && wire.usable(this.options.clock.nowUs()) ? this.#waiting.shift() : undefined;
  }

  #dialFailed(error: DialError | null): void {
    const outcome = outcomeOf(error, false);
    for (const lane of this.#waiting.splice(0)) this.#end(lane, outcome, error);
  }

  #end(lane: Http1Lane, outcome: OutcomeKind, error: unknown): void {
    lane.error = error ?? new ConnectionGoneError('');
    this.options.events.ended(lane, this.options.clock.nowUs(), outcome);
  }
}
