/** A file of k6 that is far larger than what the server may hold. `IMPORT_MEGABYTES`: its size, unpacked; `IMPORT_PLAIN`: it is not packed. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { afterAll, expect, it } from 'vitest';
import { signIn } from '../support/people.ts';
import { useApi } from '../support/scene.ts';

const { test } = useApi();
const megabyte = 1024 ** 2;
const sizeBytes = Number(process.env.IMPORT_MEGABYTES ?? 200) * megabyte;
const isPacked = process.env.IMPORT_PLAIN === undefined;
const directory = mkdtempSync(join(tmpdir(), 'plimsoll-large-'));
afterAll(() => rmSync(directory, { recursive: true }));

const writer = fileURLToPath(new URL('../support/write-k6-file.ts', import.meta.url));
it('is read as it comes: the process grows by less than 300 MB', { timeout: 300_000 }, async () => {
  const path = join(directory, 'k6.json.gz');
  // By another process, whose memory is none of this one's.
  const { stdout } = await promisify(execFile)(process.execPath, [writer, path, String(sizeBytes), isPacked ? 'gzip' : 'plain']);
  const requests = Number(stdout);
  const cookie = await signIn(test);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const looks = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const begun = performance.now();
  const sending = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: `${api.imports}?file=k6.json.gz` },
    headers: { cookie, 'content-type': 'application/gzip', 'content-length': statSync(path).size },
  });
  const answered = once(sending, 'response');
  await pipeline(createReadStream(path), sending);
  const [answer] = await answered;
  let text = '';
  for await (const chunk of answer) text += chunk;
  clearInterval(looks);
  const grown = (most - before) / megabyte;
  const file = statSync(path).size / megabyte;
  console.log(
    `${Math.round(sizeBytes / megabyte)} MB in a file of ${Math.round(file)} MB: ${Math.round(performance.now() - begun)} ms, ${Math.round(grown)} MB`,
  );
  expect(answer.statusCode, text).toBe(201);
  const { summary } = JSON.parse(text) as Run;
  expect(summary).toMatchObject({ requests, failed: 0 });
  expect(summary?.throughputPerSecond).toBeCloseTo(1000, -2);
  expect(grown).toBeLessThan(300);
});
