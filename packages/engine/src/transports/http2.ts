/**
 * HTTP/2 over node:http2, one session per connection and one lane per concurrent stream. Over TLS the target must choose `h2` in
 * the handshake; over plain TCP it must know HTTP/2 beforehand (h2c). A target that allows fewer streams at once than the plan
 * has lanes makes requests wait inside the session: that time is part of their service time.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { Dial } from '../dial.ts';
import type { Lane } from '../lane.ts';
import { ConnectionGoneError, codeOf, outcomeOf } from '../outcome.ts';
import { HttpLane } from './http-lane.ts';
import type { HttpOptions } from './http-options.ts';
import { ResponseError } from './http1-parser.ts';
import type { Transport } from './transport.ts';

const streamWindowBytes = 262_144;
const sessionWindowBytes = 1_048_576;

export function http2Transport(options: HttpOptions): Transport {
  const shared = { ...options, sessions: new Set<Session>() };
  const connections: Http2Connection[] = [];
  const connectionOf = (lane: Lane) => (lane as Http2Lane).connection;
  return {
    addConnection() {
      const connection = new Http2Connection(shared);
      connections.push(connection);
      return connection.lanes;
    },
    begin: (lane) => connectionOf(lane).begin(lane as Http2Lane),
    giveUp: (lane, outcome) => connectionOf(lane).giveUp(lane as Http2Lane, outcome),
    hangUp: (lane) => connectionOf(lane).hangUp(),
    async close() {
      for (const connection of connections) connection.close();
      await Promise.all([...shared.sessions].map((session) => session.destroy()));
    },
  };
}

interface Shared extends HttpOptions {
  readonly sessions: Set<Session>;
}

class Http2Lane extends HttpLane {
  readonly connection: Http2Connection;
  stream: ClientHttp2Stream | null = null;
  constructor(connection: Http2Connection) {
    super();
    this.connection = connection;
  }
}

class Http2Connection {
  readonly options: Shared;
  readonly lanes: Http2Lane[] = [];
  readonly #waiting: Http2Lane[] = [];
  #session: Session | null = null;
  #dial: Dial | null = null;

  constructor(options: Shared) {
    this.options = options;
    for (let i = 0; i < options.streams; i++) this.lanes.push(new Http2Lane(this));
  }

  begin(lane: Http2Lane): void {
    const nowUs = this.options.clock.nowUs();
    if (this.#session?.usable(nowUs)) {
      this.#session.send(lane, nowUs);
      return;
    }
    lane.sendUs = nowUs;
    this.#waiting.push(lane);
    if (!this.#dial) this.#open();
  }

  giveUp(lane: Http2Lane, outcome: OutcomeKind): void {
    const place = this.#waiting.indexOf(lane);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      if (this.#waiting.length === 0) this.#abortDial();
      this.end(lane, outcome === 'timeout' ? 'connect_timeout' : outcome, null);
      return;
    }
    const { stream } = lane;
    lane.stream = null;
    stream?.close(constants.NGHTTP2_CANCEL);
    this.end(lane, outcome, null);
  }

  hangUp(): void {
    this.#abortDial();
    this.#session?.retire();
  }

  close(): void {
    this.#waiting.length = 0;
    this.#abortDial();
  }

  end(lane: Http2Lane, outcome: OutcomeKind, error: unknown): void {
    lane.error = error;
    this.options.events.ended(lane, this.options.clock.nowUs(), outcome);
  }

  #abortDial(): void {
    const dial = this.#dial;
    this.#dial = null;
    dial?.abort();
  }

  #open(): void {
    const { dial, clock, meter, events, url } = this.options;
    const attempt = dial((error, opened) => {
      const wanted = this.#dial === attempt;
      if (wanted) this.#dial = null;
      if (!opened) {
        meter.failed();
        for (const lane of this.#waiting.splice(0)) this.end(lane, outcomeOf(error, false), error);
        return;
      }
      const secure = url.protocol === 'https:';
      const { socket } = opened;
      meter.opened(socket, secure);
      socket.once('close', () => meter.closed(socket, this.#closedByPeer(socket)));
      events.connected(clock.nowUs(), opened.phases);
      if (!wanted) socket.destroy();
      else if (secure && (socket as Socket & { alpnProtocol?: unknown }).alpnProtocol !== 'h2') {
        socket.destroy();
        const spoke = new ResponseError('The target did not choose HTTP/2 in the TLS handshake.');
        for (const lane of this.#waiting.splice(0)) this.end(lane, 'protocol', spoke);
      } else this.#adopt(new Session(this, socket));
    });
    this.#dial = attempt;
  }

  #adopt(session: Session): void {
    this.#session = session;
    for (;;) {
      const nowUs = this.options.clock.nowUs();
      const lane = session.usable(nowUs) ? this.#waiting.shift() : undefined;
      if (!lane) break;
      session.send(lane, nowUs);
    }
    if (this.#waiting.length > 0 && !this.#dial) this.#open();
  }

  #closedByPeer(socket: Socket): boolean {
    for (const session of this.options.sessions) if (session.socket === socket) return session.leftByPeer;
    return false;
  }
}

/** One HTTP/2 session: streams in flight on it until it is used up. */
class Session {
  readonly socket: Socket;
  readonly #connection: Http2Connection;
  readonly #session: ClientHttp2Session;
  readonly #openedUs: number;
  #requests = 0;
  #inFlight = 0;
  #usedUp = false;
  /** The target said it would go, or went. */
  leftByPeer = false;

  constructor(connection: Http2Connection, socket: Socket) {
    this.#connection = connection;
    this.socket = socket;
    const { url, sessions, clock } = connection.options;
    this.#openedUs = clock.nowUs();
    sessions.add(this);
    this.#session = connect(url.origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: streamWindowBytes },
    });
    this.#session.once('connect', () => this.#session.setLocalWindowSize(sessionWindowBytes));
    this.#session.on('goaway', () => this.#peerLeft());
    socket.once('end', () => this.#peerLeft());
    this.#session.on('error', () => {
      // Each stream in flight is told the same error; here it only means that no more can be sent.
      this.#usedUp = true;
    });
    this.#session.once('close', () => {
      this.#usedUp = true;
      setImmediate(() => sessions.delete(this));
    });
  }

  usable(nowUs: number): boolean {
    if (this.#usedUp || this.#session.closed || this.#session.destroyed) return false;
    const { maxAgeUs } = this.#connection.options;
    if (nowUs - this.#openedUs >= maxAgeUs) this.retire();
    return !this.#usedUp;
  }

  send(lane: Http2Lane, nowUs: number): void {
    const { events, keepAlive, maxRequestsPerConnection } = this.#connection.options;
    if (lane.sendUs === 0) lane.sendUs = nowUs;
    lane.reused = this.#requests++ > 0;
    const { body, http2: headers } = lane.message;
    this.#inFlight++;
    const stream: LaneStream = this.#session.request(headers, { endStream: body === null });
    lane.stream = stream;
    stream.lane = lane;
    stream.owner = this;
    stream.on('headers', onInformational).on('response', onResponse).on('data', onData);
    stream.on('end', onEnd).on('error', onError).on('close', onClose);
    if (body) stream.end(body);
    events.sent(lane, nowUs);
    if (!keepAlive || this.#requests === maxRequestsPerConnection) this.retire();
  }

  /** Takes no more requests; closes when those in flight have ended. */
  retire(): void {
    if (this.#usedUp) return;
    this.#usedUp = true;
    this.#closeWhenDone();
  }

  /** node:http2's own `close` would drop requests that have not reached the wire yet. */
  #closeWhenDone(): void {
    if (this.#usedUp && this.#inFlight === 0) this.#session.close();
  }

  destroy(): Promise<void> {
    this.#usedUp = true;
    return new Promise((resolve) => {
      if (this.socket.closed) resolve();
      else this.socket.once('close', () => resolve());
      this.#session.destroy();
      this.socket.destroy();
    });
  }

  #peerLeft(): void {
    if (!this.#usedUp) this.leftByPeer = true;
    this.#usedUp = true;
  }

  /** A stream of ours is over, well or badly. Answers the outcome where nobody has told it yet. */
  streamClosed(stream: LaneStream): void {
    this.#inFlight--;
    this.#closeWhenDone();
    const lane = laneOf(stream);
    if (!lane) return;
    lane.stream = null;
    const error = lane.error ?? new ConnectionGoneError(`The stream was closed (code ${stream.rstCode}).`);
    this.#connection.end(lane, this.#outcomeOf(error, stream.rstCode ?? 0), error);
  }

  #outcomeOf(error: unknown, rstCode: number): OutcomeKind {
    const code = codeOf(error);
    if (code === 'ERR_HTTP2_ERROR') return 'protocol';
    if (this.leftByPeer) return 'closed_early';
    if (code === 'ERR_HTTP2_STREAM_ERROR' || (rstCode !== constants.NGHTTP2_NO_ERROR && !code.startsWith('ERR_HTTP2_SESSION')))
      return 'reset';
    if (code.startsWith('ERR_HTTP2') || code === 'PLM_CONNECTION_GONE') return 'closed_early';
    return outcomeOf(error, this.leftByPeer);
  }
}

/** Listeners are shared functions that find their lane through the stream: a closure each for every request would be the cost. */
type LaneStream = ClientHttp2Stream & { lane?: Http2Lane; owner?: Session };

/** The lane, unless it has given this stream up or has been told its end. */
function laneOf(stream: LaneStream): Http2Lane | null {
  const { lane } = stream;
  return lane && lane.stream === stream ? lane : null;
}

function onInformational(this: LaneStream): void {
  const lane = laneOf(this);
  if (lane && lane.firstByteUs === 0) lane.firstByteUs = lane.connection.options.clock.nowUs();
}

function onResponse(this: LaneStream, headers: IncomingHttpHeaders & { ':status'?: number | string }): void {
  onInformational.call(this);
  laneOf(this)?.tookHead(Number(headers[':status']), headers);
}

function onData(this: LaneStream, bytes: Buffer): void {
  laneOf(this)?.tookBody(bytes, 0, bytes.length);
}

/** Also comes when the stream was reset or broke off; then `close` knows. */
function onEnd(this: LaneStream): void {
  const lane = laneOf(this);
  if (!lane || lane.status === 0 || this.rstCode !== constants.NGHTTP2_NO_ERROR || this.destroyed) return;
  lane.stream = null;
  const { clock, events } = lane.connection.options;
  events.ended(lane, clock.nowUs(), 'response');
}

function onError(this: LaneStream, error: Error): void {
  const lane = laneOf(this);
  if (lane) lane.error = error;
}

function onClose(this: LaneStream): void {
  this.owner?.streamClosed(this);
}
