/** Parts of an answer to one request that HTTP/1.1 and HTTP/2 have in common, and what is read of it at most. */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { SentAnswer } from '@plimsoll/contracts/sent-one';

/** An answer is read no further. */
export const mostBodyBytes = 1024 * 1024;
export const mostHeadBytes = 16_384;
/** All that comes over the connection before the body: heads of 1xx, too. */
export const mostBytesBefore = 4 * mostHeadBytes;
export const lookEveryMs = 20;

export class TooMuchBeforeError extends Error {
  readonly code = 'PLM_HEAD_TOO_LARGE';
}

export interface ReadBody {
  readonly head: Buffer;
  readonly bytes: number;
  /** False: it was longer than what is read, or broke off. */
  readonly whole: boolean;
}

/** The beginning of the body where people may see it and can read it. */
export function shownBody(
  headers: { readonly 'content-encoding'?: unknown },
  { head, bytes, whole }: ReadBody,
  hidden: boolean,
): Pick<SentAnswer, 'bytes' | 'whole' | 'body' | 'noBody'> {
  const read = { bytes, whole };
  if (hidden) return { ...read, body: null, noBody: 'hidden' };
  if (bytes === 0) return { ...read, body: null, noBody: 'empty' };
  const packed = headers['content-encoding'];
  if (packed !== undefined && packed !== 'identity') return { ...read, body: null, noBody: 'packed' };
  if (head.includes(0)) return { ...read, body: null, noBody: 'binary' };
  // The last sign may be cut in two.
  const text = new TextDecoder().decode(head, { stream: true });
  return { ...read, body: { text, cut: bytes > head.length || !whole }, noBody: null };
}

export function describeTls(socket: Socket): SentAnswer['tls'] {
  if (!(socket instanceof TLSSocket)) return null;
  const certificate = socket.getPeerCertificate();
  const named = (name: { readonly CN?: string | string[]; readonly O?: string | string[] } | undefined) =>
    [name?.CN ?? name?.O ?? ''].flat().join(', ').slice(0, 300);
  return {
    version: socket.getProtocol() ?? '',
    subject: named(certificate.subject),
    issuer: named(certificate.issuer),
    validTo: validDay(certificate.valid_to),
    trusted: socket.authorized,
  };
}

function validDay(time: string | undefined): string | null {
  const at = new Date(time ?? '');
  return Number.isNaN(at.getTime()) ? null : at.toISOString().slice(0, 10);
}
