/**
 * The load before the load: the thread's own path, from scheduler to parser, goes through a few short loads against a listener in
 * the same thread. Code is compiled while it runs, and a load whose own first seconds pay for that sends requests
 * milliseconds late and times the rest by its own slowness (docs/benchmarks.md has the figures).
 *
 * Several loads, each a loop of its own: what is compiled for the objects of a single loop is thrown away at the next one.
 * Code is also thrown away when it comes to a branch it was not compiled for: seconds end, requests queue and heads change here too.
 * The pauses between them let the compiler's threads finish where they have no core of their own.
 */
import { createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { HttpClient } from '@plimsoll/contracts/connection';
import { durationMs } from '@plimsoll/contracts/duration';
import { loadDurationMs, type Plan, planSchema } from '@plimsoll/contracts/plan';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { RunClock, startIn } from '../pace/clock.ts';
import { LoadLoop } from './load-loop.ts';
import { wholeLoad } from './partition.ts';

/** How long a client's code takes to be compiled: nothing is gained after `maxMs`. No more than `maxShare` of the length of what is rehearsed for. */
const lengths: Readonly<Record<HttpClient, { readonly maxMs: number; readonly maxShare: number }>> = {
  undici: { maxMs: 1600, maxShare: 1 / 3 },
  wire: { maxMs: 800, maxShare: 1 / 6 },
};
const roundMs = 100;
const pauseMs = 15;
/** Long enough for hundreds of requests, short enough for several ends. */
const secondUs = 20_000;
/** From the order to start to the start, as in a load: a short wait is made of a timer and turns of the loop. */
const leadMs = 5;
const maxOverrunFactor = 2;
/**
 * In turns, whatever the load's own: it is the number of requests that gets code compiled, and at the lower rate connections fall idle
 * between two requests, which is work of its own in undici.
 */
const rates: Readonly<Record<HttpClient, readonly number[]>> = { undici: [20_000, 5000], wire: [20_000] };
const maxConnections = 20;
const maxQueued = 50;
const maxStreams = 10;
/** How fast a load without a duration is taken to be, for want of a better guess. */
const assumedRate = 10_000;

/** What this thread has rehearsed so far, ms. */
let warmedUpMs = 0;

/** Resolves when this thread is ready for the load of this plan, whose protocol is settled. */
export async function jitWarmUp(plan: Plan): Promise<void> {
  const { maxMs, maxShare } = lengths[plan.connection.client];
  const wantedMs = Math.min(maxMs, maxShare * lengthMs(plan));
  if (warmedUpMs + roundMs > wantedMs) return;
  // Two, in turns: what a client remembers of the last origin would hide what it does at the first request to another.
  const http2 = plan.connection.protocol === 'http2';
  const targets = [await startTarget(http2), await startTarget(http2)] as const;
  // A machine that is too busy for it does not hold the load up for ever.
  const latestMs = performance.now() + maxOverrunFactor * wantedMs;
  for (let round = 0; warmedUpMs + roundMs <= wantedMs && performance.now() < latestMs; round++, warmedUpMs += roundMs) {
    runRareEvents();
    await runRound(plan, round, (targets[round % 2] ?? targets[0]).url);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  for (const target of targets) target.close();
}

/** What the event loop is seldom asked to do: a tick that becomes due between two immediates. */
function runRareEvents(): void {
  setImmediate(() => process.nextTick(() => {}));
  setImmediate(() => {});
}

function lengthMs({ load, warmup }: Plan): number {
  const requests = load.model === 'closed' ? (load.requests ?? 0) : 0;
  return durationMs(warmup) + (loadDurationMs(load) ?? (requests / assumedRate) * 1000);
}

async function runRound({ load, connection }: Plan, round: number, url: string): Promise<void> {
  const duration = `${roundMs}ms`;
  const { client, protocol, streams } = connection;
  const rate = rates[client][round % rates[client].length] as number;
  const plan = planSchema.parse({
    version: 1,
    name: 'rehearsal',
    target: { url },
    connection: protocol === 'http2' ? { client, protocol, streams: Math.min(streams, maxStreams) } : { client, protocol },
    // Few may wait: a long queue would make the round longer.
    load:
      load.model === 'open'
        ? { model: 'open', rate, duration, maxConnections, maxQueued: maxQueued }
        : { model: 'closed', connections: maxConnections, duration },
  });
  const clock = new RunClock();
  const policy: TargetPolicy = { mode: 'allowlist', allowed: [], ownPorts: [] };
  const loop = new LoadLoop({ plan, runId: 'rehearsal', policy, partition: wholeLoad, clock, emit: () => {}, secondUs });
  clock.startAt(startIn(leadMs));
  loop.start();
  await loop.ended;
}

let answers = 0;
/** As most targets answer, with a head that is the same many times and then changes. */
function answer(): string {
  const date = answers++ >> 8;
  return `HTTP/1.1 200 OK\r\nServer: rehearsal\r\nDate: ${date}\r\nContent-Type: text/plain\r\nContent-Length: 13\r\nConnection: keep-alive\r\n\r\nhello, world\n`;
}

/** Answers everything with 13 bytes, on a port of the loopback interface that nobody else is told of. */
async function startTarget(http2: boolean): Promise<{ url: string; close(): void }> {
  const server = http2
    ? createHttp2Server().on('stream', (stream) => {
        stream.on('error', () => {}).respond({ ':status': 200 });
        stream.end('hello, world\n');
      })
    : createServer({ noDelay: true }, (socket) => socket.on('data', () => socket.write(answer())));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket))));
  server.on('sessionError', () => {});
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    // Not waited for: an HTTP/2 server whose clients went away does not always tell that it is closed.
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
