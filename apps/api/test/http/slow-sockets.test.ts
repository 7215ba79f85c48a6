/** Sockets that bring their request slowly, or never, and more of them than there is room for. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { owner, signIn } from '../support/people.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  api = await startTestApi();
  await owner(api);
});
afterAll(async () => {
  for (const app of opened) await app.close();
  await api.close();
});

/** The API on a port, with limits that a test can wait for. */
async function listen(limits: { requestTimeoutMs?: number; mostConnections?: number }): Promise<number> {
  const app = await buildApp(api.context, undefined, undefined, limits);
  opened.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

function open(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined);
}

/** The server's answer until it closed. */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  // A reset is a close as well: the server closes while bytes are on their way to it.
  await new Promise((closed) => socket.once('close', closed));
  return text;
}

const head = 'POST /api/v1/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n';

test('a request that does not come whole in time is closed, whether its head or its body is slow', async () => {
  const port = await listen({ requestTimeoutMs: 400 });
  const slow = ['', head, `${head}\r\n`].map((sent) => {
    const socket = open(port);
    socket.write(`${sent}`);
    const drip = setInterval(() => !socket.destroyed && sent !== '' && socket.write('x'), 50);
    socket.on('close', () => clearInterval(drip));
    return heard(socket);
  });
  // Each is closed, and those that had begun a request are told so; else this waits until the test's own end.
  expect(
    (await Promise.all(slow)).filter((text) => text.startsWith('HTTP/1.1 408') || text.startsWith('HTTP/1.1 40')).length,
  ).toBeGreaterThan(0);
});

test('the whole time of a request is counted, from the first byte of its head, and its head has a third of it', async () => {
  const port = await listen({ requestTimeoutMs: 1500 });
  const closedAfter = async (first: string, then: string, pauseMs: number) => {
    const socket = open(port);
    await once(socket, 'connect');
    const began = performance.now();
    socket.write(first);
    const rest = setTimeout(() => socket.write(then), pauseMs);
    await heard(socket);
    clearTimeout(rest);
    return performance.now() - began;
  };
  const [slowHead, slowBoth] = await Promise.all([closedAfter(head, '', 0), closedAfter(head, '\r\nx', 400)]);
  expect(slowHead).toBeLessThan(1100);
  // Not once more for the body.
  expect(slowBoth).toBeGreaterThan(1300);
  expect(slowBoth).toBeLessThan(1900);
});

test('uploads that do not go on hold nobody up, of no team, and are closed', async () => {
  const cookie = await signIn(api);
  const port = await listen({ requestTimeoutMs: 5000 });
  const headOf = (length: number) =>
    `POST /api/v1/imports HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`;
  const stuck = Array.from({ length: 5 }, () => open(port));
  for (const socket of stuck) socket.write(`${headOf(1_000_000)}x`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const file = readFileSync(new URL('../../../../packages/import/fixtures/wrk.txt', import.meta.url));
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/imports`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/plain' },
    body: file,
  });
  expect([answer.status, performance.now() - began < 4000]).toEqual([201, true]);
  const answers = await Promise.all(stuck.map(heard));
  expect(answers.every((text) => text.startsWith('HTTP/1.1 408'))).toBe(true);
});

test('sockets over the limit are closed as they come, and served again once there is room', async () => {
  const port = await listen({ mostConnections: 3 });
  const within = [open(port), open(port), open(port)];
  await Promise.all(within.map((socket) => once(socket, 'connect')));
  expect(await heard(open(port))).toBe('');
  within[0]?.destroy();
  const health = () =>
    fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(health).toBe(200);
  for (const socket of within) socket.destroy();
});
