/**
 * JIT warm-up: before the load, the thread runs a few short loads against a listener in the same thread, from scheduler to parser.
 * V8 compiles code while it runs. If that happened in the first seconds of the load, requests would be sent milliseconds late, and
 * their times would include the compiler's (docs/benchmarks.md has the figures). This is not the plan's `warmup`, which loads the target.
 *
 * Each round has a load loop of its own: code that was compiled for the objects of a single loop is thrown away at the next one.
 * Code is also thrown away when it meets a branch that it was not compiled for. So seconds end, requests queue and heads change in a
 * round too. The pauses between rounds let the compiler's threads finish if they have no core of their own.
 */
import { createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { HttpClient } from '@plimsoll/contracts/connection';
import { durationMs } from '@plimsoll/contracts/duration';
import { loadDurationMs, type Plan, planSchema } from '@plimsoll/contracts/plan';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { keptBodiesBytes } from '../connection/http-request-slot.ts';
import { RunClock, startIn } from '../pace/clock.ts';
import { LoadLoop } from './load-loop.ts';
import { wholeLoad } from './partition.ts';

/** How long it takes to compile a client's code: a longer warm-up than `maxMs` gains nothing. `maxShare`: of the load's length, at most. */
const lengths: Readonly<Record<HttpClient, { readonly maxMs: number; readonly maxShare: number }>> = {
  undici: { maxMs: 1600, maxShare: 1 / 3 },
  wire: { maxMs: 800, maxShare: 1 / 6 },
};
const roundMs = 100;
const pauseMs = 15;
/** A second of a round: long enough for hundreds of requests, short enough that several end in one round. */
const secondUs = 20_000;
/** From the order to start to the start, as in a load, so that the wait by timer and by setImmediate is compiled too. */
const leadMs = 5;
const maxOverrunFactor = 2;
/**
 * Rates of the rounds, one after the other, whatever the load's own rate. V8 compiles by the number of calls; at the lower rate
 * connections are idle between two requests, which runs other code in undici.
 */
const rates: Readonly<Record<HttpClient, readonly number[]>> = { undici: [20_000, 5000], wire: [20_000] };
const maxConnections = 20;
const maxQueued = 50;
const maxStreams = 10;
/** The assumed rate of a load without a duration, per second. */
const assumedRate = 10_000;

/** How long this thread has been warmed up so far, ms. */
let warmedUpMs = 0;

/** Resolves when this thread is ready for the load of this plan. The plan's protocol must be settled (not `auto`). */
export async function jitWarmUp(plan: Plan): Promise<void> {
  const { maxMs, maxShare } = lengths[plan.connection.client];
  const wantedMs = Math.min(maxMs, maxShare * lengthMs(plan));
  if (warmedUpMs + roundMs > wantedMs) return;
  // Two, alternating: a client remembers the last origin, which would hide the code of the first request to another.
  const http2 = plan.connection.protocol === 'http2';
  const targets = [await startTarget(http2), await startTarget(http2)] as const;
  // On a busy machine the load does not wait for ever.
  const latestMs = performance.now() + maxOverrunFactor * wantedMs;
  for (let round = 0; warmedUpMs + roundMs <= wantedMs && performance.now() < latestMs; round++, warmedUpMs += roundMs) {
    runRareEvents();
    await runRound(plan, round, (targets[round % 2] ?? targets[0]).url);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  for (const target of targets) target.close();
}

/** A rare path of the event loop: a tick that becomes due between two immediates. */
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
    name: 'jit-warm-up',
    target: { url },
    connection: protocol === 'http2' ? { client, protocol, streams: Math.min(streams, maxStreams) } : { client, protocol },
    // A long queue would make the round longer.
    load:
      load.model === 'open'
        ? { model: 'open', rate, duration, maxConnections, maxQueued }
        : { model: 'closed', connections: maxConnections, duration },
  });
  const clock = new RunClock();
  const policy: TargetPolicy = { mode: 'allowlist', allowed: [], ownPorts: [] };
  const loop = new LoadLoop({ plan, runId: 'jit-warm-up', policy, keptBodiesBytes, partition: wholeLoad, clock, emit: () => {}, secondUs });
  clock.startAt(startIn(leadMs));
  loop.start();
  await loop.ended;
}

let answers = 0;
/** An answer as most targets give it: its head is the same many times and then changes. */
function answer(): string {
  const date = answers++ >> 8;
  return `HTTP/1.1 200 OK\r\nServer: warm-up\r\nDate: ${date}\r\nContent-Type: text/plain\r\nContent-Length: 13\r\nConnection: keep-alive\r\n\r\nhello, world\n`;
}

/** Answers everything with 13 bytes, on a random port of the loopback interface. */
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
    // Not awaited: an HTTP/2 server whose clients went away does not always emit its close.
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
