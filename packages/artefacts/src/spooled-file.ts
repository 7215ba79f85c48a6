/** Bytes on their way to or from a store: in a file that has no name any more, so that nothing is left behind however this process ends. */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

export interface SpooledFile {
  readonly bytes: number;
  /** Open in this process, for whoever reads by descriptor, until it is closed. */
  readonly fd: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** From the start, as often as wanted. */
  read(): Readable;
  close(): Promise<void>;
}

/** Keeps what `source` gives; the caller closes it. Throws what `source` throws, and what the disk says. */
export async function spool(source: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
  const path = join(tmpdir(), `plimsoll-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of source) {
      hash.update(chunk);
      await file.write(chunk, 0, chunk.length, bytes);
      bytes += chunk.length;
    }
    return {
      bytes,
      fd: file.fd,
      sha256: hash.digest('hex'),
      read: () => Readable.from(contentOf(file), { objectMode: false }),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const pieceBytes = 65_536;

/** A stream of Node's own would close the file when it is left before its end. */
async function* contentOf(file: FileHandle): AsyncGenerator<Buffer, void> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
