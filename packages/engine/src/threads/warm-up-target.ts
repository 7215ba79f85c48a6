/** The target of the JIT warm-up: a listener in its own thread that speaks the protocol of the plan's target. */
import { createServer as createHttp1 } from 'node:http';
import { createServer as createHttp2, createSecureServer as createHttp2Tls, type ServerHttp2Stream } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { WebSocketServer } from 'ws';
import type { WarmUpAnswer } from '../events/warm-up-stream.ts';
import { type SelfSigned, selfSignedCertificate } from './self-signed-certificate.ts';

export interface WarmUpTargetOptions {
  readonly http2: boolean;
  /** Every request becomes a WebSocket, whose messages are sent back. */
  readonly webSocket: boolean;
  /** Every answer is a stream of these messages. */
  readonly stream: WarmUpAnswer | null;
  readonly secure: boolean;
  readonly keepAlive: boolean;
}

export interface WarmUpTarget {
  readonly url: string;
  /** PEM of the authority of its certificate; null without TLS. */
  readonly ca: string | null;
  close(): void;
}

let answers = 0;
/** An answer as most targets give it: its head is the same many times and then changes. */
function answer(keepAlive: boolean): string {
  const date = answers++ >> 8;
  const connection = keepAlive ? 'keep-alive' : 'close';
  return `HTTP/1.1 200 OK\r\nServer: warm-up\r\nDate: ${date}\r\nContent-Type: text/plain\r\nContent-Length: 13\r\nConnection: ${connection}\r\n\r\nhello, world\n`;
}

/** One answer in so many comes message by message, the others whole: both are read. */
const inPieces = 128;

interface Pieces {
  write(piece: string): unknown;
  end(): unknown;
}

/** Some come whole, and the time of a stream over loopback is mostly theirs. */
function answerInMessages(messages: readonly string[], { write, end }: Pieces): void {
  if (answers++ % inPieces > 0) {
    write(messages.join(''));
    end();
    return;
  }
  const [first = '', ...others] = messages;
  write(first);
  setImmediate(() => {
    write(others.join(''));
    end();
  });
}

/** In chunks, since nobody knows the length of a stream. */
function streamOverTcp({ type, messages }: WarmUpAnswer, keepAlive: boolean, socket: Socket): void {
  socket.write(
    `HTTP/1.1 200 OK\r\nServer: warm-up\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\nConnection: ${keepAlive ? 'keep-alive' : 'close'}\r\n\r\n`,
  );
  const last = '0\r\n\r\n';
  answerInMessages(messages, {
    write: (piece) => socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`),
    end: () => (keepAlive ? socket.write(last) : socket.end(last)),
  });
}

/** One message, when the whole call is read: one flag, four bytes of length, 18 bytes. */
const oneMessage = Buffer.concat([Buffer.from([0, 0, 0, 0, 18, 0x0a, 16]), Buffer.alloc(16)]);

function answerCall(stream: ServerHttp2Stream): void {
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', 'grpc-message': '' }));
  stream.resume().on('end', () => {
    if (stream.destroyed) return;
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.end(oneMessage);
  });
}

function createListener({ http2, webSocket, stream: streamed, keepAlive }: WarmUpTargetOptions, certificate: SelfSigned | null) {
  if (webSocket) return echoWebSockets(certificate ? createHttps(certificate) : createHttp1());
  if (http2)
    return (certificate ? createHttp2Tls(certificate) : createHttp2())
      .on('stream', (stream, headers) => {
        stream.on('error', () => {});
        if (headers['content-type'] === 'application/grpc') answerCall(stream);
        else if (streamed) {
          stream.respond({ ':status': 200, 'content-type': streamed.type });
          answerInMessages(streamed.messages, { write: (piece) => stream.write(piece), end: () => stream.end() });
        } else {
          stream.respond({ ':status': 200 });
          stream.end('hello, world\n');
        }
      })
      .on('sessionError', () => {});
  const serve = (socket: Socket) => {
    socket
      .on('error', () => {})
      .on('data', () => {
        if (streamed) streamOverTcp(streamed, keepAlive, socket);
        else if (keepAlive) socket.write(answer(true));
        else socket.end(answer(false));
      });
  };
  return certificate ? createTls({ ...certificate, noDelay: true }, serve) : createTcp({ noDelay: true }, serve);
}

function echoWebSockets(server: ReturnType<typeof createHttp1>) {
  new WebSocketServer({ server, perMessageDeflate: true }).on('connection', (socket) => {
    socket.on('error', () => {}).on('message', (message, binary) => socket.send(message, { binary }));
  });
  return server;
}

/** Answers everything with 13 bytes, or the messages of a stream, on a random port of the loopback interface. Without keep-alive it closes first, as targets do. */
export async function startWarmUpTarget(options: WarmUpTargetOptions): Promise<WarmUpTarget> {
  const certificate = options.secure ? selfSignedCertificate() : null;
  const server = createListener(options, certificate);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket))));
  // A handshake that the end of a round breaks off.
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `${options.secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ca: certificate?.cert ?? null,
    // Not awaited: an HTTP/2 server whose clients went away does not always emit its close.
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
