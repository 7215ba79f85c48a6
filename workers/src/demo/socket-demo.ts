/**
 * The demo target's WebSockets. `demoSocketPaths.echo` sends each message back, after the delay of its URL's knobs; `errorRate` closes by 1011 in
 * place of that, and so does a message that `capacity` has no place for. `demoSocketPaths.feed` sends `{"at": ms since 1970, "n": 0}` to all that
 * listen, each `gapMs`.
 */
import type { Server } from 'node:http';
import { demoSocketPaths } from '@plimsoll/contracts/system';
import { type WebSocket, WebSocketServer } from 'ws';
import { createTurnstile, delayMs, type Knobs, readStreamKnobs } from './demo-knobs.ts';

export interface SocketStats {
  connections: number;
  open: number;
  received: number;
  sent: number;
  /** Connections by the code that closed them. */
  readonly codes: Record<string, number>;
}

export function createSocketStats(): SocketStats {
  return { connections: 0, open: 0, received: 0, sent: 0, codes: {} };
}

const failed = 1011;
const mostMessageBytes = 1_048_576;
const leastGapMs = 1;

/** Answers what this server is asked to upgrade. */
export function addSocketDemo(http: Server, stats: SocketStats): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: mostMessageBytes, perMessageDeflate: true });
  const queueMs = createTurnstile();
  const listen = createFeed(stats);
  http.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://demo');
    if (url.pathname !== demoSocketPaths.echo && url.pathname !== demoSocketPaths.feed) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      stats.connections++;
      stats.open++;
      opened
        .on('error', () => {})
        .on('close', (code) => {
          stats.open--;
          stats.codes[code] = (stats.codes[code] ?? 0) + 1;
        });
      const knobs = readStreamKnobs((knob) => url.searchParams.get(knob));
      if (url.pathname === demoSocketPaths.feed) listen(opened, knobs.gapMs);
      else echo(opened, knobs, () => queueMs(knobs.capacity), stats);
    });
  });
}

function echo(socket: WebSocket, knobs: Knobs, queueMs: () => number | null, stats: SocketStats): void {
  socket.on('message', (message, binary) => {
    stats.received++;
    const queued = queueMs();
    if (queued === null) return socket.close(failed, 'over capacity');
    if (Math.random() < knobs.errorRate) return socket.close(failed, 'one of the errors asked for');
    const waitMs = queued + delayMs(knobs);
    const send = () => {
      if (socket.readyState !== socket.OPEN) return;
      stats.sent++;
      socket.send(message, { binary });
    };
    if (waitMs >= 0.5) setTimeout(send, waitMs);
    else send();
  });
}

/** One clock for all listeners of a gap. It stops with the last of them. */
function createFeed(stats: SocketStats): (socket: WebSocket, gapMs: number) => void {
  const feeds = new Map<number, Set<WebSocket>>();
  return (socket, writtenMs) => {
    const gapMs = Math.max(leastGapMs, writtenMs);
    const listeners = feeds.get(gapMs) ?? new Set();
    listeners.add(socket);
    socket.on('message', () => stats.received++).on('close', () => listeners.delete(socket));
    if (feeds.has(gapMs)) return;
    feeds.set(gapMs, listeners);
    let n = 0;
    const timer = setInterval(() => {
      if (listeners.size === 0) {
        clearInterval(timer);
        feeds.delete(gapMs);
        return;
      }
      const text = JSON.stringify({ at: performance.timeOrigin + performance.now(), n: n++ });
      for (const listener of listeners) {
        stats.sent++;
        listener.send(text);
      }
    }, gapMs);
  };
}
