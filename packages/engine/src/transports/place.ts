/**
 * A place for one connection, whatever it speaks: opens one when a request needs it, and another when that one is used up.
 * A request is sent once: when its connection goes away it fails, it is never sent again.
 */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { Dial } from '../dial.ts';
import type { Lane } from '../lane.ts';
import { outcomeOf } from '../outcome.ts';
import { HttpLane } from './http-lane.ts';
import type { HttpOptions } from './http-options.ts';
import type { Transport } from './transport.ts';

/** An open connection with requests on it, until it is used up. */
export interface Carrier {
  /** Can it take another request now? */
  usable(nowUs: number): boolean;
  send(lane: PlaceLane, nowUs: number): void;
  /** Gives up a request that was sent on it. */
  giveUp(lane: PlaceLane, outcome: OutcomeKind): void;
  /** Takes no more requests. `now` closes it whatever is in flight; otherwise it ends with what is. */
  retire(now: boolean): void;
  /** Closes it without a word. Resolves when it is closed. */
  destroy(): Promise<void>;
  /** What came in, where the socket is read by the dialler. */
  feed?(bytes: Buffer, length: number): void;
}

export interface ConnectionMaker {
  /** Requests in flight on one connection. */
  readonly lanes: number;
  /** Whether {@link Carrier.feed} is to be called. */
  readonly feeds: boolean;
  /** Takes over an open socket, or says why it is of no use. */
  carry(place: Place, socket: Socket): Carrier | Error;
}

export interface PlaceOptions extends HttpOptions {
  readonly maker: ConnectionMaker;
  /** All that are open. */
  readonly carriers: Set<Carrier>;
}

export class PlaceLane extends HttpLane {
  readonly place: Place;
  /** What it was sent on last. */
  carrier: Carrier | null = null;
  /** The carrier's own mark of the request in flight. */
  ticket: object | null = null;
  constructor(place: Place) {
    super();
    this.place = place;
  }
}

export function placeTransport(options: HttpOptions, maker: ConnectionMaker): Transport {
  const shared: PlaceOptions = { ...options, maker, carriers: new Set() };
  const places: Place[] = [];
  const placeOf = (lane: Lane) => (lane as PlaceLane).place;
  return {
    addConnection() {
      const place = new Place(shared);
      places.push(place);
      return place.lanes;
    },
    begin: (lane) => placeOf(lane).begin(lane as PlaceLane),
    giveUp: (lane, outcome) => placeOf(lane).giveUp(lane as PlaceLane, outcome),
    hangUp: (lane) => placeOf(lane).hangUp(),
    async close() {
      for (const place of places) place.close();
      await Promise.all([...shared.carriers].map((carrier) => carrier.destroy()));
    },
  };
}

export class Place {
  readonly options: PlaceOptions;
  readonly lanes: PlaceLane[] = [];
  /** Begun, waiting for a connection or for room on it. */
  readonly #waiting: PlaceLane[] = [];
  #carrier: Carrier | null = null;
  #dial: Dial | null = null;

  constructor(options: PlaceOptions) {
    this.options = options;
    for (let i = 0; i < options.maker.lanes; i++) this.lanes.push(new PlaceLane(this));
  }

  begin(lane: PlaceLane): void {
    const nowUs = this.options.clock.nowUs();
    lane.carrier = null;
    if (this.#carrier?.usable(nowUs)) {
      this.#carrier.send(lane, nowUs);
      return;
    }
    this.#waiting.push(lane);
    if (this.#dial) lane.sendUs = nowUs;
    else if (!this.#carrier) this.#open(nowUs);
  }

  giveUp(lane: PlaceLane, outcome: OutcomeKind): void {
    const at = this.#waiting.indexOf(lane);
    if (at < 0) {
      lane.carrier?.giveUp(lane, outcome);
      return;
    }
    this.#waiting.splice(at, 1);
    const dialling = this.#dial !== null;
    if (this.#waiting.length === 0) this.#abortDial();
    this.end(lane, dialling && outcome === 'timeout' ? 'connect_timeout' : outcome, null);
  }

  hangUp(): void {
    this.#abortDial();
    this.#carrier?.retire(true);
  }

  close(): void {
    this.#waiting.length = 0;
    this.#abortDial();
  }

  /** The carrier has room again, for those that wait for it. */
  hasRoom(): void {
    while (this.#waiting.length > 0) {
      const nowUs = this.options.clock.nowUs();
      if (!this.#carrier?.usable(nowUs)) return;
      this.#carrier.send(this.#waiting.shift() as PlaceLane, nowUs);
    }
  }

  /** This carrier takes no more requests; those that waited for it get another. */
  isUsedUp(carrier: Carrier): void {
    if (this.#carrier !== carrier) return;
    this.#carrier = null;
    if (this.#waiting.length > 0) this.#open(this.options.clock.nowUs());
  }

  end(lane: PlaceLane, outcome: OutcomeKind, error: unknown): void {
    lane.error = error;
    this.options.events.ended(lane, this.options.clock.nowUs(), outcome);
  }

  #abortDial(): void {
    const dial = this.#dial;
    this.#dial = null;
    dial?.abort();
  }

  #open(startUs: number): void {
    const { dial, clock, meter, events, url, maker } = this.options;
    for (const lane of this.#waiting) lane.sendUs = startUs;
    let carrier: Carrier | null = null;
    const feed = (bytes: Buffer, length: number) => carrier?.feed?.(bytes, length);
    const opening = dial(
      (error, opened) => {
        const wanted = this.#dial === opening;
        if (wanted) this.#dial = null;
        if (!opened) {
          meter.failed();
          if (wanted) this.#endWaiting(outcomeOf(error, false), error);
          return;
        }
        const { socket, phases } = opened;
        meter.opened(socket, url.protocol === 'https:');
        events.connected(clock.nowUs(), phases);
        const taken = maker.carry(this, socket);
        if (taken instanceof Error) {
          socket.once('close', () => meter.closed(socket, false)).destroy();
          this.#endWaiting('protocol', taken);
          return;
        }
        carrier = taken;
        this.#carrier = taken;
        this.#startWaiting();
      },
      maker.feeds ? feed : undefined,
    );
    this.#dial = opening;
  }

  #startWaiting(): void {
    this.hasRoom();
    // The connection is there: from now on they wait for a place on it, and no longer for the target.
    for (const lane of this.#waiting) if (!this.#dial) lane.sendUs = 0;
  }

  #endWaiting(outcome: OutcomeKind, error: Error | null): void {
    for (const lane of this.#waiting.splice(0)) this.end(lane, outcome, error);
  }
}
