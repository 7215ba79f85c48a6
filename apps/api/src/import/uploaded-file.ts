/** A body that is too large to hold: kept in a file that has no name any more, so that nothing of it is left behind however this process ends. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { mostWholeBytes } from '@plimsoll/contracts/import-result';
import { isGzip, lineReaderOf } from '@plimsoll/import/line-reader';
import { problemWords } from '@plimsoll/wording/en/problem';
import { ApiError } from '../http/api-error.ts';
import { resultTooLarge } from '../http/body-limit.ts';

/** A file is known by less. */
const headBytes = 4096;

interface UploadBounds {
  readonly mostBytes: number;
  /** Told of every chunk before it is written; may throw. */
  hold(bytes: number): void;
}

/** The caller closes it. Throws ApiError `too_large` past `mostBytes`, or past what is read whole of a file that is not read by lines. */
export async function keepUploaded(body: Readable, bounds: UploadBounds): Promise<FileHandle> {
  const path = join(tmpdir(), `plimsoll-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    await write(body, file, bounds);
    return file;
  } catch (error) {
    await file.close();
    const { code } = error as { code?: unknown };
    if (code === 'ENOSPC') throw new ApiError('unavailable', problemWords.general.diskFull, [], { 'retry-after': '60' });
    // Whoever sent it is gone.
    if (code === 'ECONNRESET') throw new ApiError('invalid_input', problemWords.body.wrongLength);
    throw error;
  }
}

async function write(body: Readable, file: FileHandle, { mostBytes, hold }: UploadBounds): Promise<void> {
  let head = Buffer.alloc(0);
  let bytes = 0;
  let limit = Math.min(mostBytes, mostWholeBytes);
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (head.length < headBytes) {
      head = Buffer.concat([head, chunk]);
      if (isGzip(head) || lineReaderOf(head.toString('utf8', 0, headBytes))) limit = mostBytes;
    }
    bytes += chunk.length;
    if (bytes > limit) throw resultTooLarge(null, limit);
    hold(chunk.length);
    await file.write(chunk);
  }
}
