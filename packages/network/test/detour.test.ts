import { existsSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { dirname } from 'node:path';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { until } from '@plimsoll/testbed/until';
import { afterEach, expect, it } from 'vitest';
import { openDetour } from '../src/detour/open-detour.ts';
import { openRelay } from '../src/detour/relay.ts';

const allowed = (...names: string[]): TargetPolicy => ({ mode: 'allowlist', allowed: names, ownPorts: [] });
const environment = { PATH: process.env.PATH ?? '' };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** ms from a request until its answer, by way of the socket. */
function answered(path: string): Promise<number> {
  const startMs = performance.now();
  return new Promise((done, failed) => {
    request({ socketPath: path, path: '/' }, (answer) => answer.resume().on('end', () => done(performance.now() - startMs)))
      .on('error', failed)
      .end();
  });
}

/** Resolves once the other side has closed the connection. */
function closedBy(path: string): Promise<void> {
  return new Promise((done) => {
    const socket = connect({ path }, () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    socket
      .on('error', () => undefined)
      .resume()
      .on('close', () => done());
  });
}

it('holds each answer for the planted time, to tenths of a millisecond', async () => {
  const target = await startHttpTarget((_request, response) => response.end('ok'));
  closing.push(target.close);
  const [none, some] = await Promise.all(
    [0, 2.5].map(async (delayMs) => {
      const detour = await openDetour({ url: target.url, policy: allowed('loopback'), delayMs }, environment);
      closing.push(detour.close);
      return detour.path;
    }),
  );
  const times = { none: [] as number[], some: [] as number[] };
  for (let turn = 0; turn < 100; turn++) {
    times.none.push(await answered(none as string));
    times.some.push(await answered(some as string));
  }
  const middle = (all: number[]) => all.toSorted((one, other) => one - other)[all.length / 2] as number;
  expect(middle(times.some) - middle(times.none)).toBeGreaterThan(2.4);
  expect(middle(times.some) - middle(times.none)).toBeLessThan(3);
});

it('leads nowhere that the target policy refuses, also where a name leads there a moment later', async () => {
  let connections = 0;
  const server: Server = await new Promise((listening) => {
    const made = createServer((socket) => {
      connections++;
      socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    }).listen(0, () => listening(made));
  });
  closing.push(() => server.close());
  const { port } = server.address() as { port: number };
  const refused = await openRelay({ url: `http://127.0.0.1:${port}/`, policy: allowed('198.51.100.0/24'), delayMs: 0 });
  closing.push(refused.close);
  await closedBy(refused.path);
  expect(connections).toBe(0);
  const answers = [['127.0.0.1'], ['127.0.0.2']];
  const rebound = await openRelay({
    url: `http://target.test:${port}/`,
    policy: allowed('127.0.0.1'),
    delayMs: 0,
    resolve: (_host, done) => done(null, answers.shift() ?? []),
  });
  closing.push(rebound.close);
  await closedBy(rebound.path);
  expect(connections).toBe(1);
  await closedBy(rebound.path);
  expect(connections).toBe(1);
});

it('listens where this user alone may connect, and nothing of it is left', async () => {
  const detour = await openDetour({ url: 'http://127.0.0.1:9/', policy: allowed('loopback'), delayMs: 1 }, environment);
  expect(statSync(dirname(detour.path)).mode & 0o077).toBe(0);
  detour.close();
  await until(
    'the folder is gone',
    5000,
    async () => existsSync(dirname(detour.path)),
    (there) => !there,
  );
});
