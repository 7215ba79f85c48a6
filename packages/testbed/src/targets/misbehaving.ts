/** A shelf of targets that break the rules, one way each. Raw sockets: no HTTP library would let us. */
import { createServer, type Socket } from 'node:net';
import { listen } from '../listen.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** How each treats a request. */
export const misbehaviours = {
  /** Takes the request and never answers. */
  stall: () => {},
  /** Sends half a response and stops. */
  stallInBody: (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
  /** One byte a second. */
  drip: (socket: Socket) => {
    let sent = 0;
    const timer = setInterval(() => {
      if (sent < ok.length && !socket.destroyed) socket.write(ok[sent++] as string);
      else clearInterval(timer);
    }, 1000);
    socket.on('close', () => clearInterval(timer));
  },
  reset: (socket: Socket) => socket.resetAndDestroy(),
  resetInBody: (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => setTimeout(() => socket.resetAndDestroy(), 20));
  },
  /** Closes its side without a word. */
  halfClose: (socket: Socket) => socket.end(),
  /** Promises more than it sends, then closes. */
  shortLength: (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
  /** Sends more than it promised. */
  longLength: (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and much more than was promised'),
  chunkedGarbage: (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nthis is no chunk size\r\n'),
  chunkedBrokenOff: (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'),
  noHttp: (socket: Socket) => socket.write('SSH-2.0-OpenSSH_9.2p1\r\n'),
  endlessHeaders: (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, `X-Filler: ${'x'.repeat(1000)}\r\n`);
  },
  endlessBody: (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    pour(socket, `400\r\n${'y'.repeat(0x400)}\r\n`);
  },
  bodyWith204: (socket: Socket) => socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello'),
  informational: (socket: Socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${ok}`),
  unasked100: (socket: Socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok}`),
  trailers: (socket: Socket) =>
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n\r\n'),
  /** Two answers to one question. */
  twice: (socket: Socket) => socket.write(ok + ok),
  /** Answers, then closes although it promised to keep the connection. */
  closeAfter: (socket: Socket) => socket.end(ok),
  /** Says that it will close, and does. */
  sayClose: (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'),
  /** Says that it will close, and leaves that to us. */
  sayCloseOnly: (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'),
  /** Speaks HTTP/1.0, where a connection is closed after its response without a word of it. */
  http10: (socket: Socket) => socket.end('HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok'),
  upgrade: (socket: Socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
} satisfies Record<string, (socket: Socket) => unknown>;

export type Misbehaviour = keyof typeof misbehaviours;

function pour(socket: Socket, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

export interface MisbehavingTarget {
  readonly url: string;
  readonly requests: () => number;
  close(): Promise<void>;
}

/** Starts a target that answers every request in this way. */
export async function startMisbehaving(kind: Misbehaviour): Promise<MisbehavingTarget> {
  let requests = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    let text = '';
    socket.on('data', (piece) => {
      text += piece;
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        text = text.slice(end + 4);
        requests++;
        misbehaviours[kind](socket);
      }
    });
  });
  const { url, close } = await listen(server);
  return { url: `${url}/`, requests: () => requests, close };
}
