/**
 * Sockets for one connection after another. A load without keep-alive opens a connection for each request, and a new Socket is a
 * fifth of what that costs in Node. A closed Socket can be connected again (`socket.connect` in Node's documentation). Its listeners
 * stay too: they tell its user of the moment.
 */
import { connect, type NetConnectOpts, Socket } from 'node:net';
import { type OnBytes, openRead, readBuffer, type SocketReads } from './socket-reads.ts';

/** The user of a socket at the moment, who is told what happens to it. */
export interface SocketUser {
  connected?(): void;
  /** Replaces the pool's {@link OnBytes}. */
  feed?: OnBytes;
  /** The target has closed its side. It must destroy the socket at once. */
  ended?(): void;
  failed(error: Error): void;
  closed?(): void;
}

/** Of a socket that is a stream. */
export const streamOptions = { noDelay: true, highWaterMark: readBuffer.length } as const;
/** Closed sockets that are kept, at most. */
const maxIdle = 1000;

/** Whoever uses it must destroy it when it ends: it does not close its own side by itself. */
export class PooledSocket extends Socket {
  onBytes: OnBytes = () => {};
  /** Set anew for each phase of a connection. Null if its user listens to the socket by itself. */
  user: SocketUser | null = null;
  /** The target closed its side of the connection. */
  #ended = false;

  /** `closed` is called after its user, if the target closed its side: such a socket may be connected again. */
  constructor(closed: (socket: PooledSocket) => void) {
    const read = (length: number) => {
      const { user } = this;
      if (user?.feed) user.feed(readBuffer, length);
      else this.onBytes(readBuffer, length);
      return true;
    };
    super({ allowHalfOpen: true, noDelay: true, onread: { buffer: readBuffer, callback: read } });
    this.on('connect', () => this.user?.connected?.());
    this.on('error', (error) => this.user?.failed(error));
    this.on('close', () => {
      const { user } = this;
      this.user = null;
      user?.closed?.();
      if (this.#ended) closed(this);
    });
  }

  open(options: NetConnectOpts): void {
    this.#ended = false;
    this.connect(options);
  }

  /** A stream needs two ticks from its end to `end`. A user that destroys it need not wait for them. */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk !== null) return super.push(chunk, encoding);
    this.#ended = true;
    if (!this.user?.ended) return super.push(null);
    this.user.ended();
    return false;
  }

  /** It ended in good order, and nobody else listens to it any more. */
  get reusable(): boolean {
    return this.#ended && this.errored === null && this.writableLength === 0 && this.listenerCount('error') === 1;
  }
}

/** From now on this user is told what happens to a connected socket, one of the pool or another. */
export function attachUser(socket: Socket, user: Required<Pick<SocketUser, 'ended' | 'failed' | 'closed'>> & SocketUser): void {
  if (socket instanceof PooledSocket) socket.user = user;
  else
    socket
      .once('end', () => user.ended())
      .on('error', (error) => user.failed(error))
      .once('close', () => user.closed());
}

export class SocketPool {
  readonly #idle: PooledSocket[] = [];
  readonly #keep = (socket: PooledSocket): void => {
    if (this.#idle.length < maxIdle) this.#idle.push(socket);
  };

  /**
   * A socket that connects. One that a function reads comes from the pool: listeners that its user adds must be removed when it is closed;
   * its `user` is forgotten then.
   */
  open(options: NetConnectOpts, reads: SocketReads): Socket {
    if (typeof reads === 'function') return this.#connect(options, reads);
    return openRead(reads, (reading) => connect({ ...options, ...streamOptions, ...reading }));
  }

  #connect(options: NetConnectOpts, onBytes: OnBytes): Socket {
    const socket = this.#take() ?? new PooledSocket(this.#keep);
    socket.onBytes = onBytes;
    socket.open(options);
    return socket;
  }

  /** A socket is asked when it is taken whether it can be used again: others may hear of its close after the pool. */
  #take(): PooledSocket | null {
    for (let socket = this.#idle.pop(); socket; socket = this.#idle.pop()) if (socket.reusable) return socket;
    return null;
  }
}
