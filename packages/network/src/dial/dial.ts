/** One attempt to open a connection: tries each address in order and measures each phase. */
import type { Socket } from 'node:net';
import type { PeerCertificate } from 'node:tls';
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import { DialError, errorCode, GivenUpError } from './connection-error.ts';
import { PooledSocket, type SocketUser } from './socket-pool.ts';
import type { SocketReads } from './socket-reads.ts';
import { describeTlsFailure } from './tls-failure.ts';

/**
 * The time that opening a connection took, in µs; null if a phase did not happen. The phases add up to the whole: addresses that
 * did not answer belong to the TCP phase.
 */
export interface DialPhases {
  readonly wholeUs: number;
  readonly dnsUs: number | null;
  readonly tcpUs: number;
  readonly tlsUs: number | null;
}

export type DialDone = (error: DialError | null, opened: { readonly socket: Socket; readonly phases: DialPhases } | null) => void;

/** Monotonic time in whole µs. */
export interface DialClock {
  nowUs(): number;
}

export interface Dial {
  /** Gives the attempt up. `done` is called with an error, later. */
  abort(): void;
}

/** The socket is `streamed` where nothing else is said. If a function reads it, the caller removes its listeners when it is closed: it is used again. */
export type Dialler = (done: DialDone, reads?: SocketReads) => Dial;

export class DialAttempt implements Dial, SocketUser {
  readonly #clock: DialClock;
  readonly #startUs: number;
  #dnsUs: number | null = null;
  #tcpUs: number | null = null;
  #done: DialDone | null;
  #aborted = false;
  #socket: Socket | null = null;
  #certificate: PeerCertificate | null = null;
  #addresses: readonly string[] = [];
  /** The number of addresses that were tried so far. */
  #tried = 0;
  #open: (address: string) => Socket = () => {
    throw new Error('nothing to open');
  };
  readonly #connected: (address: string) => void;

  /** `connected` is told the address that answered. */
  constructor(clock: DialClock, done: DialDone, connected: (address: string) => void) {
    this.#clock = clock;
    this.#startUs = clock.nowUs();
    this.#done = done;
    this.#connected = connected;
  }

  abort(): void {
    if (!this.#done || this.#aborted) return;
    this.#aborted = true;
    if (this.#socket) this.#socket.destroy(new GivenUpError({ kind: 'connectionGivenUp' }));
    else this.failSoon(new DialError('connect', 'PLM_GIVEN_UP', { kind: 'notResolvedInTime' }));
  }

  failSoon(error: DialError): void {
    setImmediate(() => this.#fail(error));
  }

  /** The host name was looked up. */
  resolved(): void {
    this.#dnsUs = this.#sinceStartUs();
  }

  /** The target showed its certificate, which is not judged yet. */
  showed(certificate: PeerCertificate): void {
    this.#certificate = certificate;
  }

  /** Tries one address after the other. `open` answers a socket that connects. */
  tryEach(addresses: readonly string[], open: (address: string) => Socket): void {
    this.#addresses = addresses;
    this.#open = open;
    this.#tryNext();
  }

  #tryNext(): void {
    const address = this.#addresses[this.#tried];
    if (this.#aborted || address === undefined) return;
    this.#tried++;
    const socket = this.#open(address);
    this.#socket = socket;
    if (socket instanceof PooledSocket) socket.user = this;
    else this.#listen(socket);
  }

  #listen(socket: Socket): void {
    const failed = (error: Error) => this.failed(error);
    const succeeded = () => {
      socket.removeListener('error', failed);
      this.#succeed(socket, secure);
    };
    const secure = 'encrypted' in socket;
    socket.once('error', failed);
    socket.once('connect', () => {
      this.#tcpConnected();
      if (!secure) succeeded();
    });
    if (secure) socket.once('secureConnect', succeeded);
  }

  /** A socket of the pool calls this: it is connected. */
  connected(): void {
    const socket = this.#socket as PooledSocket;
    socket.user = null;
    this.#tcpConnected();
    this.#succeed(socket, false);
  }

  /** A socket of the pool calls this, or any other before it is connected. */
  failed(error: Error): void {
    const connected = this.#tcpUs !== null;
    const givenUp = errorCode(error) === 'PLM_GIVEN_UP';
    if (this.#tried < this.#addresses.length && !connected && !givenUp) {
      this.#tryNext();
      return;
    }
    const address = this.#addresses[this.#tried - 1] as string;
    const code = errorCode(error);
    const failure: ConnectionFailure = givenUp
      ? { kind: 'connectionGivenUp' }
      : (connected && describeTlsFailure(code, this.#certificate)) || { kind: 'notConnected', code, error: error.message, address };
    this.#fail(new DialError(connected ? 'tls' : 'connect', code, failure));
  }

  #tcpConnected(): void {
    this.#tcpUs = this.#sinceStartUs() - (this.#dnsUs ?? 0);
    this.#connected(this.#addresses[this.#tried - 1] as string);
  }

  #succeed(socket: Socket, secure: boolean): void {
    const done = this.#done;
    this.#done = null;
    const [dnsUs, tcpUs] = [this.#dnsUs, this.#tcpUs ?? 0];
    const untilTcpUs = (dnsUs ?? 0) + tcpUs;
    const wholeUs = secure ? this.#sinceStartUs() : untilTcpUs;
    done?.(null, { socket, phases: { wholeUs, dnsUs, tcpUs, tlsUs: secure ? wholeUs - untilTcpUs : null } });
  }

  #fail(error: DialError): void {
    const done = this.#done;
    this.#done = null;
    done?.(error, null);
  }

  #sinceStartUs(): number {
    return this.#clock.nowUs() - this.#startUs;
  }
}
