/**
 * Bodies as they were before their target packed them (RFC 9110, 8.4), for checks and extractions. Nobody else unpacks: a load that looks
 * into no body pays nothing for it, and byte counts are those of the wire.
 */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { errorCode } from '@plimsoll/network/connection-error';
import type { UndecodedBody } from '@plimsoll/wording/request-failure-sentence';

/** Servers pack once, a proxy before them a second time. Each round costs time between requests. */
const mostRounds = 2;
/** A window of 8 MiB: RFC 9659 lets no answer ask for more. */
export const zstdWindowLog = 23;

/** Some servers leave zlib's head away. Its low four bits are always 8 (RFC 1950, 2.2), which begin no raw stream that zlib writes. */
export function beginsAsZlib(first: number): boolean {
  return (first & 15) === 8;
}

type Decode = (bytes: Buffer, maxOutputLength: number) => Buffer;

const gunzip: Decode = (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength });
const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (bytes, maxOutputLength) => (beginsAsZlib(bytes[0] ?? 0) ? inflateSync : inflateRawSync)(bytes, { maxOutputLength }),
  br: (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength }),
  zstd: (bytes, maxOutputLength) =>
    zstdDecompressSync(bytes, { maxOutputLength, params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } }),
};

/** Null where the body is sent as it is. */
export function contentEncoding(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const names = String(header)
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  return names.length > 0 ? names.join(', ') : null;
}

export type DecodedBody = { readonly bytes: Buffer } | { readonly failure: UndecodedBody };

/** `encoding`: of {@link contentEncoding}. No more than `limit` bytes are ever unpacked. An empty body stays one. */
export function decodeBody(body: Buffer, encoding: string, limit: number): DecodedBody {
  const names = encoding.split(', ').reverse();
  const rounds = names.map((name) => (Object.hasOwn(decoders, name) ? decoders[name] : undefined)).filter((one) => one !== undefined);
  if (rounds.length < names.length || rounds.length > mostRounds) return { failure: { kind: 'encodingUnknown', encoding } };
  if (body.length === 0) return { bytes: body };
  try {
    return { bytes: rounds.reduce((bytes, decode) => decode(bytes, limit), body) };
  } catch (error) {
    const tooLarge = errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
    return { failure: tooLarge ? { kind: 'decodedTooLarge', encoding, limit } : { kind: 'encodingBroken', encoding } };
  }
}
