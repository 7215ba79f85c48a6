/** Reads a result file, packed by gzip or not: line by line where its tool writes lines, so that memory does not grow with the file. */
import { read, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { mostWholeBytes } from '@plimsoll/contracts/import-result';
import { refusal } from '@plimsoll/contracts/refusal';
import { decodeText } from '@plimsoll/import/decode-text';
import { ImportError } from '@plimsoll/import/import-error';
import type { ImportedResult, LineReader } from '@plimsoll/import/imported-result';
import { isGzip, lineReaderOf } from '@plimsoll/import/line-reader';
import { beginning, readResult } from '@plimsoll/import/read-result';

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;
/** JSON of k6 packs to a fifteenth or less. This much is read in a minute or two, and a bomb ends there. */
export const mostUnpackedBytes = 20 * gigabyte;
/** A line of k6 has the URL and the tags of one request. */
const longestLine = megabyte;
const chunkBytes = megabyte / 4;

export interface FileBounds {
  readonly mostUnpackedBytes: number;
}

/** How much was read so far, unpacked. */
export interface FileRead {
  bytes: number;
}

/** Reads an open file, which it leaves open. Throws ImportError as readResult does, and for a gzip that is damaged or too large unpacked. */
export async function readResultFile(
  fd: number,
  bounds: FileBounds = { mostUnpackedBytes },
  read: FileRead = { bytes: 0 },
): Promise<ImportedResult> {
  let head = Buffer.alloc(0);
  let reader: FedReader | null = null;
  const whole: Buffer[] = [];
  for await (const chunk of unpack(fd)) {
    read.bytes += chunk.length;
    if (read.bytes > bounds.mostUnpackedBytes)
      throw new ImportError(refusal('result_unpacked', { most: Math.round(bounds.mostUnpackedBytes / gigabyte) }));
    if (reader) {
      reader.feed(chunk);
      continue;
    }
    whole.push(chunk);
    if (head.length < beginning) {
      head = Buffer.concat([head, chunk]);
      if (head.length < beginning) continue;
      reader = feedLines(head);
      if (reader) whole.length = 0;
    }
    if (read.bytes > mostWholeBytes) throw new ImportError(refusal('result_large', { most: mostWholeBytes / megabyte }));
  }
  return reader ? reader.finish() : readResult(takeText(whole));
}

/** Leaves nothing behind in the list: values are made of the text next. */
function takeText(chunks: Buffer[]): string {
  return decodeText(Buffer.concat(chunks.splice(0)));
}

async function* unpack(fd: number): AsyncGenerator<Buffer, void> {
  const magic = Buffer.alloc(2);
  readSync(fd, magic, 0, magic.length, 0);
  yield* isGzip(magic) ? gunzip(readChunks(fd)) : readChunks(fd);
}

const readAt = promisify(read);

/** Not by a stream of Node's: that closes the file when it ends, which is another's. */
async function* readChunks(fd: number): AsyncGenerator<Buffer, void> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await readAt(fd, Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* gunzip(chunks: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  const unzip = createGunzip({ chunkSize: chunkBytes });
  const file = Readable.from(chunks, { highWaterMark: 1 });
  file.on('error', (error) => unzip.destroy(error));
  try {
    for await (const chunk of file.pipe(unzip) as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('Z_')) throw new ImportError(refusal('result_gzip'));
    throw error;
  } finally {
    file.destroy();
    unzip.destroy();
  }
}

interface FedReader {
  feed(chunk: Buffer): void;
  finish(): ImportedResult;
}

/** Null where the file has no lines that are read one by one. */
function feedLines(head: Buffer): FedReader | null {
  const reader: LineReader | null = lineReaderOf(decodeText(head.subarray(0, beginning)));
  if (!reader) return null;
  // A character may lie in two chunks, and so may a line.
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let number = 0;
  const add = (line: string) => {
    number += 1;
    reader.add(line.endsWith('\r') ? line.slice(0, -1) : line, number);
  };
  const feed = (text: string) => {
    const lines = rest + text;
    let from = 0;
    for (let end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', from)) {
      add(lines.slice(from, end));
      from = end + 1;
    }
    rest = lines.slice(from);
    if (rest.length > longestLine) throw new ImportError(refusal('result_line', { line: number + 1, most: longestLine / megabyte }));
  };
  feed(withoutMark(decoder.write(head)));
  return {
    feed: (chunk) => feed(decoder.write(chunk)),
    finish: () => {
      feed(decoder.end());
      if (rest !== '') add(rest);
      return reader.finish();
    },
  };
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
