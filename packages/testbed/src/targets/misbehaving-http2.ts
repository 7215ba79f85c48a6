/** Targets that break off HTTP/2, one way each; by prior knowledge (h2c). */
import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { listen } from '../listen.ts';
import type { MisbehavingTarget } from './misbehaving.ts';

export const http2Misbehaviours = {
  stall: () => {},
  reset: (stream: ServerHttp2Stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
  refuse: (stream: ServerHttp2Stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
  resetInBody: (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200 });
    stream.write('half', () => stream.destroy(new Error('on purpose')));
  },
  shortLength: (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200, 'content-length': 100 });
    stream.end('half');
  },
  goAway: (stream: ServerHttp2Stream) => {
    stream.session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM, 0);
    stream.session?.destroy();
  },
  /** Says goodbye with each answer and takes no more streams, as a target that is deployed anew. */
  goodbye: (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200 });
    stream.end('ok');
    stream.session?.close();
  },
  hangUp: (stream: ServerHttp2Stream) => stream.session?.socket && stream.session.destroy(),
  informational: (stream: ServerHttp2Stream) => {
    stream.additionalHeaders({ ':status': 103, link: '</a.css>' });
    stream.respond({ ':status': 200 });
    stream.end('ok');
  },
  trailers: (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200 }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-t': '1' }));
    stream.end('ok');
  },
  /** Interim responses of several kinds, then all that a response may have. */
  manifold: (stream: ServerHttp2Stream) => {
    for (const status of [100, 102, 103, 103]) stream.additionalHeaders({ ':status': status, 'x-interim': String(status) });
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x-field-${i}`, `${'y'.repeat(i * 5)}ü ÿ"\t'`]));
    stream.respond({ ':status': 206, ...fields }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-t': '1', 'x-u': '\u00e4' }));
    stream.end('ok');
  },
  /** More than all the windows together. */
  largeBody: (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200 });
    stream.end(Buffer.alloc(3_000_000, 'y'));
  },
  /** Takes no more streams from now on, and finishes those it has. */
  goAwayFirst: (stream: ServerHttp2Stream) => {
    stream.session?.goaway(constants.NGHTTP2_NO_ERROR, stream.id ?? 0);
    stream.respond({ ':status': 200 });
    stream.end('ok');
  },
  bodiless: (stream: ServerHttp2Stream) => stream.respond({ ':status': 204 }, { endStream: true }),
} satisfies Record<string, (stream: ServerHttp2Stream) => unknown>;

export type Http2Misbehaviour = keyof typeof http2Misbehaviours;

export async function startHttp2Misbehaving(kind: Http2Misbehaviour | 'noHttp2' | 'noWelcome'): Promise<MisbehavingTarget> {
  let requests = 0;
  const server =
    kind === 'noHttp2'
      ? createTcpServer((socket) => {
          socket.once('data', () => {
            requests++;
            socket.write('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
          });
        })
      : kind === 'noWelcome'
        ? createTcpServer((socket) => socket.end())
        : createServer().on('stream', (stream) => {
            requests++;
            stream.on('error', () => {});
            http2Misbehaviours[kind](stream);
          });
  server.on('connection', (socket: Socket) => socket.on('error', () => {}));
  server.on('sessionError', () => {});
  const { url, close } = await listen(server);
  return { url: `${url}/`, requests: () => requests, close };
}
