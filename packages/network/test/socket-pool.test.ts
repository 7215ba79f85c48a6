import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listen } from '@plimsoll/testbed/listen';
import { expect, test } from 'vitest';
import { type PooledSocket, SocketPool } from '../src/dial/socket-pool.ts';

async function listening(serve: (socket: Socket) => void) {
  const { port, close } = await listen(createServer(serve));
  return { close, address: { host: '127.0.0.1', port } };
}

/** Listens to the target on one connection. A user that leaves a listener behind does not give the socket back. */
async function hear(
  pool: SocketPool,
  address: { host: string; port: number },
  leaveListener = false,
): Promise<{ text: string; socket: Socket }> {
  let text = '';
  const socket = pool.open(address, (bytes, length) => {
    text += bytes.toString('latin1', 0, length);
  });
  const ignore = () => {};
  socket.on('error', ignore);
  socket.once('end', () => socket.destroy());
  await new Promise<void>((resolve) =>
    socket.once('close', () => {
      if (!leaveListener) socket.removeListener('error', ignore);
      resolve();
    }),
  );
  // The pool takes it back a tick after its close.
  await new Promise((resolve) => setImmediate(resolve));
  return { text, socket };
}

test('a socket that ended in good order carries the next connection, which hears its own bytes only', async () => {
  let count = 0;
  const { close, address } = await listening((socket) => socket.end(`answer ${++count}`));
  const pool = new SocketPool();
  const [first, second, third] = [await hear(pool, address), await hear(pool, address), await hear(pool, address)];
  expect([first.text, second.text, third.text]).toEqual(['answer 1', 'answer 2', 'answer 3']);
  expect([second.socket === first.socket, third.socket === first.socket]).toEqual([true, true]);
  expect(third.socket.bytesRead).toBe('answer 3'.length);
  await close();
});

test('a socket that failed, was broken off or still has a listener is not used again', async () => {
  const { close, address } = await listening((socket) => socket.end('x'));
  const broken = await listening((socket) => socket.resetAndDestroy());
  const pool = new SocketPool();
  const left = await hear(pool, address, true);
  const reset = await hear(pool, broken.address);
  await broken.close();
  const refused = await hear(pool, broken.address);
  const fresh = await hear(pool, address);
  expect(new Set([left, reset, refused, fresh].map(({ socket }) => socket)).size).toBe(4);
  expect(fresh.text).toBe('x');
  await close();
});

test('a user of a socket hears of its end once, after the bytes before it, and the socket carries the next connection', async () => {
  const { close, address } = await listening((socket) => socket.end('bye'));
  const pool = new SocketPool();
  const sockets: Socket[] = [];
  for (let round = 0; round < 3; round++) {
    const heard: string[] = [];
    const socket = pool.open(address, () => heard.push('bytes for nobody'));
    sockets.push(socket);
    await new Promise<void>((resolve) => {
      (socket as PooledSocket).user = {
        connected: () => heard.push('connected'),
        feed: (bytes, length) => heard.push(bytes.toString('latin1', 0, length)),
        ended: () => {
          heard.push('ended');
          socket.destroy();
        },
        failed: (error) => heard.push(error.message),
        closed: () => {
          heard.push('closed');
          resolve();
        },
      };
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toEqual(['connected', 'bye', 'ended', 'closed']);
  }
  expect(new Set(sockets).size).toBe(1);
  await close();
});

test('a stream of copies keeps what came while nobody read it, and holds the target back', async () => {
  const [mostBytes, highWaterMark] = [4 * 1024 * 1024, 65_536];
  const sent = Buffer.from(Array.from({ length: mostBytes }, (_, at) => (at * 7 + (at >> 8)) & 255));
  const { close, address } = await listening((socket) => {
    socket.write(sent.subarray(0, 100));
    setTimeout(() => socket.end(sent.subarray(100)), 20);
  });
  const pool = new SocketPool();
  const [first, second] = [pool.open(address, 'copied'), pool.open(address, 'copied')];
  await Promise.all([once(first, 'readable'), once(second, 'readable')]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  // One more read than the stream wants.
  for (const socket of [first, second]) expect(socket.readableLength).toBeLessThanOrEqual(2 * highWaterMark);
  for (const socket of [first, second]) {
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(sent)).toBe(true);
    expect(socket.bytesRead).toBe(mostBytes);
  }
  await close();
});
