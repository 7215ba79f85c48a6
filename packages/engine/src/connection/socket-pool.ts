/**
 * TCP sockets for one connection after another. A load without keep-alive opens a connection for each request, and a new Socket is a
 * fifth of what that costs in Node. A closed Socket can be connected again (`socket.connect` in Node's documentation). Its listeners
 * stay too: they tell whoever uses it now.
 */
import { Socket, type TcpSocketConnectOpts } from 'node:net';

/** Receives the first `length` bytes of a buffer that is used again after the call. */
export type OnBytes = (bytes: Buffer, length: number) => void;

/** What happens to a socket, told to its user of the moment. */
export interface SocketUser {
  connected?(): void;
  ended?(): void;
  failed(error: Error): void;
  closed?(): void;
}

/** Bytes are handed on before the next read, so one buffer is enough for all connections of a thread. */
export const readBuffer = Buffer.allocUnsafeSlow(65_536);
/** Closed sockets that are kept, at most. */
const maxIdle = 1000;

/** Whoever uses it must destroy it when it ends: it does not close its own side by itself. */
export class PooledSocket extends Socket {
  onBytes: OnBytes = () => {};
  /** Set anew for each phase of a connection. Null if its user listens to the socket by itself. */
  user: SocketUser | null = null;

  constructor() {
    const read = (length: number) => {
      this.onBytes(readBuffer, length);
      return true;
    };
    super({ allowHalfOpen: true, noDelay: true, onread: { buffer: readBuffer, callback: read } });
    this.on('connect', () => this.user?.connected?.());
    this.on('end', () => this.user?.ended?.());
    this.on('error', (error) => this.user?.failed(error));
    this.on('close', () => this.user?.closed?.());
  }

  /** It ended in good order, and nobody else listens to it any more. */
  get reusable(): boolean {
    return this.readableEnded && this.errored === null && this.writableLength === 0 && this.listenerCount('error') === 1;
  }
}

export class SocketPool {
  readonly #idle: PooledSocket[] = [];

  /** A socket that connects. Listeners that its user adds must be removed when it is closed; its `user` is forgotten then. */
  connect(options: TcpSocketConnectOpts, onBytes: OnBytes): Socket {
    const socket = this.#idle.pop() ?? this.#create();
    socket.onBytes = onBytes;
    socket.connect(options);
    return socket;
  }

  #create(): PooledSocket {
    const socket = new PooledSocket();
    const keep = () => {
      socket.user = null;
      if (socket.reusable && this.#idle.length < maxIdle) this.#idle.push(socket);
    };
    // A tick later, so that everybody has heard of the old connection's end before there is a new one.
    socket.on('close', () => process.nextTick(keep));
    return socket;
  }
}
