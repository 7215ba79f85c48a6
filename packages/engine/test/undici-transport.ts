/**
 * The oracle of our HTTP/1.1 transport: the same through undici's `Client.dispatch`, one Client per connection and one handler object per lane.
 *
 * What of undici is kept in check here: it would send pipelined requests again after a lost connection (we refuse the second
 * start: a request is sent once); its timers are coarse (off; the engine owns deadlines); it closes after HEAD and idle
 * connections after 4 s (told not to); it waits for headers before it pipelines (told not to).
 */
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { Dial } from '../src/dial.ts';
import type { Lane } from '../src/lane.ts';
import { ConnectionGoneError, DialError, GivenUpError, outcomeOf } from '../src/outcome.ts';
import { HttpLane } from '../src/transports/http-lane.ts';
import type { HttpOptions } from '../src/transports/http-options.ts';
import type { Transport } from '../src/transports/transport.ts';

const neverIdleMs = 600_000;
/** undici stops using a connection this long before the time the target said it keeps it. */
const keepAliveMarginMs = 500;
const maxHeaderBytes = 65_536;

export function undiciTransport(options: HttpOptions): Transport {
  const connections: UndiciConnection[] = [];
  const connectionOf = (lane: Lane) => (lane as UndiciLane).connection;
  return {
    addConnection() {
      const connection = new UndiciConnection(options);
      connections.push(connection);
      return connection.lanes;
    },
    begin: (lane) => connectionOf(lane).begin(lane as UndiciLane),
    giveUp: (lane, outcome) => (lane as UndiciLane).giveUp(outcome),
    hangUp: (lane) => connectionOf(lane).renew(),
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

class UndiciConnection {
  readonly lanes: UndiciLane[] = [];
  readonly options: HttpOptions;
  readonly #dispatch: Omit<Dispatcher.DispatchOptions, 'path' | 'method'>;
  #client: Client;
  #dial: Dial | null = null;
  #socket: Socket | null = null;
  #requests = 0;
  #peerEnded = false;
  /** The target said `Connection: close`: when the socket closes it was its doing, though we may be first. */
  peerCloses = false;

  constructor(options: HttpOptions) {
    this.options = options;
    const { keepAlive } = options;
    this.#dispatch = {
      idempotent: true,
      blocking: false,
      reset: !keepAlive,
    };
    this.#client = this.#newClient();
    for (let i = 0; i < options.pipelining; i++) this.lanes.push(new UndiciLane(this));
  }

  get peerEnded(): boolean {
    return this.#peerEnded;
  }

  /** We said `Connection: close` with the last request. */
  get #weClose(): boolean {
    const { keepAlive, maxRequestsPerConnection } = this.options;
    return !keepAlive || (maxRequestsPerConnection !== null && this.#requests >= maxRequestsPerConnection);
  }

  get connecting(): boolean {
    return this.#dial !== null;
  }

  begin(lane: UndiciLane): void {
    if (!this.#socket) lane.sendUs = this.options.clock.nowUs();
    const { path, method, headers, body } = lane.message;
    this.#client.dispatch({ ...this.#dispatch, path, method, headers: headers as string[], body }, lane);
  }

  /** Counts a request written to the open socket; answers whether the socket had carried one before. */
  countRequest(): boolean {
    return this.#requests++ > 0;
  }

  abortDial(): void {
    this.#dial?.abort();
  }

  /** Closes the socket; the next request opens another. */
  renew(): void {
    const old = this.#client;
    this.#client = this.#newClient();
    this.#socket = null;
    this.#dial?.abort();
    old.destroy(new GivenUpError('The connection was given up.')).catch(this.options.events.broke);
  }

  async close(): Promise<void> {
    this.#dial?.abort();
    await this.#client.destroy(new GivenUpError('The run is over.'));
  }

  #newClient(): Client {
    const { url, pipelining, maxRequestsPerConnection, events } = this.options;
    const client = new Client(url.origin, {
      connect: (_where, done) => this.#connect(client, done),
      pipelining,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: neverIdleMs,
      keepAliveMaxTimeout: neverIdleMs,
      keepAliveTimeoutThreshold: keepAliveMarginMs,
      maxHeaderSize: maxHeaderBytes,
      allowH2: false,
      ...(maxRequestsPerConnection === null ? {} : { maxRequestsPerClient: maxRequestsPerConnection }),
    });
    client.on('error' as never, events.broke);
    return client;
  }

  #connect(client: Client, done: buildConnector.Callback): void {
    const { clock, dial, meter, events, url } = this.options;
    const startUs = clock.nowUs();
    for (const lane of this.lanes) if (lane.active && lane.sendUs === 0) lane.sendUs = startUs;
    this.#dial = dial((error, opened) => {
      this.#dial = null;
      if (!opened) {
        meter.failed();
        done(error ?? new GivenUpError('No connection.'), null);
        return;
      }
      const { socket } = opened;
      meter.opened(socket, url.protocol === 'https:');
      events.connected(clock.nowUs(), opened.phases);
      if (client === this.#client) this.#adopt(socket);
      else socket.once('close', () => meter.closed(socket, false));
      done(null, socket);
    });
  }

  #adopt(socket: Socket): void {
    this.#socket = socket;
    this.#requests = 0;
    this.#peerEnded = false;
    this.peerCloses = false;
    const peerHungUp = () => {
      if (this.#socket === socket) this.#peerEnded = true;
      hungUp = true;
    };
    let hungUp = false;
    socket.once('end', peerHungUp);
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') hungUp = true;
    });
    socket.once('close', () => {
      this.options.meter.closed(socket, !this.#weClose && (hungUp || (this.#socket === socket && this.peerCloses)));
      if (this.#socket === socket) this.#socket = null;
    });
  }
}

class UndiciLane extends HttpLane implements Dispatcher.DispatchHandler {
  readonly connection: UndiciConnection;
  #controller: Dispatcher.DispatchController | null = null;

  constructor(connection: UndiciConnection) {
    super();
    this.connection = connection;
  }

  override reset(dueUs: number, warm: boolean): void {
    super.reset(dueUs, warm);
    this.#controller = null;
  }

  giveUp(outcome: OutcomeKind): void {
    if (!this.active) return;
    this.verdict = outcome;
    if (this.#controller) {
      this.#controller.abort(new GivenUpError('The request was given up.'));
    } else if (this.connection.connecting) {
      if (outcome === 'timeout') this.verdict = 'connect_timeout';
      this.connection.abortDial();
    } else this.connection.renew();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici offers pipelined requests again on a new connection. Thrown, not aborted: an abort would close that connection.
    if (this.#controller) throw new ConnectionGoneError('The connection was lost before its answer.');
    this.#controller = controller;
    const { clock, events } = this.connection.options;
    const nowUs = clock.nowUs();
    if (this.sendUs === 0) this.sendUs = nowUs;
    this.reused = this.connection.countRequest();
    events.sent(this, nowUs);
  }

  onResponseStarted(): void {
    if (this.firstByteUs === 0) this.firstByteUs = this.connection.options.clock.nowUs();
  }

  onResponseStart(_controller: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return;
    this.tookHead(status, headers);
    if (this.connection.options.keepAlive && headers.connection === 'close') this.connection.peerCloses = true;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.tookBody(chunk, 0, chunk.length);
  }

  onResponseEnd(): void {
    if (!this.active) return;
    const { clock, events } = this.connection.options;
    events.ended(this, clock.nowUs(), 'response');
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (!this.active) return;
    const { clock, events } = this.connection.options;
    this.error = error;
    events.ended(this, clock.nowUs(), this.verdict ?? this.#outcomeOf(error));
  }

  #outcomeOf(error: Error): OutcomeKind {
    // Lanes that waited for the same dial as one that was given up.
    if (error instanceof DialError || !(error instanceof GivenUpError)) return outcomeOf(error, this.connection.peerEnded);
    return 'closed_early';
  }
}
