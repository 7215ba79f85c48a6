/** One connection that becomes a WebSocket: its upgrade, its frames, and its close, in the service of one request. */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { errorCode } from '@plimsoll/network/connection-error';
import { PerMessageDeflate } from '@plimsoll/network/frame-library';
import { attachUser, type SocketUser } from '@plimsoll/network/socket-pool';
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import { classifyError } from '../connection/classify-error.ts';
import { lingerMs } from '../connection/client-limits.ts';
import type { ConnectionSlot, OpenConnection } from '../connection/connection-slot.ts';
import { ResponseError } from '../connection/request-errors.ts';
import type { ResponseHead } from '../http1/response-head.ts';
import type { DeadlineList, Expiring } from '../pace/deadline-list.ts';
import { type FrameSink, Frames } from './frames.ts';
import { HeadReader } from './head-reader.ts';
import { type Asked, judgeUpgrade, makeKey, upgradeLines } from './upgrade.ts';
import type { WebSocketRequestSlot } from './websocket-request-slot.ts';

/** So long the target has to answer our close message. */
export const closeAnswerMs = 2000;
/** At the end of a load the target has so long to take our goodbye. */
const goodbyeMs = 200;
/** Codes of close messages (RFC 6455, 7.4.1). */
const [normal, goingAway, brokenRules, abnormal, noCode] = [1000, 1001, 1002, 1006, 1005];

type Stage = 'fresh' | 'upgrading' | 'open' | 'closing' | 'over';

export class WebSocketConnection implements OpenConnection, SocketUser, FrameSink, Expiring<WebSocketConnection> {
  /** Neighbours among the connections that wait for the target to answer a close, or to close. */
  earlier: WebSocketConnection | null = null;
  later: WebSocketConnection | null = null;
  deadlineUs = 0;
  readonly #connectionSlot: ConnectionSlot;
  readonly #socket: Socket;
  readonly #waiting: WaitingConnections;
  readonly #readyUs: number;
  readonly #drained = () => this.drained();
  #waitsIn: DeadlineList<WebSocketConnection> | null = null;
  #stage: Stage = 'fresh';
  #slot: WebSocketRequestSlot | null = null;
  #asked: Asked | null = null;
  #head: HeadReader | null = new HeadReader();
  #frames: Frames | null = null;
  #readUs = 0;
  #usedUp = false;
  #peerEnded = false;
  /** Our close message came first: the target, which ends the connection after it, did not close it. */
  #weClose = false;
  /** The target closed it first, or was the one to end it. */
  #peerCloses = false;

  constructor(connectionSlot: ConnectionSlot, socket: Socket, waiting: WaitingConnections) {
    this.#connectionSlot = connectionSlot;
    this.#socket = socket;
    this.#waiting = waiting;
    this.#readyUs = connectionSlot.options.clock.nowUs();
    connectionSlot.options.connections.add(this);
    socket.on('drain', this.#drained);
    attachUser(socket, this);
  }

  usable(): boolean {
    return this.#stage === 'fresh';
  }

  get isOpen(): boolean {
    return this.#stage === 'open';
  }

  send(slot: WebSocketRequestSlot, nowUs: number): void {
    const { request } = slot;
    this.#stage = 'upgrading';
    this.#slot = slot;
    slot.connection = this;
    slot.handle = this;
    if (slot.sendUs === 0) slot.sendUs = nowUs;
    const deflate = request.deflate ? new PerMessageDeflate({ maxPayload: request.maxMessageBytes }) : null;
    this.#asked = { key: makeKey(), subprotocols: request.subprotocols, deflate };
    this.#socket.write(`${slot.message.head}${upgradeLines(this.#asked)}\r\n`, 'latin1');
    this.#connectionSlot.options.events.sent(slot, nowUs);
  }

  feed(bytes: Buffer, length: number): void {
    if (this.#stage === 'over') return;
    this.#readUs = this.#connectionSlot.options.clock.nowUs();
    try {
      if (this.#frames) this.#frames.feed(bytes, length, this.#readUs);
      else this.#readHead(bytes, length);
    } catch (error) {
      if (errorCode(error) !== 'PLM_RESPONSE') this.#connectionSlot.options.events.internalError(error);
      this.#fail('protocol', error as Error);
    }
  }

  #readHead(bytes: Buffer, length: number): void {
    const slot = this.#slot;
    if (!slot) throw new ResponseError({ kind: 'unasked' });
    if (slot.firstByteUs === 0) slot.firstByteUs = this.#readUs;
    const read = this.#head?.feed(bytes, length);
    if (!read) return;
    this.#head = null;
    slot.status = read.head.status;
    if (read.head.status === 101) this.#open(slot, read.head, read.rest);
    else this.#notUpgraded(slot, read.rest);
  }

  #open(slot: WebSocketRequestSlot, head: ResponseHead, rest: Buffer): void {
    const asked = this.#asked as Asked;
    const judged = judgeUpgrade(head, asked);
    if ('failure' in judged) throw new ResponseError(judged.failure);
    const { events, bodies } = this.#connectionSlot.options;
    events.stream(this.#readUs).times.upgradeTime.record(this.#readUs - this.#readyUs);
    this.#frames = new Frames({
      socket: this.#socket,
      deflate: judged.deflates ? asked.deflate : null,
      maxMessageBytes: slot.request.maxMessageBytes,
      budget: bodies,
      sink: this,
    });
    this.#stage = 'open';
    slot.opened(this.#readUs, judged.subprotocol);
    // It may have been the last that the connection was open for.
    this.#frames?.feed(rest, rest.length, this.#readUs);
  }

  /** An answer of HTTP: its status says what it is, and it is the end either way. */
  #notUpgraded(slot: WebSocketRequestSlot, rest: Buffer): void {
    slot.keepBody(rest);
    if (slot.request.failsBy(slot.status)) this.#end('response', null, true);
    else this.#fail('protocol', new ResponseError({ kind: 'webSocketNotUpgraded', status: slot.status }));
  }

  sendMessage(bytes: Buffer, binary: boolean): boolean {
    return this.#frames?.send(bytes, binary) ?? true;
  }

  ping(data: Buffer): void {
    this.#frames?.ping(data);
  }

  close(): void {
    if (this.#stage !== 'open') return;
    this.#stage = 'closing';
    this.#weClose = true;
    this.#frames?.sendClose(normal);
    this.#waitIn(this.#waiting.forAnswer, closeAnswerMs);
  }

  messageCame(message: Buffer, nowUs: number): void {
    this.#slot?.messageCame(message, nowUs);
  }

  ponged(data: Buffer, nowUs: number): void {
    this.#slot?.ponged(data, nowUs);
  }

  drained(): void {
    if (this.#stage === 'open') this.#slot?.drained();
  }

  closeCame(code: number, reason: string, nowUs: number): void {
    const slot = this.#slot;
    if (!slot) return;
    this.#readUs = nowUs;
    this.#peerCloses = true;
    slot.ending.closeCode = code;
    if (this.#stage === 'closing') {
      this.#end('response', null, false);
      return;
    }
    this.#frames?.sendClose(code === noCode ? undefined : code);
    const early = slot.closedByTarget(code, reason);
    this.#end(early ? 'closed_early' : 'response', early && new ResponseError(early), false);
  }

  broken(error: ResponseError): void {
    this.#fail('protocol', error);
  }

  giveUp(slot: WebSocketRequestSlot, outcome: OutcomeKind): void {
    if (slot === this.#slot) this.#end(outcome, null, true);
  }

  retire(now: boolean): void {
    // It serves one request, and ends with it.
    if (now || this.#stage === 'fresh') this.#end('closed_early', null, true);
  }

  /** The target has not answered our close message, or not closed the connection, in time. */
  expire(): void {
    this.#waitsIn = null;
    if (this.#slot) this.#fail('timeout', new ResponseError({ kind: 'webSocketCloseUnanswered' }), abnormal);
    else this.#socket.destroy();
  }

  destroy(): Promise<void> {
    this.#stage = 'over';
    this.#usedUp = true;
    this.#slot = null;
    const socket = this.#socket;
    this.#frames?.sendClose(goingAway);
    const tells = this.#frames !== null && !socket.writableNeedDrain;
    this.#frames?.release();
    return new Promise((resolve) => {
      if (socket.closed) return resolve();
      // Over TLS a message is written later, and what is destroyed writes nothing.
      const late = tells ? setTimeout(() => socket.destroy(), goodbyeMs) : undefined;
      socket.once('close', () => {
        clearTimeout(late);
        resolve();
      });
      if (tells) socket.destroySoon();
      else socket.destroy();
    });
  }

  #fail(outcome: OutcomeKind, error: Error | null, closeCode: number | null = null): void {
    if (!this.#slot) {
      this.#over(true);
      return;
    }
    if (closeCode !== null && this.#frames) this.#slot.ending.closeCode = closeCode;
    if (outcome === 'protocol') this.#frames?.sendClose(brokenRules);
    this.#end(outcome, error, true);
  }

  /** The request is over, and the connection with it. `now`: it is closed at once; else the target may close it first. */
  #end(outcome: OutcomeKind, error: Error | null, now: boolean): void {
    const slot = this.#slot;
    this.#slot = null;
    this.#over(now);
    slot?.end(outcome, error, outcome === 'response' ? this.#readUs : this.#connectionSlot.options.clock.nowUs());
  }

  #over(now: boolean): void {
    this.#stage = 'over';
    this.#frames?.release();
    this.#waitIn(null, 0);
    if (now || this.#peerEnded) this.#socket.destroy();
    else this.#waitIn(this.#waiting.forEnd, lingerMs);
    if (this.#usedUp) return;
    this.#usedUp = true;
    this.#connectionSlot.connectionUsedUp(this);
  }

  /** In this list alone, for so long. */
  #waitIn(list: DeadlineList<WebSocketConnection> | null, ms: number): void {
    this.#waitsIn?.remove(this);
    this.#waitsIn = list;
    list?.add(this, this.#connectionSlot.options.clock.nowUs() + ms * 1000);
  }

  /** The socket calls this: the target has closed its side. */
  ended(): void {
    this.#peerEnded = true;
    const silently: ConnectionFailure | null = this.#frames ? { kind: 'webSocketClosedSilently' } : null;
    if (this.#slot) this.#fail('closed_early', silently && new ResponseError(silently), abnormal);
    else this.#over(true);
  }

  /** The socket calls this: it failed. */
  failed(error: Error): void {
    const outcome = classifyError(error, this.#peerEnded);
    if (outcome === 'reset') this.#peerEnded = true;
    this.#fail(outcome, error, abnormal);
  }

  /** The socket calls this: it is gone. */
  closed(): void {
    const { options } = this.#connectionSlot;
    this.#waitIn(null, 0);
    this.#socket.off('drain', this.#drained);
    options.connections.delete(this);
    options.meter.closed(this.#socket, !this.#weClose && (this.#peerEnded || this.#peerCloses));
    this.#fail('closed_early', null, abnormal);
  }
}

/** Connections of a thread that wait for their targets. */
export interface WaitingConnections {
  /** For the answer to our close message. */
  readonly forAnswer: DeadlineList<WebSocketConnection>;
  /** For the end of the connection, after it. */
  readonly forEnd: DeadlineList<WebSocketConnection>;
}
