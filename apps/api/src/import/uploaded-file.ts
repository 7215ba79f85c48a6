/** A body that is too large to hold: kept in a file that has no name any more, so that nothing of it is left behind however this process ends. */
import type { Readable } from 'node:stream';
import { type SpooledFile, spool } from '@plimsoll/artefacts/spooled-file';
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
export async function keepUploaded(body: Readable, bounds: UploadBounds): Promise<SpooledFile> {
  try {
    return await spool(bounded(body, bounds));
  } catch (error) {
    const { code } = error as { code?: unknown };
    // Whoever sent it is gone.
    if (code === 'ECONNRESET') throw new ApiError('invalid_input', problemWords.body.wrongLength);
    throw error;
  }
}

async function* bounded(body: Readable, { mostBytes, hold }: UploadBounds): AsyncGenerator<Buffer, void> {
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
    yield chunk;
  }
}
