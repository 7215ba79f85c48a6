/** One request to a target, as its plan would send it. Redirects are not followed. Bounded in bytes and, by the signal, in time. */
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { mostLocationSigns } from '@plimsoll/contracts/redirect';
import { type SentAnswer, shownBodyBytes } from '@plimsoll/contracts/sent-one';
import { DialError, errorCode } from '../dial/connection-error.ts';
import type { DialPhases } from '../dial/dial.ts';
import { createDialler } from '../dial/target-guard.ts';
import { hearSocket } from './hear-socket.ts';
import { exchangeHttp2, NoHttp2Error } from './send-http2.ts';
import type { SendQuestion } from './send-question.ts';
import {
  describeTls,
  lookEveryMs,
  mostBodyBytes,
  mostBytesBefore,
  mostHeadBytes,
  type ReadBody,
  shownBody,
  TooMuchBeforeError,
} from './sent-answer.ts';

export type SendAnswer =
  /** `messages`: of a gRPC call, the first that it answered, as their bytes. */
  | {
      readonly kind: 'answered';
      readonly answer: SentAnswer;
      readonly messages: readonly Uint8Array[];
      /** `Retry-After` of an answer over HTTP/1.1. */
      readonly retryAfter?: string | null;
    }
  /** The target policy refused it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** `because`: a reason in words where the connection has one, else what became of it. */
  | { readonly kind: 'failed'; readonly because: { readonly reason: string } | SendFailure };
export type SendFailure = 'late' | 'closed' | 'head_too_large' | 'not_http' | 'not_http2';

/** A moment of HTTP is shorter. */
const mostRetryAfterSigns = 40;

export async function sendOne(question: SendQuestion, signal: AbortSignal): Promise<SendAnswer> {
  const { url, policy, connection } = question;
  let hidden = false;
  const hide = () => {
    hidden = true;
  };
  try {
    const { protocol } = connection;
    const inHttp1 = protocol === 'http1' || protocol === 'websocket';
    const alpn = inHttp1 ? ['http/1.1'] : protocol === 'auto' ? ['h2', 'http/1.1'] : ['h2'];
    const dial = createDialler({ url: new URL(url), policy, connection, hidden: hide, alpn });
    const { socket, phases } = await opened(dial, signal);
    try {
      const isHttp2 = new URL(url).protocol === 'https:' ? (socket as TLSSocket).alpnProtocol === 'h2' : !inHttp1;
      if (!isHttp2 && !inHttp1 && protocol !== 'auto') throw new NoHttp2Error();
      if (isHttp2) return { kind: 'answered', ...(await exchangeHttp2(question, socket, phases, signal, () => hidden)) };
      return { kind: 'answered', ...(await exchange(question, socket, phases, signal, () => hidden)), messages: [] };
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
  if (error instanceof NoHttp2Error || code.startsWith('ERR_HTTP2')) return 'not_http2';
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

function exchange(
  { host, method, path, headers, body, keepAlive, readMs, socket: messages }: SendQuestion,
  socket: Socket,
  phases: DialPhases,
  signal: AbortSignal,
  isHidden: () => boolean,
): Promise<{ readonly answer: SentAnswer; readonly retryAfter: string | null }> {
  return new Promise((resolve, reject) => {
    let sentAtMs = 0;
    const sinceUs = () => Math.round((performance.now() - sentAtMs) * 1000);
    let firstByteUs: number | null = null;
    socket.once('data', () => {
      firstByteUs = sinceUs();
    });
    const tls = describeTls(socket);
    // A WebSocket is asked for by a field of its own.
    const given = { host, connection: keepAlive ? 'keep-alive' : 'close', ...pairs(headers) };
    const asked = request({ createConnection: () => socket, method, path, headers: given, maxHeaderSize: mostHeadBytes, signal });
    let began = false;
    const counting = setInterval(() => {
      if (socket.bytesRead > mostBytesBefore) asked.destroy(new TooMuchBeforeError());
    }, lookEveryMs);
    const over = () => clearInterval(counting);
    const fail = (error: unknown) => {
      over();
      reject(error);
    };
    const answered = (answer: IncomingMessage, heard?: Promise<ReadBody>) => {
      over();
      began = true;
      const head = describeHead(answer);
      const done = (read: ReadBody) => {
        const timings = { dnsUs: phases.dnsUs, connectUs: phases.tcpUs, tlsUs: phases.tlsUs, firstByteUs: firstByteUs ?? sinceUs() };
        const told: SentAnswer = {
          ...head,
          protocol: answer.statusCode === 101 ? 'websocket' : 'http1',
          grpc: null,
          timings: { ...timings, wholeUs: phases.wholeUs + sinceUs() },
          ...shownBody(answer.headers, read, isHidden()),
          ...(heard && read.bytes === 0 ? { noBody: 'noMessage' as const } : {}),
          tls,
        };
        resolve({ answer: told, retryAfter: answer.headers['retry-after']?.slice(0, mostRetryAfterSigns) ?? null });
      };
      (heard ?? readBody(answer, readMs)).then(done, fail);
    };
    asked.on('response', (answer) => answered(answer)).on('error', fail);
    // Another protocol from here on: its head, and the messages of a WebSocket, are the whole answer.
    asked.on('upgrade', (answer, upgraded, head) =>
      answered(answer, messages && hearSocket(upgraded as Socket, head, messages, readMs ?? 0)),
    );
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

function readBody(answer: IncomingMessage, readMs?: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let [kept, bytes] = [0, 0];
    let enough: NodeJS.Timeout | undefined;
    const end = (whole: boolean) => {
      clearTimeout(enough);
      resolve({ head: Buffer.concat(pieces), bytes, whole });
    };
    if (answer.statusCode === 101) return end(true);
    if (readMs !== undefined) enough = setTimeout(end, readMs, false);
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
