/** Files that a browser keeps instead of showing. */
import { Readable } from 'node:stream';
import type { RunFileFormat } from '@plimsoll/contracts/paths';
import type { FastifyReply } from 'fastify';

/** `jsonl`: JSON Lines. */
type FileFormat = RunFileFormat | 'jsonl';

const types: Readonly<Record<FileFormat, string>> = {
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  hlog: 'text/plain; charset=utf-8',
  hdr: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** Each of several pieces is made when the reader has taken the one before. */
export function sendFile(reply: FastifyReply, format: FileFormat, name: string, content: string | AsyncIterable<string>): FastifyReply {
  return reply
    .header('content-type', types[format])
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(typeof content === 'string' ? content : Readable.from(content, { highWaterMark: 1 }));
}
