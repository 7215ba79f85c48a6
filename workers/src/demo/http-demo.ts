/** The demo target's HTTP: each answer as the query of its URL says. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTurnstile, delayMs, readKnobs } from './demo-knobs.ts';

export interface HttpStats {
  requests: number;
  readonly statuses: Record<string, number>;
}

/** It does not listen: connections are handed to it. `/stats` answers with what `allStats` gives, and is not counted. */
export function createHttpDemo(stats: HttpStats, allStats: object): Server {
  const queueMs = createTurnstile();
  const answer = (response: ServerResponse, status: number, body: unknown) => {
    stats.statuses[status] = (stats.statuses[status] ?? 0) + 1;
    send(response, status, `${JSON.stringify(body)}\n`);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://demo');
    request.resume();
    if (url.pathname === '/stats') return send(response, 200, JSON.stringify(allStats));
    stats.requests += 1;
    const knobs = readKnobs((knob) => url.searchParams.get(knob));
    const queued = queueMs(knobs.capacity);
    if (queued === null) return answer(response, 503, { error: 'over capacity' });
    const waitMs = queued + delayMs(knobs);
    if (waitMs >= 0.5) await sleep(waitMs);
    if (response.destroyed) return;
    if (Math.random() < knobs.errorRate) return answer(response, 500, { error: 'one of the errors asked for' });
    answer(response, 200, { hello: 'from the demo target' });
  };
  const server = createServer((request, response) => void serve(request, response));
  server.keepAliveTimeout = 65_000;
  return server;
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}
