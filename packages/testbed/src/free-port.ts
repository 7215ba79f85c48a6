/**
 * A TCP port of the loopback address that nobody listens on now. It lies below those that systems hand out (from 32768 on Linux), so no connection or other listener gets
 * it by chance before the caller listens; drawn at random, since other processes look for one at the same time.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const [first, end] = [20_000, 32_768];

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(first, end);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port of 127.0.0.1 between ${first} and ${end} in 100 tries.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
