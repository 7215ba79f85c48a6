/**
 * One HTTP/2 connection of the wire client: requests on the streams of a session, and the session's frames on a socket. No more streams
 * are opened than the target allows at once: a wait for one would look like the target's time.
 */

import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { isRedirect } from '@plimsoll/contracts/redirect';
import { classifyError } from '../connection/classify-error.ts';
import { lingerMs } from '../connection/client-limits.ts';
import type { ConnectionSlot, OpenConnection } from '../connection/connection-slot.ts';
import { flushAtEndOfTurn } from '../connection/end-of-turn.ts';
import { ConnectionGoneError } from '../connection/request-errors.ts';
import { type ErrorCodeName, errorCodes } from './frames/frame.ts';
import { FrameWriter } from './frames/frame-writer.ts';
import { Http2Error } from './frames/http2-error.ts';
import type { HeaderList } from './hpack/header-list.ts';
import type { Http2RequestSlot as Slot } from './http2-request-slot.ts';
import { Http2Session } from './http2-session.ts';
import type { Http2Stream } from './http2-stream.ts';
import type { StreamEnd, StreamListener } from './stream-listener.ts';

/** Answers to a target that does not read them are held up to here. */
const maxUnwrittenBytes = 262_144;

const noHeaders = {};

export class Http2Connection implements OpenConnection, StreamListener<Slot> {
  readonly #connectionSlot: ConnectionSlot;
  readonly #socket: Socket;
  readonly #writer = new FrameWriter();
  readonly #session: Http2Session<Slot>;
  readonly #openedUs: number;
  /** Requests that are written at the end of this turn, or when the last write is done. */
  readonly #batch: Slot[] = [];
  #inFlight = 0;
  #requests = 0;
  /** A stream on it has ended. */
  #answered = false;
  #usedUp = false;
  /** The target sent GOAWAY or closed its side. */
  #leftByPeer = false;
  #gone = false;
  #flushing = false;
  /** A write is under way. */
  #writing = false;
  /** The time at which the bytes that are being read came in. */
  readUs = 0;

  constructor(connectionSlot: ConnectionSlot, socket: Socket) {
    this.#connectionSlot = connectionSlot;
    this.#socket = socket;
    const { connections, clock, meter } = connectionSlot.options;
    this.#openedUs = clock.nowUs();
    this.#session = new Http2Session(this, this.#writer);
    connections.add(this);
    socket.once('end', () => {
      this.#peerLeft();
      this.#lost('closed_early', new ConnectionGoneError({ kind: 'lostBeforeAnswer' }));
    });
    socket.once('error', (error) => this.#lost(this.#leftByPeer ? 'closed_early' : classifyError(error, false), error));
    socket.once('close', () => {
      connections.delete(this);
      meter.closed(socket, this.#leftByPeer);
      this.#lost('closed_early', new ConnectionGoneError({ kind: 'lostBeforeAnswer' }));
    });
    this.#flushSoon();
  }

  usable(nowUs: number): boolean {
    if (!this.#usedUp && nowUs - this.#openedUs >= this.#connectionSlot.options.maxAgeUs) this.retire();
    return !this.#usedUp && this.#inFlight < this.#session.allowedStreams;
  }

  send(slot: Slot): void {
    const { keepAlive, maxRequestsPerConnection } = this.#connectionSlot.options;
    slot.connection = this;
    slot.reused = this.#requests++ > 0;
    this.#inFlight++;
    this.#batch.push(slot);
    this.#flushSoon();
    if (!keepAlive || this.#requests === maxRequestsPerConnection) this.retire();
  }

  feed(bytes: Buffer, length: number): void {
    if (this.#gone) return;
    this.readUs = this.#connectionSlot.options.clock.nowUs();
    try {
      this.#session.feed(bytes, length, this.readUs);
      if (this.#writer.length > maxUnwrittenBytes) throw new Http2Error('ENHANCE_YOUR_CALM');
    } catch (error) {
      if (!(error instanceof Http2Error)) this.#connectionSlot.options.events.internalError(error);
      this.#break('protocol', error, error instanceof Http2Error ? error.http2Code : 'INTERNAL_ERROR');
    }
    if (this.#writer.length > 0 || this.#session.hasMoreToSend) this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#flushing || this.#writing) return;
    this.#flushing = true;
    flushAtEndOfTurn(this);
  }

  flush(): void {
    this.#flushing = false;
    if (this.#gone || this.#writing) return;
    if (this.#batch.length > 0) this.#sendBatch();
    this.#session.writeBodies();
    if (this.#writer.length > 0) this.#write();
  }

  #write(): void {
    this.#writing = true;
    this.#socket.write(this.#writer.take(), this.#written);
  }

  readonly #written = (): void => {
    this.#writing = false;
    if (this.#writer.length > 0 || this.#batch.length > 0 || this.#session.hasMoreToSend) this.flush();
  };

  #sendBatch(): void {
    const { clock, events } = this.#connectionSlot.options;
    const nowUs = clock.nowUs();
    for (const slot of this.#batch) {
      if (slot.sendUs === 0) slot.sendUs = nowUs;
      const { message } = slot;
      const same = message.repeats || slot.request.constant === message;
      slot.handle = this.#session.open(slot, message.http2, same, message.method === 'HEAD', message.body, message.more);
      events.sent(slot, nowUs);
      slot.begun(nowUs);
    }
    this.#batch.length = 0;
    if (this.#session.exhausted) this.retire();
  }

  giveUp(slot: Slot, outcome: OutcomeKind, error: unknown = null): void {
    const at = this.#batch.indexOf(slot);
    const stream = slot.handle as Http2Stream<Slot> | null;
    if (at >= 0) this.#batch.splice(at, 1);
    else if (stream) {
      slot.handle = null;
      this.#session.cancel(stream);
      this.#answered = true;
      this.#flushSoon();
    } else return;
    this.#release();
    this.#connectionSlot.end(slot, outcome, error);
  }

  sendMore(slot: Slot, bytes: Buffer, last: boolean): boolean {
    const stream = slot.handle as Http2Stream<Slot> | null;
    if (stream === null || this.#gone) return true;
    this.#flushSoon();
    return this.#session.send(stream, bytes, last);
  }

  drained(slot: Slot): void {
    slot.drained();
  }

  retire(): void {
    this.#useUp();
    this.#closeWhenDone();
  }

  destroy(): Promise<void> {
    this.#usedUp = this.#gone = true;
    this.#batch.length = 0;
    this.#session.close();
    return new Promise((resolve) => {
      if (this.#socket.closed) resolve();
      else this.#socket.once('close', () => resolve()).destroy();
    });
  }

  interim(slot: Slot): void {
    if (slot.firstByteUs === 0) slot.firstByteUs = this.readUs;
  }

  head(slot: Slot, list: HeaderList): void {
    this.interim(slot);
    slot.receiveHead(list.status, slot.request.keepHeaders || isRedirect(list.status) ? list.headers : noHeaders);
  }

  data(slot: Slot, bytes: Buffer, start: number, end: number): void {
    slot.receiveBody(bytes, start, end);
  }

  ended(slot: Slot, trailers: HeaderList | null): void {
    slot.handle = null;
    this.#answered = true;
    this.#release();
    this.#connectionSlot.options.events.ended(slot, this.readUs, slot.receiveEnd(trailers));
  }

  failed(slot: Slot, { by, code }: StreamEnd): void {
    slot.handle = null;
    this.#answered = true;
    this.#release();
    const early = this.#leftByPeer || by === 'goAway' || (by === 'target' && code === errorCodes.NO_ERROR);
    const error = new ConnectionGoneError(by === 'goAway' ? { kind: 'notProcessed' } : { kind: 'streamClosed', code });
    const told = by === 'target' ? slot.streamReset(code, this.readUs) : null;
    this.#connectionSlot.end(slot, told ?? (early ? 'closed_early' : 'reset'), error);
  }

  settingsChanged(): void {
    this.#connectionSlot.roomAvailable();
  }

  /** Requests that are not sent yet go to another connection. */
  left(): void {
    this.#peerLeft();
    this.#dropBatch('closed_early', null);
    this.#closeWhenDone();
  }

  #peerLeft(): void {
    if (!this.#usedUp) this.#leftByPeer = true;
    this.#useUp();
  }

  #release(): void {
    this.#inFlight--;
    this.#closeWhenDone();
    this.#connectionSlot.roomAvailable();
  }

  #useUp(): void {
    if (this.#usedUp) return;
    this.#usedUp = true;
    this.#connectionSlot.connectionUsedUp(this);
  }

  #closeWhenDone(): void {
    if (this.#usedUp && this.#inFlight === 0 && !this.#gone) this.#close('NO_ERROR');
  }

  #close(code: ErrorCodeName): void {
    this.#gone = true;
    this.#session.close();
    this.#writer.goAway(code);
    this.#write();
    this.#socket.destroySoon();
    // A target that does not read would keep it open for ever.
    this.#socket.setTimeout(lingerMs, () => this.#socket.destroy());
  }

  /** The target cannot be understood. */
  #break(outcome: OutcomeKind, error: unknown, code: ErrorCodeName): void {
    if (this.#gone) return;
    const slots = this.#session.close();
    this.#close(code);
    this.#endAll(slots, outcome, error);
  }

  /** The connection is gone. */
  #lost(outcome: OutcomeKind, error: unknown): void {
    if (this.#gone) return;
    this.#gone = true;
    const slots = this.#session.close();
    this.#socket.destroy();
    this.#endAll(slots, outcome, error);
  }

  #endAll(slots: readonly Slot[], outcome: OutcomeKind, error: unknown): void {
    this.#useUp();
    for (const slot of slots) {
      slot.handle = null;
      this.#inFlight--;
      this.#connectionSlot.end(slot, outcome, error);
    }
    this.#dropBatch(outcome, error);
  }

  /**
   * The connection ended before these requests were sent, so another one may send them. If the target never answered, they fail: else they
   * would be tried without end.
   */
  #dropBatch(outcome: OutcomeKind, error: unknown): void {
    for (const slot of this.#batch.splice(0)) {
      this.#inFlight--;
      if (this.#answered) this.#connectionSlot.begin(slot);
      else this.#connectionSlot.end(slot, outcome, error ?? new ConnectionGoneError({ kind: 'closedBeforeFirstRequest' }));
    }
  }
}
