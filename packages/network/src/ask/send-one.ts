/** One request to a target, as its plan would send it over HTTP/1.1. Redirects are not followed. Bounded in bytes and, by the signal, in time. */
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Connection } from '@plimsoll/contracts/connection';
import { mostLocationSigns } from '@plimsoll/contracts/redirect';
import { type SentAnswer, shownBodyBytes } from '@plimsoll/contracts/sent-one';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { DialError, errorCode } from '../dial/connection-error.ts';
import type { DialPhases } from '../dial/dial.ts';
import { createDialler } from '../dial/target-guard.ts';

export interface SendQuestion {
  /** The plan's URL; a Unix socket's has its path in it. */
  readonly url: string;
  readonly host: string;
  readonly method: string;
  readonly path: string;
  /** Names and values, alternating. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
  readonly keepAlive: boolean;
  readonly connection: Pick<Connection, 'dns' | 'tls'>;
  readonly policy: TargetPolicy;
}

export type SendAnswer =
  | { readonly kind: 'answered'; readonly answer: SentAnswer }
  /** The target policy refused it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** `because`: a reason in words where the connection has one, else what became of it. */
  | { readonly kind: 'failed'; readonly because: { readonly reason: string } | SendFailure };
export type SendFailure = 'late' | 'closed' | 'head_too_large' | 'not_http';

/** An answer is read no further. */
const mostBodyBytes = 1024 * 1024;
const mostHeadBytes = 16_384;
/** All that comes over the connection before the body: heads of 1xx, too. */
const mostBytesBefore = 4 * mostHeadBytes;
const lookEveryMs = 20;

export async function sendOne(question: SendQuestion, signal: AbortSignal): Promise<SendAnswer> {
  const { url, policy, connection } = question;
  let hidden = false;
  const hide = () => {
    hidden = true;
  };
  try {
    const dial = createDialler({ url: new URL(url), policy, connection, hidden: hide });
    const { socket, phases } = await opened(dial, signal);
    try {
      return { kind: 'answered', answer: await exchange(question, socket, phases, signal, () => hidden) };
    } finally {
      socket.destroy();
    }
  } catch (error) {
    if (error instanceof DialError && error.phase === 'policy') return { kind: 'refused', reason: error.message };
    if (error instanceof DialError) return { kind: 'failed', because: { reason: error.message } };
    return { kind: 'failed', because: signal.aborted ? 'late' : failureOf(error) };
  }
}

function failureOf(error: unknown): SendFailure {
  const code = errorCode(error);
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'PLM_HEAD_TOO_LARGE') return 'head_too_large';
  return code.startsWith('HPE_') ? 'not_http' : 'closed';
}

interface Opened {
  readonly socket: Socket;
  readonly phases: DialPhases;
}

function opened(dial: ReturnType<typeof createDialler>, signal: AbortSignal): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const attempt = dial((error, done) => {
      signal.removeEventListener('abort', stop);
      if (done) resolve(done);
      else reject(error);
    });
    const stop = () => attempt.abort();
    signal.addEventListener('abort', stop, { once: true });
  });
}

class TooMuchBefore extends Error {
  readonly code = 'PLM_HEAD_TOO_LARGE';
}

function exchange(
  { host, method, path, headers, body, keepAlive }: SendQuestion,
  socket: Socket,
  phases: DialPhases,
  signal: AbortSignal,
  isHidden: () => boolean,
): Promise<SentAnswer> {
  return new Promise((resolve, reject) => {
    let sentAtMs = 0;
    const sinceUs = () => Math.round((performance.now() - sentAtMs) * 1000);
    let firstByteUs: number | null = null;
    socket.once('data', () => {
      firstByteUs = sinceUs();
    });
    const tls = describeTls(socket);
    const given = { ...pairs(headers), host, connection: keepAlive ? 'keep-alive' : 'close' };
    const asked = request({ createConnection: () => socket, method, path, headers: given, maxHeaderSize: mostHeadBytes, signal });
    let began = false;
    const counting = setInterval(() => {
      if (socket.bytesRead > mostBytesBefore) asked.destroy(new TooMuchBefore());
    }, lookEveryMs);
    const over = () => clearInterval(counting);
    const fail = (error: unknown) => {
      over();
      reject(error);
    };
    const answered = (answer: IncomingMessage) => {
      over();
      began = true;
      const head = describeHead(answer);
      const done = (read: ReadBody) => {
        const timings = { dnsUs: phases.dnsUs, connectUs: phases.tcpUs, tlsUs: phases.tlsUs, firstByteUs: firstByteUs ?? sinceUs() };
        resolve({ ...head, timings: { ...timings, wholeUs: phases.wholeUs + sinceUs() }, ...shownBody(answer, read, isHidden()), tls });
      };
      readBody(answer).then(done, fail);
    };
    asked.on('response', answered).on('error', fail);
    // Another protocol from here on: its head is the whole answer.
    asked.on('upgrade', answered);
    asked.on('close', () => began || fail(new Error('closed')));
    const bytes = body && Buffer.from(body);
    sentAtMs = performance.now();
    asked.end(bytes);
  });
}

/** A plan gives no header twice. */
function pairs(headers: readonly string[]): Record<string, string> {
  return Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [])));
}

function describeHead({ statusCode = 0, httpVersion, headers }: IncomingMessage) {
  const said = String(headers.connection ?? '').toLowerCase();
  const keepsOpen = httpVersion === '1.0' ? said.includes('keep-alive') : !said.includes('close');
  const { location } = headers;
  return { status: statusCode, keepAlive: keepsOpen, location: location === undefined ? null : location.slice(0, mostLocationSigns) };
}

interface ReadBody {
  readonly head: Buffer;
  readonly bytes: number;
  /** False: it was longer than what is read, or broke off. */
  readonly whole: boolean;
}

function readBody(answer: IncomingMessage): Promise<ReadBody> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let [kept, bytes] = [0, 0];
    const end = (whole: boolean) => resolve({ head: Buffer.concat(pieces), bytes, whole });
    if (answer.statusCode === 101) return end(true);
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (kept < shownBodyBytes) {
        const part = piece.subarray(0, shownBodyBytes - kept);
        pieces.push(Buffer.from(part));
        kept += part.length;
      }
      if (bytes >= mostBodyBytes) {
        answer.destroy();
        end(false);
      }
    });
    answer.on('end', () => end(true));
    // An answer that began and does not end is one all the same.
    answer.on('error', () => end(false)).on('aborted', () => end(false));
    return undefined;
  });
}

/** The beginning of the body where people may see it and can read it. */
function shownBody(
  { headers }: IncomingMessage,
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

function describeTls(socket: Socket): SentAnswer['tls'] {
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
