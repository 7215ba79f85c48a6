/**
 * TCP sockets for one connection after another. A load without keep-alive opens a connection for each request, and a new Socket is a
 * fifth of what that costs in Node. A closed Socket can be connected again (`socket.connect` in Node's documentation).
 */
import { Socket, type TcpSocketConnectOpts } from 'node:net';

/** Receives the first `length` bytes of a buffer that is used again after the call. */
export type OnBytes = (bytes: Buffer, length: number) => void;

/** Bytes are handed on before the next read, so one buffer is enough for all connections of a thread. */
export const readBuffer = Buffer.allocUnsafeSlow(65_536);
/** Closed sockets that are kept, at most. */
const maxIdle = 1000;

/** Whoever uses it must destroy it when it ends: it does not close its own side by itself. */
class PooledSocket extends Socket {
  onBytes: OnBytes = () => {};

  constructor() {
    const read = (length: number) => {
      this.onBytes(readBuffer, length);
      return true;
    };
    super({ allowHalfOpen: true, noDelay: true, onread: { buffer: readBuffer, callback: read } });
  }

  /** It ended in good order, and nobody listens to it any more. */
  get reusable(): boolean {
    return this.readableEnded && this.errored === null && this.writableLength === 0 && this.listenerCount('error') === 0;
  }
}

export class SocketPool {
  readonly #idle: PooledSocket[] = [];

  /** A socket that connects. Its user must remove all listeners that are left when it is closed. */
  connect(options: TcpSocketConnectOpts, onBytes: OnBytes): Socket {
    const socket = this.#idle.pop() ?? this.#create();
    socket.onBytes = onBytes;
    socket.connect(options);
    return socket;
  }

  #create(): PooledSocket {
    const socket = new PooledSocket();
    const keep = () => {
      if (socket.reusable && this.#idle.length < maxIdle) this.#idle.push(socket);
    };
    // A tick later, so that everybody has heard of the old connection's end before there is a new one.
    socket.on('close', () => process.nextTick(keep));
    return socket;
  }
}
