/**
 * A connection that an undici `Client` speaks on. The Client is made for it and goes with it: when undici asks for a second one, to
 * send again what the first one lost, it is destroyed instead. A request that was begun then fails; one that still waited in undici
 * for its turn is begun on the place's next connection.
 *
 * undici's timers are coarse: all of them are off, the engine owns its deadlines. Idle connections stay as long as the target says.
 */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { Client } from 'undici';
import { ConnectionGoneError, codeOf, GivenUpError, StreamRefusedError } from '../outcome.ts';
import { keepAliveMarginMs, maxHeadBytes } from './client-limits.ts';
import type { Carrier, Place, PlaceLane } from './place.ts';
import { type Handled, type ResponseHeaders, UndiciHandler } from './undici-handler.ts';

const neverIdleMs = 600_000;

/** undici's codes for what it would never send. The plan's schema lets nothing of the kind through; nothing is ignored in silence. */
const refusals = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

export abstract class UndiciConnection implements Carrier, Handled {
  protected readonly place: Place;
  protected readonly socket: Socket;
  protected readonly client: Client;
  protected readonly openedUs: number;
  /** Of those handed to undici. */
  protected inFlight = 0;
  protected usedUp = false;
  /** The target closed its side, or said it would. */
  protected leftByPeer = false;
  /** We close it: with its last request we said so, or nothing more was to be sent. */
  protected weClose = false;
  #requests = 0;
  /** A response has come on it. */
  #answered = false;
  #handedOver = false;

  /** `options`: what the protocol asks of undici besides. */
  constructor(place: Place, socket: Socket, options: Client.Options) {
    this.place = place;
    this.socket = socket;
    this.openedUs = place.options.clock.nowUs();
    place.options.carriers.add(this);
    socket.once('end', () => this.ended());
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') this.leftByPeer = true;
    });
    socket.once('close', () => this.closed());
    this.client = new Client(place.options.url.origin, {
      connect: (_where, done) => {
        if (this.#handedOver) this.#asksAgain();
        // Not at once: undici would not notice that it has a connection.
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

  abstract usable(nowUs: number): boolean;
  abstract giveUp(lane: PlaceLane, outcome: OutcomeKind): void;
  abstract retire(now: boolean): void;
  abstract head(headers: ResponseHeaders): void;
  /** What became of a request that undici had begun and that failed with this error. */
  protected abstract outcomeOf(error: Error): OutcomeKind;
  /** A response is complete and its lane not told yet. */
  protected abstract afterResponse(nowUs: number): void;

  send(lane: PlaceLane): void {
    const { keepAlive, maxRequestsPerConnection } = this.place.options;
    lane.carrier = this;
    this.inFlight++;
    this.#requests++;
    this.weClose = !keepAlive || this.#requests === maxRequestsPerConnection;
    let handler = lane.ticket as UndiciHandler | null;
    if (handler === null || handler.connection !== this) {
      handler = new UndiciHandler(this, lane);
      lane.ticket = handler;
    }
    handler.state = 'waiting';
    lane.reused = this.#requests > 1;
    this.client.dispatch(lane.message.dispatched(this.weClose), handler);
  }

  started(handler: UndiciHandler): void {
    const { lane } = handler;
    if (lane === null) throw new GivenUpError('It was given up before it was sent.');
    if (handler.state !== 'waiting') throw new StreamRefusedError('The target refused the stream, and a request is sent once.');
    const { clock, events } = this.place.options;
    const nowUs = clock.nowUs();
    if (lane.sendUs === 0) lane.sendUs = nowUs;
    // undici would take what is thrown here and below for the target's fault.
    try {
      events.sent(lane, nowUs);
    } catch (error) {
      events.broke(error);
    }
  }

  complete(handler: UndiciHandler): void {
    const lane = handler.lane as PlaceLane;
    const { clock, events } = this.place.options;
    const nowUs = clock.nowUs();
    this.#answered = true;
    this.inFlight--;
    handler.state = 'idle';
    try {
      this.afterResponse(nowUs);
      events.ended(lane, nowUs, 'response');
    } catch (error) {
      events.broke(error);
    }
  }

  failed(handler: UndiciHandler, error: Error): void {
    const { lane } = handler;
    if (lane === null) return;
    if (refusals.has(codeOf(error))) {
      this.place.options.events.broke(new Error(`undici does not send such a request (${error.message}). Choose the client "wire".`));
      return;
    }
    const begun = handler.state === 'begun';
    this.letGo(handler);
    this.useUpAfter(error);
    try {
      if (begun) this.place.end(lane, this.outcomeOf(error), error);
      else this.#turnAway(lane, error);
    } catch (thrown) {
      this.place.options.events.broke(thrown);
    }
  }

  /** Does this error mean that no more can be sent on the connection? */
  protected abstract useUpAfter(error: Error): void;

  destroy(): Promise<void> {
    this.usedUp = true;
    for (const handler of this.handlers()) handler.lane = null;
    return new Promise((resolve) => {
      if (this.socket.closed) resolve();
      else this.socket.once('close', () => resolve());
      this.client.destroy(new GivenUpError('The run is over.'), () => this.socket.destroy());
    });
  }

  /** The handler of a lane that has a request here. */
  protected handlerOf({ ticket }: PlaceLane): UndiciHandler | null {
    return ticket instanceof UndiciHandler && ticket.connection === this && ticket.state !== 'idle' ? ticket : null;
  }

  /** Those with a request that is not over. */
  protected handlers(): UndiciHandler[] {
    return this.place.lanes.map((lane) => this.handlerOf(lane)).filter((handler) => handler !== null);
  }

  /** Whatever undici still says of its request concerns nobody. */
  protected letGo(handler: UndiciHandler): void {
    const { lane } = handler;
    if (lane === null) return;
    lane.ticket = null;
    handler.lane = null;
    this.inFlight--;
  }

  protected useUp(): void {
    if (this.usedUp) return;
    this.usedUp = true;
    this.place.isUsedUp(this);
  }

  /** What undici had not begun goes on on another connection. */
  protected takeBackUnsent(): void {
    for (const handler of this.handlers()) {
      if (handler.state === 'begun') continue;
      const lane = handler.lane as PlaceLane;
      this.letGo(handler);
      this.#turnAway(lane, new ConnectionGoneError('The target closed the connection before its first request.'));
    }
  }

  /** The target closed its side. */
  protected ended(): void {
    if (!this.usedUp || this.inFlight > 0) this.leftByPeer = true;
    this.useUp();
  }

  protected closed(): void {
    const { carriers, meter } = this.place.options;
    carriers.delete(this);
    meter.closed(this.socket, this.leftByPeer && !this.weClose);
    this.useUp();
  }

  /** It was not sent. A target that never answered anything would be called again without end. */
  #turnAway(lane: PlaceLane, error: Error): void {
    this.#requests--;
    if (this.#answered) this.place.begin(lane);
    else this.place.end(lane, 'closed_early', error);
  }

  /** undici has requests left, and its connection is gone. */
  #asksAgain(): void {
    this.useUp();
    this.client.destroy(new ConnectionGoneError('The connection was lost before its answer.'), () => {});
  }
}
