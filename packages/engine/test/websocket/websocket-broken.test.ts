/** Targets that break the rules of WebSockets, or want to cost the generator its memory: each connection ends in a named way. */
import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { type Listener, listen } from '@plimsoll/testbed/listen';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { startLoadsApart } from '../support/loads-apart.ts';
import { runLoop } from '../support/run-loop.ts';
import { type SocketInput, socketPlan } from '../support/socket-plan.ts';

let server: Listener | null = null;
afterEach(() => server?.close());

type Serve = (socket: Socket, agreed: string) => void;

/** `agreed`: the head of a good answer, without its last line end. */
async function start(serve: Serve): Promise<number> {
  const listening = createServer((socket) => {
    socket.on('error', () => {});
    let asked = '';
    const read = (piece: Buffer) => {
      asked += piece.toString('latin1');
      if (!asked.includes('\r\n\r\n')) return;
      socket.off('data', read).resume();
      const key = /sec-websocket-key: (\S+)/i.exec(asked)?.[1] ?? '';
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      serve(socket, `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n`);
    };
    socket.on('data', read);
  });
  server = await listen(listening);
  return server.port;
}

async function load(serve: Serve, socket: SocketInput = { closeAfter: '5s' }, rest: Partial<PlanInput> = {}) {
  const port = await start(serve);
  const { target: _, ...others } = rest;
  return runLoop(
    socketPlan(`ws://127.0.0.1:${port}/`, socket, { model: 'closed', connections: 1, requests: 2 }, { timeout: '20s', ...others }),
  );
}

function frame(opcode: number, payload: Buffer, { fin = true, mask = false, rsv1 = false, length = payload.length } = {}): Buffer {
  const first = (fin ? 0x80 : 0) | (rsv1 ? 0x40 : 0) | opcode;
  const [short, long] = length < 126 ? [length, Buffer.alloc(0)] : length < 65_536 ? [126, Buffer.alloc(2)] : [127, Buffer.alloc(8)];
  if (long.length === 2) long.writeUInt16BE(length);
  if (long.length === 8) long.writeBigUInt64BE(BigInt(length));
  const key = mask ? Buffer.alloc(4) : Buffer.alloc(0);
  return Buffer.concat([Buffer.from([first, (mask ? 0x80 : 0) | short]), long, key, payload]);
}
const text = (written: string) => frame(1, Buffer.from(written));
const close = (code: number) => frame(8, Buffer.from([code >> 8, code & 255]));
/** A good upgrade, and these bytes after it. */
const then =
  (...bytes: Buffer[]): Serve =>
  (socket, agreed) => {
    socket.write(`${agreed}\r\n`);
    socket.write(Buffer.concat(bytes));
  };
const answer =
  (head: string): Serve =>
  (socket) =>
    socket.write(`${head}\r\n\r\n`);
const withLine =
  (line: string): Serve =>
  (socket, agreed) =>
    socket.write(`${agreed}${line}\r\n\r\n`);
const deflating = 'Sec-WebSocket-Extensions: permessage-deflate\r\n';
/** A good upgrade that compresses, and this compressed message. */
const thenDeflated =
  (packed: Buffer): Serve =>
  (socket, agreed) => {
    socket.write(`${agreed}${deflating}\r\n`);
    socket.write(frame(1, packed, { rsv1: true }));
  };
const listens = { closeAfter: '5s' } as const;

const broken: readonly [name: string, serve: Serve, said: RegExp, socket?: SocketInput][] = [
  ['200 in place of 101', answer('HTTP/1.1 200 OK\r\ncontent-length: 0'), /answered 200/],
  ['a redirect', answer('HTTP/1.1 302 Found\r\nlocation: /'), /answered 302/],
  [
    'a wrong accept',
    (socket, agreed) => socket.write(`${agreed.replace(/Accept: ./, 'Accept: #')}\r\n`),
    /does not say that a WebSocket follows/,
  ],
  [
    'no upgrade',
    (socket, agreed) => socket.write(`${agreed.replace('Upgrade: websocket', 'X: y')}\r\n`),
    /does not say that a WebSocket follows/,
  ],
  ['no subprotocol', withLine('x: y'), /none of the subprotocols/, { ...listens, subprotocols: ['chat'] }],
  ['another subprotocol', withLine('Sec-WebSocket-Protocol: mqtt'), /subprotocol "mqtt"/, { ...listens, subprotocols: ['chat'] }],
  ['an extension that was not offered', withLine(deflating.trim()), /extension that was not offered/],
  ['an unknown parameter', withLine(`${deflating.trim()}; x=1`), /extension that was not offered/, { ...listens, deflate: true }],
  ['no HTTP', (socket) => socket.write('SSH-2.0-OpenSSH\r\n'), /does not begin with "HTTP/],
  [
    'an endless head',
    (socket, agreed) => void socket.write(`${agreed}${'x-filler: 0123456789\r\n'.repeat(5000)}`),
    /more than 65.536 bytes/,
  ],
  ['a masked frame', then(frame(1, Buffer.from('hey'), { mask: true })), /is masked/],
  ['a frame of 1 GB', then(frame(2, Buffer.from('x'), { length: 1_000_000_000 })), /more than 1.048.576 bytes/],
  ['a frame of 2^60 bytes', then(frame(2, Buffer.from('x'), { length: 2 ** 60 })), /more than 1.048.576 bytes/],
  ['an unknown opcode', then(frame(5, Buffer.from('x'))), /broke the rules of WebSockets: .*opcode/],
  ['a fragmented ping', then(frame(9, Buffer.from('x'), { fin: false })), /broke the rules/],
  ['a long ping', then(frame(9, Buffer.alloc(126))), /broke the rules/],
  ['a reserved bit', then(frame(1, Buffer.from('x'), { rsv1: true })), /broke the rules/],
  ['an end without a beginning', then(frame(0, Buffer.from('x'))), /broke the rules/],
  ['a text that is none', then(frame(1, Buffer.from([0xc3, 0x28]))), /not UTF-8/],
  ['a close code that is none', then(close(1006)), /broke the rules/],
  [
    'pieces of nothing without end',
    then(frame(1, Buffer.from('x'), { fin: false }), Buffer.concat(Array(20_000).fill(frame(0, Buffer.alloc(0), { fin: false })))),
    /more than 16.384 pieces/,
  ],
  [
    'pieces beyond the limit',
    then(frame(1, Buffer.alloc(600_000, 97), { fin: false }), frame(0, Buffer.alloc(600_000, 97), { fin: false })),
    /more than 1.048.576 bytes/,
  ],
  ['pings without end', then(Buffer.concat(Array(25_000).fill(frame(9, Buffer.from('x'))))), /more than 10.000 pings/],
  ['compressed rubbish', thenDeflated(Buffer.from([255, 254, 253])), /cannot be decompressed/, { ...listens, deflate: true }],
  ['a bomb', thenDeflated(deflateRawSync(Buffer.alloc(200_000_000))), /more than 1.048.576 bytes/, { ...listens, deflate: true }],
];

test.each(broken)('%s is named', async (_name, serve, said, socket) => {
  const totals = await load(serve, socket);
  expect([totals.outcomes, totals.failed]).toEqual([{ protocol: 2 }, 2]);
  expect(totals.errors[0]?.message).toMatch(said);
});

test('a connection that is cut, one that is closed with a code, and a close that is not answered are told apart', async () => {
  const cut = await load((socket, agreed) => void socket.end(`${agreed}\r\n`));
  expect([cut.outcomes, cut.closeCodes]).toEqual([{ closed_early: 2 }, { 1006: 2 }]);
  expect(cut.errors[0]?.message).toContain('without the close message');
  const early = await load(then(close(1011)));
  expect([early.outcomes, early.closeCodes]).toEqual([{ closed_early: 2 }, { 1011: 2 }]);
  const silent = await load((socket, agreed) => socket.write(`${agreed}\r\n`), { closeAfter: '100ms' });
  expect([silent.outcomes, silent.closeCodes, silent.streamEnds]).toEqual([{ timeout: 2 }, { 1006: 2 }, { timed_out: 2 }]);
  expect(silent.errors[0]?.message).toContain('did not answer the close message');
  const before = await load((socket) => socket.destroy());
  expect([(before.outcomes.closed_early ?? 0) + (before.outcomes.reset ?? 0), before.closeCodes, before.streamEnds]).toEqual([2, {}, {}]);
});

test('any split of the bytes gives the same messages', async () => {
  const messages = ['', 'a', 'ü'.repeat(100), 'x'.repeat(70_000)];
  const bytes = Buffer.concat([
    ...messages.map(text),
    frame(1, Buffer.from('in '), { fin: false }),
    frame(9, Buffer.from('between')),
    frame(0, Buffer.from('pieces')),
    close(1000),
  ]);
  const cuts = fc.sample(fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 }), { numRuns: 20, seed: 29 });
  let turn = 0;
  const serve: Serve = (socket, agreed) => {
    const at = [0, ...(cuts[turn++ % cuts.length] ?? []), bytes.length].sort((a, b) => a - b);
    socket.setNoDelay().write(`${agreed}\r\n`);
    const send = (nth: number): void => {
      if (nth >= at.length) return;
      socket.write(bytes.subarray(at[nth - 1], at[nth]));
      setTimeout(send, 1, nth + 1);
    };
    send(1);
  };
  const port = await start(serve);
  const plan = socketPlan(`ws://127.0.0.1:${port}/`, { closeAfter: '5s' }, { model: 'closed', connections: 4, requests: cuts.length });
  const { outcomes, messages: counted } = await runLoop(plan);
  const each = [...messages, 'in pieces'];
  expect([outcomes, counted.received]).toEqual([{ response: cuts.length }, cuts.length * each.length]);
  expect(counted.receivedBytes).toBe(cuts.length * each.reduce((total, one) => total + Buffer.byteLength(one), 0));
});

test('a flood that nobody reads takes no memory, and a stop ends it at once', async () => {
  const piece = Buffer.concat(Array(500).fill(text('y'.repeat(100))));
  const serve: Serve = (socket, agreed) => {
    socket.pause();
    socket.write(`${agreed}\r\n`);
    const flood = () => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once('drain', flood);
    };
    flood();
  };
  const port = await start(serve);
  const socket: SocketInput = {
    messages: ['z'.repeat(50_000)],
    messagesPerConnection: 1_000_000,
    messagesToReceive: 100_000_000,
    ping: '1ms',
  };
  const plan = socketPlan(`ws://127.0.0.1:${port}/`, socket, { model: 'closed', connections: 3, duration: '60s' });
  const loads = startLoadsApart({ flooded: plan });
  await loads.seconds(2, ({ received }) => received > 0);
  const { flooded } = await loads.stop();
  expect(flooded?.afterStopMs).toBeLessThan(4000);
  expect(flooded?.received).toBeGreaterThan(10_000);
  expect(loads.moreBytes()).toBeLessThan(150_000_000);
});
