/**
 * Targets that attack the client that loads them: with endless heads, bodies and frames, as small or as large as hurts most. Raw sockets
 * in a thread of their own, because they send as fast as they can.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import {
  addedLiteral,
  flags,
  frame,
  frameTypes,
  headers,
  indexed,
  literal,
  settingIds,
  settings,
  status200,
  uint32,
} from '../http2/frames.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const events = `${ok}Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
/** 16 MB of zeros in 16 kB. */
const bomb = () => gzipSync(Buffer.alloc(16 * 1024 * 1024));

/** A header of HPACK, written out and kept in no table: a name of 8 letters and 100 bytes after it. */
const fillerHeader = Buffer.concat([Buffer.from([0, 8]), Buffer.from('x-filler'), Buffer.from([100]), Buffer.alloc(100, 'x')]);
const repeat = (bytes: Buffer, times: number) => Buffer.concat(Array.from({ length: times }, () => bytes));

interface Attack {
  /** Sent once, when the first bytes have come. */
  readonly first: () => string | Buffer;
  /** Sent again and again after it, as fast as the client reads, or once in so many milliseconds. */
  readonly rest?: () => string | Buffer;
  readonly everyMs?: number;
  /** Reads nothing after the first bytes. */
  readonly deaf?: boolean;
}

const attacks = {
  endlessHeaders: { first: () => ok, rest: () => `X-Filler: ${'x'.repeat(1000)}\r\n` },
  /** A pattern that tries every blank as the value's start and as its end needs minutes for it. */
  blanks: { first: () => `${ok}X:${' '.repeat(20_000)}\u0001\r\n\r\n` },
  headInSingleBytes: { first: () => `${ok}X: `, rest: () => 'y', everyMs: 1 },
  endlessInterim: { first: () => '', rest: () => 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'.repeat(20) },
  endlessBody: { first: () => chunked, rest: () => `4000\r\n${'y'.repeat(0x4000)}\r\n` },
  bodyInSingleBytes: { first: () => chunked, rest: () => '1\r\ny\r\n'.repeat(2000) },
  endlessJson: { first: () => `${ok}Content-Type: application/json\r\n\r\n[`, rest: () => '[],'.repeat(2000) },
  gzipBomb: { first: () => `${ok}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`, rest: gzipChunk() },
  streamEndlessEvent: { first: () => events, rest: () => chunk(`data: ${'y'.repeat(1000)}\n`) },
  streamWithoutNewline: { first: () => events, rest: () => chunk(`data: ${'y'.repeat(16_000)}`) },
  streamInSingleBytes: { first: () => events, rest: () => '1\r\n:\r\n'.repeat(2000) },
  streamOfEmptyEvents: { first: () => events, rest: () => chunk('data\n\n'.repeat(2000)) },
  streamThatSaysNothing: { first: () => events },
  /** One event that never ends, a thousand times smaller on the wire. */
  streamOfZeros: {
    first: () => `${ok}Content-Type: text/event-stream\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`,
    rest: gzipChunk(),
  },
  byteASecond: { first: () => ok.slice(0, 1), rest: () => 'T', everyMs: 1000 },
  http2Pings: { first: () => settings(), rest: () => repeat(frame(frameTypes.ping, 0, 0, Buffer.alloc(8)), 500) },
  http2Settings: { first: () => settings(), rest: () => repeat(frame(frameTypes.settings, 0, 0), 500) },
  http2BodyInSingleBytes: {
    first: () => Buffer.concat([frame(frameTypes.settings, 0, 0), frame(frameTypes.headers, flags.endHeaders, 1, status200)]),
    rest: () => repeat(frame(frameTypes.data, 0, 1, 'y'), 500),
  },
  http2Resets: { first: () => settings(), rest: () => repeat(frame(frameTypes.reset, 0, 1, uint32(8)), 500) },
  http2InterimHeads: { first: () => settings(), rest: () => repeat(headers(1, literal(':status', '103')), 500) },
  /** A field of 4 kB, named by a byte each of 16 000 times: 64 MB. */
  http2HeaderBomb: {
    first: () => settings(),
    rest: () => headers(1, Buffer.concat([status200, addedLiteral('x', 'y'.repeat(3900)), repeat(indexed(62), 12_000)])),
  },
  http2EndlessHeaders: {
    first: () => Buffer.concat([settings(), frame(frameTypes.headers, 0, 1, status200)]),
    rest: () => frame(frameTypes.continuation, 0, 1, literal('x-filler', 'x'.repeat(16_000))),
  },
  http2EmptyContinuations: {
    first: () => Buffer.concat([settings(), frame(frameTypes.headers, 0, 1, status200)]),
    rest: () => repeat(frame(frameTypes.continuation, 0, 1), 500),
  },
  /** Pings, and never reads what answers them. */
  http2DeafPings: { first: () => settings(), rest: () => repeat(frame(frameTypes.ping, 0, 0, Buffer.alloc(8)), 500), deaf: true },
  http2EmptyFrames: {
    first: () => Buffer.concat([frame(frameTypes.settings, 0, 0), frame(frameTypes.headers, flags.endHeaders, 1, status200)]),
    rest: () => repeat(frame(frameTypes.data, 0, 1), 500),
  },
  /** A message of 7 MB, a byte in each frame. */
  http2MessageInSingleBytes: {
    first: () =>
      Buffer.concat([
        frame(frameTypes.settings, 0, 0),
        frame(frameTypes.headers, flags.endHeaders, 1, status200),
        frame(frameTypes.data, 0, 1, Buffer.from([0, 0, 0x70, 0, 0])),
      ]),
    rest: () => repeat(frame(frameTypes.data, 0, 1, 'y'), 500),
  },
  /** Nothing may be sent to it, and nothing comes of it. */
  http2NoWindow: { first: () => settings([settingIds.initialWindow, 0]) },
  /** As little and as much as may be sent to it, in turns. */
  http2WindowFlips: {
    first: () => settings(),
    rest: () => repeat(Buffer.concat([settings([settingIds.initialWindow, 0]), settings([settingIds.initialWindow, 2 ** 31 - 1])]), 250),
  },
  /** As much of a head as its reader takes at most, and no end of it: the sooner it gives up, the more often it is attacked. */
  http2EndlessHead: {
    first: () =>
      Buffer.concat([
        frame(frameTypes.settings, 0, 0),
        frame(frameTypes.headers, 0, 1, Buffer.concat([status200, fillerHeader])),
        repeat(frame(frameTypes.continuation, 0, 1, repeat(fillerHeader, 90)), 20),
      ]),
  },
} satisfies Record<string, Attack>;

export type Hostility = keyof typeof attacks;
export const hostilities = Object.keys(attacks) as Hostility[];
/**
 * Heads of HTTP/2 that never end. Node 24 aborts at one in some hundred (nodejs/node#39951: a session is collected before its stream),
 * where its own HTTP/2 reads them. The worker then ends the run as lost.
 */
export const endlessHttp2Heads: readonly Hostility[] = ['http2EndlessHeaders', 'http2EmptyContinuations', 'http2HeaderBomb'];

function gzipChunk(): () => Buffer {
  let chunk: Buffer | null = null;
  return () => {
    const body = bomb();
    chunk ??= Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
    return chunk;
  };
}

function attack(socket: Socket, { first, rest, everyMs }: Attack): void {
  // HTTP/2's preface and first frames come in several pieces: a stream is answered once it can be there.
  setTimeout(() => {
    if (socket.destroyed) return;
    socket.write(first());
    if (!rest) return;
    const more = rest();
    if (everyMs !== undefined) {
      const timer = setInterval(() => socket.write(more), everyMs);
      socket.on('close', () => clearInterval(timer));
      return;
    }
    const pour = () => {
      while (!socket.destroyed && socket.write(more));
    };
    socket.on('drain', pour);
    pour();
  }, 50);
}

export interface HostileTargets {
  /** The address of the target that attacks in this way. */
  url(kind: Hostility): string;
  close(): Promise<void>;
}

/** Starts a target for each attack. `givesWay`: whoever is attacked has the processor first, as if the targets were on another machine. */
export async function startHostile({ givesWay = false } = {}): Promise<HostileTargets> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { hostile: givesWay ? 'low' : 'usual' } });
  const [ports] = (await once(thread, 'message')) as [Readonly<Record<Hostility, number>>];
  return {
    url: (kind) => `http://127.0.0.1:${ports[kind]}/`,
    close: async () => void (await thread.terminate()),
  };
}

async function listen(kind: Hostility): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => attack(socket, attacks[kind]));
    const { deaf = false }: Attack = attacks[kind];
    if (deaf) socket.once('data', () => socket.pause());
    else socket.on('data', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

if (!isMainThread && workerData?.hostile) {
  // On Linux it is that of this thread alone.
  if (workerData.hostile === 'low' && process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
  const ports: Partial<Record<Hostility, number>> = {};
  for (const kind of hostilities) ports[kind] = await listen(kind);
  parentPort?.postMessage(ports);
}
