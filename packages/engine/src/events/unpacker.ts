/**
 * Unpacks a body while it comes (RFC 9110, 8.4), in the same turn as it was read: so each message has the time of the read that brought its last
 * bytes, and those of one read come together. Servers flush after each message, else nothing of it could be read before the next.
 */
import { constants } from 'node:zlib';
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
// Node's own streams unpack in other threads, and tell their bytes later. It swaps `Buffer.concat` while zlib's core runs, in which nothing of ours
// does: it is back before anything is told, errors too, and each thread has its own.
import { BrotliDecompress, Gunzip, Inflate, InflateRaw, ZstdDecompress } from 'minizlib';
import { beginsAsZlib, zstdWindowLog } from '../http/content-encoding.ts';
import type { EventReader } from './event-reader.ts';

/** Bytes unpacked in one go: those of deflate become 4 MB at most. */
const pieceBytes = 4096;
/** One read unpacks to no more than this and one message: what grows a thousandfold is no stream of messages. */
const mostAtOnce = 16 * 1024 * 1024;

type Unpacking = Gunzip | Inflate | InflateRaw | BrotliDecompress | ZstdDecompress;

/** Node's own bound, which the library hands on. */
const bounded = (maxOutputLength: number) => ({ flush: constants.Z_NO_FLUSH, maxOutputLength });
const boundedZstd = (most: number) => ({ ...bounded(most), params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } });
const openers: Readonly<Record<string, (first: number, most: number) => Unpacking>> = {
  gzip: (_, most) => new Gunzip(bounded(most)),
  'x-gzip': (_, most) => new Gunzip(bounded(most)),
  deflate: (first, most) => new (beginsAsZlib(first) ? Inflate : InflateRaw)(bounded(most)),
  br: (_, most) => new BrotliDecompress(bounded(most)),
  zstd: (_, most) => new ZstdDecompress(boundedZstd(most)),
};

/** The reader that takes what is unpacked. It is over once nothing more is to be read. */
export interface Unpacked extends Pick<EventReader, 'feed'> {
  readonly over: boolean;
}

export class Unpacker {
  readonly #encoding: string;
  readonly #into: Unpacked;
  readonly #most: number;
  #unpacking: Unpacking | null = null;
  #failure: ConnectionFailure | null = null;
  /** Unpacked of the read at hand. */
  #atOnce = 0;

  private constructor(encoding: string, into: Unpacked, mostBytes: number) {
    this.#encoding = encoding;
    this.#into = into;
    this.#most = mostAtOnce + mostBytes;
  }

  /** `encoding`: of `contentEncoding`. `mostBytes`: of a message. Null where nobody here unpacks it. */
  static open(encoding: string, into: Unpacked, mostBytes: number): Unpacker | null {
    return Object.hasOwn(openers, encoding) ? new Unpacker(encoding, into, mostBytes) : null;
  }

  /** As that of a reader. */
  feed(bytes: Buffer, start: number, end: number): ConnectionFailure | null {
    this.#unpacking ??= this.#open(bytes[start] as number);
    this.#atOnce = 0;
    for (let at = start; at < end && this.#failure === null && !this.#into.over; at += pieceBytes)
      this.#unpacking.write(bytes.subarray(at, Math.min(end, at + pieceBytes)));
    return this.#failure;
  }

  /** The body is over. */
  finish(): ConnectionFailure | null {
    this.#atOnce = 0;
    if (this.#failure === null && !this.#into.over) this.#unpacking?.end();
    return this.#failure;
  }

  close(): void {
    this.#unpacking?.close();
    this.#unpacking = null;
  }

  #open(first: number): Unpacking {
    const unpacking = openers[this.#encoding]?.(first, this.#most) as Unpacking;
    unpacking.on('error', (error: unknown) => {
      this.#failure ??= { kind: isTooLarge(error) ? 'streamUnpacksTooLarge' : 'streamBroken', text: this.#encoding };
    });
    unpacking.on('data', (piece: Buffer) => {
      if (this.#failure !== null || this.#into.over) return;
      this.#atOnce += piece.length;
      this.#failure =
        this.#atOnce > this.#most ? { kind: 'streamUnpacksTooLarge', text: this.#encoding } : this.#into.feed(piece, 0, piece.length);
    });
    return unpacking;
  }
}

function isTooLarge(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
}
