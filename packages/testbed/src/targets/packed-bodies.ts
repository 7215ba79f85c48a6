/** A target whose bodies are packed as its path says (`/gzip`), in good order and not. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Listener, listen } from '../listen.ts';

/** A text that all bodies in good order hold, and that no packed body shows as it is. */
export const packedText = JSON.stringify({ state: { token: 'wanted-token' }, filler: 'x'.repeat(5000) });

const text = Buffer.from(packedText);
const bombBytes = 64 * 1024 * 1024;

/** Content-Encoding and bytes by path. */
export const packedBodies = {
  plain: ['identity', text],
  gzip: ['gzip', gzipSync(text)],
  upperCase: ['X-GZIP', gzipSync(text)],
  deflate: ['deflate', deflateSync(text)],
  deflateRaw: ['deflate', deflateRawSync(text)],
  br: ['br', brotliCompressSync(text)],
  zstd: ['zstd', zstdCompressSync(text)],
  twice: ['gzip, br', brotliCompressSync(gzipSync(text))],
  unknown: ['compress', text],
  fourTimes: ['gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync(text))))],
  notPacked: ['gzip', text],
  cutGzip: ['gzip', gzipSync(text).subarray(0, -12)],
  cutBr: ['br', brotliCompressSync(text).subarray(0, -2)],
  cutZstd: ['zstd', zstdCompressSync(text).subarray(0, -4)],
  gzipBomb: ['gzip', gzipSync(Buffer.alloc(bombBytes))],
  brBomb: ['br', brotliCompressSync(Buffer.alloc(bombBytes))],
  zstdBomb: ['zstd', zstdCompressSync(Buffer.alloc(bombBytes))],
} as const satisfies Readonly<Record<string, readonly [string, Buffer]>>;
export type PackedBody = keyof typeof packedBodies;

/** `http2`: by prior knowledge. */
export function startPackedBodies(http2 = false): Promise<Listener> {
  const answer = (url: string | undefined) => packedBodies[(url ?? '').slice(1) as PackedBody] ?? packedBodies.plain;
  const server = http2
    ? createHttp2Server((request, response) => {
        const [encoding, body] = answer(request.url);
        response.writeHead(200, { 'content-encoding': encoding }).end(body);
      })
    : createServer(((request, response) => {
        const [encoding, body] = answer(request.url);
        response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length }).end(body);
      }) satisfies RequestListener);
  return listen(server);
}
