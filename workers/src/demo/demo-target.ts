/**
 * The built-in demo target: a server of its own process on loopback, with knobs in the URL: `?delayMs=5&jitterMs=2` (each answer
 * waits so long), `errorRate=0.01` (that share answers 500), `capacity=200` (answers per second; what comes on top queues for up
 * to a second, then gets 503: the knee and the overload of a real service). `/stats` says what it counted itself.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { demoKnobs } from '@plimsoll/contracts/system';

const longestQueueMs = 1000;
const longestWaitMs = 60_000;
const stats = { product: 'plimsoll-demo-target', requests: 0, connections: 0, open: 0, statuses: {} as Record<string, number> };
/** When the server of each capacity is free again. */
const freeAtMs = new Map<number, number>();

type Knobs = Record<(typeof demoKnobs)[number], number>;

function parseKnobs(url: URL): Knobs {
  const knob = (name: (typeof demoKnobs)[number], most: number) => {
    const value = Number(url.searchParams.get(name) ?? 0);
    return Number.isFinite(value) ? Math.min(Math.max(value, 0), most) : 0;
  };
  return {
    delayMs: knob('delayMs', longestWaitMs),
    jitterMs: knob('jitterMs', longestWaitMs),
    errorRate: knob('errorRate', 1),
    capacity: knob('capacity', 1_000_000),
  };
}

/** How long this request queues for its turn, or null when the queue is full. */
function queueMs(capacity: number): number | null {
  if (capacity === 0) return 0;
  const now = performance.now();
  const turn = Math.max(now, freeAtMs.get(capacity) ?? 0);
  if (turn - now > longestQueueMs) return null;
  if (freeAtMs.size > 1000) freeAtMs.clear();
  freeAtMs.set(capacity, turn + 1000 / capacity);
  return turn - now;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  stats.statuses[status] = (stats.statuses[status] ?? 0) + 1;
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://demo');
  request.resume();
  if (url.pathname === '/stats') {
    const text = JSON.stringify(stats);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
    return;
  }
  stats.requests += 1;
  const knobs = parseKnobs(url);
  const queued = queueMs(knobs.capacity);
  if (queued === null) return answer(response, 503, { error: 'over capacity' });
  const waitMs = queued + knobs.delayMs + knobs.jitterMs * (2 * Math.random() - 1);
  if (waitMs >= 0.5) await sleep(waitMs);
  if (response.destroyed) return;
  if (Math.random() < knobs.errorRate) return answer(response, 500, { error: 'one of the errors asked for' });
  answer(response, 200, { hello: 'from the demo target' });
}

const server = createServer((request, response) => void serve(request, response));
server.keepAliveTimeout = 65_000;
server.on('connection', (socket) => {
  stats.connections += 1;
  stats.open += 1;
  socket.setNoDelay(true);
  socket.on('close', () => {
    stats.open -= 1;
  });
});
server.on('error', (error: NodeJS.ErrnoException) => {
  process.send?.({ kind: 'failed', code: error.code ?? error.message });
});
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
server.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4096 }, () => process.send?.({ kind: 'listening' }));
