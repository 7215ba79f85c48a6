/**
 * The built-in demo target: a server of its own process on loopback, HTTP, WebSockets and gRPC on one port. Its knobs stand in the URL:
 * `?delayMs=5&jitterMs=2` (each answer waits so long), `errorRate=0.01` (that share answers 500), `capacity=200` (answers per second; what
 * comes on top queues for up to a second, then gets 503: the knee and the overload of a real service). A call of gRPC has them in its
 * metadata. `demoStreamPaths` stream; there `capacity` is a batch of so many streams, and each one more slows all of them. `/stats` says what it
 * counted itself.
 */
import { createServer, type Socket } from 'node:net';
import { createGrpcStats } from './demo-calls.ts';
import { createStreamStats } from './demo-streams.ts';
import { createGrpcDemo } from './grpc-demo.ts';
import { createHttpDemo } from './http-demo.ts';
import { addSocketDemo, createSocketStats } from './socket-demo.ts';

/** The beginning of every HTTP/2 connection (RFC 9113, 3.4), as far as no request of HTTP/1 does. */
const preface = Buffer.from('PRI');

const stats = {
  product: 'plimsoll-demo-target',
  requests: 0,
  connections: 0,
  open: 0,
  statuses: {} as Record<string, number>,
  streams: createStreamStats(),
  grpc: createGrpcStats(),
  sockets: createSocketStats(),
};
const http = createHttpDemo(stats, stats);
addSocketDemo(http, stats.sockets);
const grpc = createGrpcDemo(stats.grpc);

/** Hands the connection to the server of the protocol that its first bytes speak. */
function route(socket: Socket): void {
  const fail = () => socket.destroy();
  const look = (before: Buffer) => {
    const piece: Buffer | null = socket.read();
    if (piece === null) return;
    const head = before.length > 0 ? Buffer.concat([before, piece]) : piece;
    if (head.length < preface.length && head.equals(preface.subarray(0, head.length)))
      return void socket.once('readable', () => look(head));
    socket.off('error', fail).unshift(head);
    if (head.subarray(0, preface.length).equals(preface)) grpc.injectConnection(socket);
    else http.emit('connection', socket);
  };
  socket.on('error', fail).once('readable', () => look(Buffer.alloc(0)));
}

const server = createServer({ noDelay: true }, (socket) => {
  stats.connections += 1;
  stats.open += 1;
  socket.on('close', () => {
    stats.open -= 1;
  });
  route(socket);
});
server.on('error', (error: NodeJS.ErrnoException) => {
  process.send?.({ kind: 'failed', code: error.code ?? error.message });
});
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
server.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4096 }, () => process.send?.({ kind: 'listening' }));
