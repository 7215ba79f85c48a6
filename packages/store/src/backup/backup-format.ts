/**
 * The format of a backup: gzip of lines of JSON and, after the line of each table, its rows as `COPY … TO` writes them, in pieces
 * that are each led by their length (4 bytes, big-endian) and closed by a piece of length 0.
 */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { StoreError } from '../store-error.ts';

export interface BackupHeader {
  readonly backup: 'plimsoll';
  readonly format: 1;
  /** The one moment that it shows, ISO 8601. */
  readonly takenAt: string;
  /** The migrations that the database was made by, in order. */
  readonly migrations: readonly string[];
  /** Tells whether a secret key is the one that sealed what is in here; null where none was named. */
  readonly keyMark: string | null;
}

/** A table and its columns, those that Postgres computes by itself left out. */
export interface TableHeader {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface TableFooter {
  readonly rows: number;
  /** Checksum of its rows in the order of their key, hexadecimal. */
  readonly sha256: string;
}

export interface SequenceState {
  readonly sequence: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** Stands in the place of a further table. */
export interface BackupEnd {
  readonly sequences: readonly SequenceState[];
}

async function put(out: Writable, bytes: Uint8Array): Promise<void> {
  if (out.destroyed) throw new Error('the backup cannot be written');
  if (!out.write(bytes)) await once(out, 'drain');
}

export async function putLine(out: Writable, line: BackupHeader | TableHeader | TableFooter | BackupEnd): Promise<void> {
  await put(out, Buffer.from(`${JSON.stringify(line)}\n`));
}

/** Writes all pieces of one table and the closing one. Returns their checksum. */
export async function putPieces(out: Writable, pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    hash.update(piece);
    await put(out, lengthOf(piece.length));
    await put(out, piece);
  }
  await put(out, lengthOf(0));
  return hash.digest('hex');
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

export const damaged = () => new StoreError('unreadable_backup', {});

const longestLine = 1_000_000;
const longestPiece = 1 << 28;

export interface BackupReader {
  /** The next line. Throws `unreadable_backup` where there is none. */
  line<Line>(): Promise<Line>;
  /** The rows of one table, piece by piece; `hash` takes them in. */
  pieces(hash: Hash): AsyncGenerator<Buffer>;
}

export function readBackup(input: AsyncIterable<Buffer>): BackupReader {
  const source = input[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  async function more(): Promise<void> {
    const { done, value } = await source.next();
    if (done) throw damaged();
    held = held.length === 0 ? value : Buffer.concat([held, value]);
  }
  async function take(length: number): Promise<Buffer> {
    while (held.length < length) await more();
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  }
  return {
    async line<Line>() {
      let end = held.indexOf(10);
      while (end < 0) {
        if (held.length > longestLine) throw damaged();
        await more();
        end = held.indexOf(10);
      }
      const text = (await take(end + 1)).toString('utf8');
      try {
        return JSON.parse(text) as Line;
      } catch {
        throw damaged();
      }
    },
    async *pieces(hash) {
      for (;;) {
        const length = (await take(4)).readUInt32BE();
        if (length === 0) return;
        if (length > longestPiece) throw damaged();
        const piece = await take(length);
        hash.update(piece);
        yield piece;
      }
    },
  };
}
