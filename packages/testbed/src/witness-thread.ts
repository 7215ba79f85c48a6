/** The thread a {@link startWitness} target runs in. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createH2cServer, createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { authority, server as serverCertificate } from './certificates.ts';
import type { WitnessLine, WitnessMessage, WitnessOptions } from './witness.ts';

const options = (workerData ?? {}) as WitnessOptions;
const lines: WitnessLine[] = [];
const counts = {
  connections: 0,
  requests: 0,
  answered: 0,
  mostAtOnce: 0,
  openConnections: 0,
  mostOpenConnections: 0,
  tlsHandshakes: 0,
  http2Requests: 0,
  byRun: {} as Record<string, number>,
};
const body = Buffer.from(options.body ?? 'hello, world\n');

function answer(request: IncomingMessage, response: ServerResponse, received: Buffer, n: number): void {
  const nth = options.every && n % options.every.nth === 0 ? options.every.status : null;
  const text = options.echo
    ? Buffer.from(
        JSON.stringify({
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: received.toString(),
          n: counts.requests,
        }),
      )
    : body;
  response.writeHead(nth ?? options.status ?? 200, { 'content-length': text.length, ...(options.headers ?? {}) });
  response.end(request.method === 'HEAD' ? undefined : text);
  counts.answered++;
}

const take = (request: IncomingMessage, response: ServerResponse) => {
  if (request.httpVersionMajor === 2) counts.http2Requests++;
  const n = ++counts.requests;
  counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.requests - counts.answered);
  const runId = String(request.headers['x-load-test-run'] ?? '');
  counts.byRun[runId] = (counts.byRun[runId] ?? 0) + 1;
  const atMs = performance.timeOrigin + performance.now();
  const pieces: Buffer[] = [];
  const whole = () => {
    const received = Buffer.concat(pieces);
    const line: WitnessLine = {
      atMs,
      runId,
      attempt: String(request.headers['x-load-test-attempt'] ?? ''),
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      bodyBytes: received.length,
      tookMs: 0,
    };
    if (options.log) lines.push(line);
    const delayMs = options.delays?.[request.url ?? ''] ?? options.delayMs;
    const finish = () => {
      answer(request, response, received, n);
      line.tookMs = performance.timeOrigin + performance.now() - atMs;
    };
    if (delayMs) setTimeout(finish, delayMs);
    else finish();
  };
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return whole();
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', whole);
};

/** One handler for all: HTTP/2's compatibility layer speaks the same interface. */
function newServer(): Server {
  const { tls, http2, maxStreams } = options;
  const settings = maxStreams === undefined ? {} : { settings: { maxConcurrentStreams: maxStreams } };
  const secrets = {
    cert: serverCertificate.certificate,
    key: serverCertificate.key,
    ...(tls?.clientCertificate ? { ca: authority, requestCert: true, rejectUnauthorized: true } : {}),
  };
  if (tls && http2) return createSecureServer({ ...secrets, ...settings, allowHTTP1: true }, take as never) as never;
  if (http2) return createH2cServer(settings, take as never) as never;
  return tls ? createTlsServer(secrets, take) : createServer(take);
}

const open = new Set<Socket>();
const server = newServer();
server.keepAliveTimeout = 600_000;
server.requestTimeout = 0;
server.on('secureConnection', () => counts.tlsHandshakes++);
server.on('connection', (socket: Socket) => {
  open.add(socket);
  counts.connections++;
  counts.openConnections++;
  counts.mostOpenConnections = Math.max(counts.mostOpenConnections, counts.openConnections);
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('close', () => {
    open.delete(socket);
    counts.openConnections--;
  });
});

function handle(message: WitnessMessage): void {
  if (message.kind === 'freeze') {
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, message.forMs), message.inMs);
    return;
  }
  const reply = (value: unknown) => parentPort?.postMessage({ id: message.id, value });
  if (message.kind === 'counts') reply({ ...counts, byRun: { ...counts.byRun } });
  else if (message.kind === 'log') reply(lines);
  else if (message.kind === 'reset') {
    Object.assign(counts, {
      connections: 0,
      requests: 0,
      answered: 0,
      mostAtOnce: 0,
      tlsHandshakes: 0,
      http2Requests: 0,
      mostOpenConnections: counts.openConnections,
      byRun: {},
    });
    lines.length = 0;
    reply(null);
  } else {
    server.close(() => reply(null));
    for (const socket of open) socket.destroy();
  }
}

parentPort?.on('message', handle);
server.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1', backlog: 4096 }, () =>
  parentPort?.postMessage({ port: (server.address() as AddressInfo).port }),
);
