import { once } from 'node:events';
import { createServer } from 'node:http';
import { listen } from '@plimsoll/testbed/listen';
import { afterAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { addSocketDemo, createSocketStats } from './socket-demo.ts';

const stats = createSocketStats();
const server = createServer();
addSocketDemo(server, stats);
const { port, close } = await listen(server);
const base = `ws://127.0.0.1:${port}`;
afterAll(close);

it('sends each message back when its knobs say, closes by 1011 where they want errors, and counts', async () => {
  const socket = new WebSocket(`${base}/echo?delayMs=40`);
  await once(socket, 'open');
  const began = performance.now();
  socket.send('hello');
  const [back, binary] = await once(socket, 'message');
  expect([String(back), binary]).toEqual(['hello', false]);
  expect(performance.now() - began).toBeGreaterThan(35);
  socket.close();
  await once(socket, 'close');
  const failing = new WebSocket(`${base}/echo?errorRate=1`);
  await once(failing, 'open');
  failing.send('x');
  expect((await once(failing, 'close'))[0]).toBe(1011);
  await expect.poll(() => stats).toEqual({ connections: 2, open: 0, received: 2, sent: 1, codes: { 1005: 1, 1011: 1 } });
});

it('feeds all that listen the same messages at once, with the time of each', async () => {
  const sockets = [0, 1, 2].map(() => new WebSocket(`${base}/feed?gapMs=15`));
  const heard = await Promise.all(
    sockets.map(async (socket) => {
      const messages: { at: number; n: number }[] = [];
      socket.on('message', (text) => messages.push(JSON.parse(String(text))));
      await expect.poll(() => messages.length).toBeGreaterThan(5);
      return messages;
    }),
  );
  const last = Math.max(...heard.map(([first]) => first?.n ?? 0));
  const same = heard.map((messages) => messages.find(({ n }) => n === last));
  expect(new Set(same.map((one) => one?.at)).size).toBe(1);
  expect(Math.abs((same[0]?.at ?? 0) - Date.now())).toBeLessThan(5000);
  for (const socket of sockets) socket.close();
});

it('has no other place for a WebSocket', async () => {
  const socket = new WebSocket(`${base}/other`);
  const [, response] = await once(socket, 'unexpected-response');
  expect(response.statusCode).toBe(404);
  socket.on('error', () => {}).terminate();
});
