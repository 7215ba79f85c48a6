/** One request over HTTP/2, or one gRPC call, on a connection that is open and judged. */
import { connect, type IncomingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { grpcStatuses } from '@plimsoll/contracts/grpc-status';
import { mostLocationSigns } from '@plimsoll/contracts/redirect';
import { type SentAnswer, shownBodyBytes } from '@plimsoll/contracts/sent-one';
import type { DialPhases } from '../dial/dial.ts';
import { prefixBytes } from '../message/message-frame.ts';
import type { SendQuestion } from './send-question.ts';
import { describeTls, lookEveryMs, mostBodyBytes, mostBytesBefore, mostHeadBytes, shownBody, TooMuchBeforeError } from './sent-answer.ts';

/** The target did not choose HTTP/2 in the handshake. */
export class NoHttp2Error extends Error {}

/** Of a call's answers so much is kept; bytes of the connection, with frames of every kind. */
const mostMessageBytes = 64 * 1024;
const mostReceivedBytes = 4 * mostBodyBytes;
/** Headers of a connection have no meaning here. */
const ofConnections = new Set(['host', 'connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

interface Exchanged {
  readonly answer: SentAnswer;
  readonly messages: readonly Uint8Array[];
}

export function exchangeHttp2(
  question: SendQuestion,
  socket: Socket,
  phases: DialPhases,
  signal: AbortSignal,
  isHidden: () => boolean,
): Promise<Exchanged> {
  const { isCall, host, readMs } = question;
  const scheme = new URL(question.url).protocol.slice(0, -1);
  const tls = describeTls(socket);
  const settings = { enablePush: false, maxHeaderListSize: mostHeadBytes };
  const session = connect(`${scheme}://${host}`, { createConnection: () => socket, settings });
  let counting: NodeJS.Timeout | undefined;
  let enough: NodeJS.Timeout | undefined;
  const exchanged = new Promise<Exchanged>((resolve, reject) => {
    let head: IncomingHttpHeaders | null = null;
    let trailers: IncomingHttpHeaders = {};
    let [firstByteUs, bytes, kept, goesAway] = [0, 0, 0, false];
    const pieces: Buffer[] = [];
    const mostKept = isCall ? mostMessageBytes : shownBodyBytes;
    const sentAtMs = performance.now();
    const sinceUs = () => Math.round((performance.now() - sentAtMs) * 1000);
    const stream = session.request(headOf(question, scheme), { endStream: question.body === null });
    const end = (whole: boolean, error?: Error) => {
      if (!head) return reject(error ?? new Error('closed'));
      const read = { head: Buffer.concat(pieces), bytes, whole };
      const shown = isCall ? { bytes, whole, body: null, noBody: noMessage(bytes, isHidden()) } : shownBody(head, read, isHidden());
      const timings = { dnsUs: phases.dnsUs, connectUs: phases.tcpUs, tlsUs: phases.tlsUs, firstByteUs };
      resolve({
        answer: {
          protocol: isCall ? 'grpc' : 'http2',
          status: Number(head[':status']),
          grpc: isCall ? statusOf({ ...head, ...trailers }) : null,
          keepAlive: !goesAway,
          location: head.location?.slice(0, mostLocationSigns) ?? null,
          timings: { ...timings, wholeUs: phases.wholeUs + sinceUs() },
          ...shown,
          tls,
        },
        messages: isCall && !isHidden() ? wholeMessages(read.head) : [],
      });
      return undefined;
    };
    stream.on('response', (headers) => {
      head = headers;
      firstByteUs = sinceUs();
      if (readMs !== undefined) enough = setTimeout(end, readMs, false);
    });
    stream.on('trailers', (headers) => {
      trailers = headers;
    });
    stream.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (kept < mostKept) pieces.push(Buffer.from(piece.subarray(0, mostKept - kept)));
      kept += piece.length;
      if (bytes >= mostBodyBytes) end(false);
    });
    stream.on('end', () => end(true)).on('error', (error) => end(false, error));
    stream.on('close', () => end(stream.rstCode === 0));
    session.on('goaway', () => {
      goesAway = true;
    });
    session.on('error', (error) => end(false, error)).on('close', () => end(false));
    signal.addEventListener('abort', () => end(false, new Error('late')), { once: true });
    counting = setInterval(() => {
      if (!head && socket.bytesRead > mostBytesBefore) reject(new TooMuchBeforeError());
      else if (socket.bytesRead > mostReceivedBytes) end(false);
    }, lookEveryMs);
    if (question.body) stream.end(Buffer.from(question.body));
  });
  return exchanged.finally(() => {
    clearInterval(counting);
    clearTimeout(enough);
    session.destroy();
  });
}

function headOf({ isCall, method, path, host, headers }: SendQuestion, scheme: string): Record<string, string> {
  const given = headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1] ?? ''] as const] : []));
  if (isCall) return Object.fromEntries(given);
  const own = { ':method': method, ':scheme': scheme, ':authority': host, ':path': path };
  return { ...own, ...Object.fromEntries(given.filter(([name]) => !ofConnections.has(name))) };
}

function noMessage(bytes: number, hidden: boolean): SentAnswer['noBody'] {
  if (hidden) return 'hidden';
  return bytes === 0 ? 'empty' : null;
}

function statusOf(headers: IncomingHttpHeaders): SentAnswer['grpc'] {
  const code = headers['grpc-status'];
  if (code === undefined) return { status: null, message: null };
  return { status: grpcStatuses[Number(code)] ?? String(code).slice(0, 20), message: messageOf(headers['grpc-message']) };
}

/** Percent-encoded; where it is not, it is shown as it came. */
function messageOf(text: string | string[] | undefined): string | null {
  if (text === undefined) return null;
  const cut = String(text).slice(0, mostLocationSigns);
  try {
    return decodeURIComponent(cut);
  } catch {
    return cut;
  }
}

/** The bytes of the messages that came whole. */
function wholeMessages(bytes: Buffer): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (let at = 0; at + prefixBytes <= bytes.length; ) {
    const end = at + prefixBytes + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) break;
    const message = bytes.subarray(at + prefixBytes, end);
    const opened = bytes[at] === 1 ? unpacked(message) : message;
    if (!opened) break;
    messages.push(opened);
    at = end;
  }
  return messages;
}

function unpacked(message: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(message, { maxOutputLength: mostMessageBytes });
  } catch {
    return null;
  }
}
