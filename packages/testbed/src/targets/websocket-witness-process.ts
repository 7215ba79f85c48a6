/** The process of {@link file://./websocket-witness.ts}. */
import { createServer } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { server as certificate } from '../certificates.ts';
import type { WitnessedSocket } from './websocket-witness.ts';

const { tls } = JSON.parse(process.argv[2] ?? '') as { tls: boolean };
const mostTexts = 200;

type Written = { -readonly [Field in keyof WitnessedSocket]: WitnessedSocket[Field] } & { heldUs: number[]; texts: string[] };
let log: Written[] = [];
const open = new Set<WebSocket>();
const feeds = new Map<number, Set<(text: string) => void>>();
const nowUs = () => Math.round((performance.timeOrigin + performance.now()) * 1000);

const http = tls ? createSecure({ cert: certificate.certificate, key: certificate.key }) : createServer();
const sockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: { threshold: 0 },
  handleProtocols: (offered) => ['chat.v2', 'graphql-transport-ws'].find((known) => offered.has(known)) ?? false,
});

http.on('upgrade', (request, socket, head) => {
  const url = new URL(request.url ?? '', 'http://localhost');
  if (url.pathname === '/refuse') {
    const status = url.searchParams.get('status') ?? '403';
    socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 9\r\nconnection: close\r\n\r\nno entry\n`);
    return;
  }
  sockets.handleUpgrade(request, socket, head, (opened) => {
    const { authorization = null, cookie = null } = request.headers;
    const seen: Written = {
      path: request.url ?? '',
      received: 0,
      receivedBytes: 0,
      sent: 0,
      sentBytes: 0,
      pings: 0,
      closeCode: null,
      subprotocol: opened.protocol,
      extensions: opened.extensions,
      authorization,
      cookie,
      heldUs: [],
      texts: [],
      binary: 0,
    };
    log.push(seen);
    open.add(opened);
    opened.on('close', (code) => {
      seen.closeCode = code;
      open.delete(opened);
    });
    opened.on('error', () => {}).on('ping', () => seen.pings++);
    serve(opened, url, seen);
  });
});

function serve(socket: WebSocket, { pathname, searchParams }: URL, seen: Written): void {
  const send = (message: RawData | string, binary: boolean): void => {
    if (socket.readyState !== socket.OPEN) return;
    seen.sent++;
    seen.sentBytes += Buffer.byteLength(message as Buffer);
    socket.send(message, { binary });
  };
  const after = Number(searchParams.get('after') ?? Number.POSITIVE_INFINITY);
  const code = Number(searchParams.get('code') ?? 1000);
  const holdMs = Number(searchParams.get('holdMs') ?? 0);
  if (pathname === '/close' && after === 0) socket.close(code, 'as asked');
  const held = (text: string) => (holdMs > 0 ? setTimeout(send, holdMs, text, false) : send(text, false));
  if (pathname === '/feed') listen(socket, Number(searchParams.get('everyMs') ?? 10), held);
  let first = true;
  if (pathname === '/graphql') {
    subscribe(socket, seen);
    return;
  }
  socket.on('message', (message: Buffer, binary) => {
    const cameUs = nowUs();
    seen.received++;
    seen.receivedBytes += message.length;
    if (binary) seen.binary++;
    if (seen.texts.length < mostTexts) seen.texts.push(message.toString());
    if (pathname === '/feed') return;
    if (pathname === '/login' && first) {
      first = false;
      if (message.toString() === 'let me in') send('welcome', false);
      else socket.close(4401, 'not you');
      return;
    }
    if (seen.received >= after) return socket.close(code, 'as asked');
    const echo = () => {
      seen.heldUs.push(nowUs() - cameUs);
      send(message, binary);
    };
    if (holdMs > 0) setTimeout(echo, holdMs);
    else echo();
  });
}

/** `graphql-transport-ws`, as servers keep it: `next` goes out once a ping was answered, and without an answer the connection is closed. */
function subscribe(socket: WebSocket, seen: Written): void {
  const say = (message: object) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message));
  const nextOf = (id: string) => {
    seen.sent++;
    say({ id, type: 'next', payload: { data: { tick: seen.sent } } });
  };
  socket.on('message', (text: Buffer) => {
    const { type, id } = JSON.parse(text.toString()) as { type: string; id?: string };
    seen.texts.push(type);
    if (type === 'connection_init') say({ type: 'connection_ack' });
    if (type !== 'subscribe' || id === undefined) return;
    const unanswered = setTimeout(() => socket.close(4400, 'no pong'), 1000);
    socket.once('message', () => {
      clearTimeout(unanswered);
      for (let n = 0; n < 3; n++) nextOf(id);
    });
    say({ type: 'ping', payload: { n: 1 } });
  });
}

/** One clock for all listeners of an interval: each message is published once. */
function listen(socket: WebSocket, everyMs: number, send: (text: string) => void): void {
  let listeners = feeds.get(everyMs);
  if (!listeners) {
    listeners = new Set();
    feeds.set(everyMs, listeners);
    let n = 0;
    setInterval(() => {
      const text = JSON.stringify({ at: nowUs(), n: n++ });
      for (const each of listeners ?? []) each(text);
    }, everyMs);
  }
  listeners.add(send);
  socket.on('close', () => listeners.delete(send));
}

process.on('message', async () => {
  for (let tries = 0; tries < 200 && open.size > 0; tries++) await new Promise((resolve) => setTimeout(resolve, 10));
  process.send?.(log);
  log = [];
});
process.on('disconnect', () => process.exit(0));
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port));
