/** Answers as the bytes that go over the wire: they are written and packed where they are computed, and cross the thread's border small. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

export interface Written {
  readonly encoding: Encoding;
  readonly body: Uint8Array;
}

/** Less than this is not worth packing. */
const leastPacked = 1024;
/** Half of the default's work of a level that is meant for files made once. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Text as it is, else JSON; null stays null. */
export function writeAnswer(answer: unknown, encoding: Encoding): Written | null {
  if (answer === null) return null;
  const body = Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer));
  if (encoding === 'identity' || body.length < leastPacked) return { encoding: 'identity', body };
  return { encoding, body: encoding === 'br' ? brotliCompressSync(body, brotliOptions) : gzipSync(body) };
}
