/** Files that are far larger, or make far more of themselves, than what the server may hold. `IMPORT_MEGABYTES`: its size, unpacked; `IMPORT_PLAIN`: it is not packed. */
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
import { mostResultValues } from '@plimsoll/contracts/intake-budget';
import { api } from '@plimsoll/contracts/paths';
import type { Problem } from '@plimsoll/contracts/problem';
import type { Run } from '@plimsoll/contracts/run';
import { noteFigure } from '@plimsoll/testbed/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { hostileKinds } from '../support/write-hostile-json.ts';

const { test } = useApi();
const megabyte = 1024 ** 2;
const sizeBytes = Number(process.env.IMPORT_MEGABYTES ?? 200) * megabyte;
const isPacked = process.env.IMPORT_PLAIN === undefined;
const directory = mkdtempSync(join(tmpdir(), 'plimsoll-large-'));
afterAll(() => rmSync(directory, { recursive: true }));

const run = promisify(execFile);
const k6Writer = fileURLToPath(new URL('../support/write-k6-file.ts', import.meta.url));
const hostileWriter = fileURLToPath(new URL('../support/write-hostile-json.ts', import.meta.url));

let port = 0;
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(test);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});

interface Sent {
  readonly status: number | undefined;
  readonly text: string;
  /** The most memory that the process took besides, MB. */
  readonly grown: number;
  readonly ms: number;
}

async function sendFile(path: string, type: string): Promise<Sent> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const looks = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const begun = performance.now();
  const sending = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: `${api.imports}?file=k6.json.gz` },
    headers: { cookie, 'content-type': type, 'content-length': statSync(path).size },
  });
  const answered = once(sending, 'response');
  await pipeline(createReadStream(path), sending);
  const [answer] = await answered;
  let text = '';
  for await (const chunk of answer) text += chunk;
  clearInterval(looks);
  const [grown, ms] = [Math.round((most - before) / megabyte), Math.round(performance.now() - begun)];
  console.log(`${path}: a file of ${Math.round(statSync(path).size / megabyte)} MB, ${answer.statusCode}: ${ms} ms, ${grown} MB`);
  noteFigure('F2', 'memory more for an import, MB', grown);
  return { status: answer.statusCode, text, grown, ms };
}

it('a file of k6 is read as it comes: the process grows by less than 300 MB', { timeout: 300_000 }, async () => {
  const path = join(directory, 'k6.json.gz');
  // By another process, whose memory is none of this one's.
  const { stdout } = await run(process.execPath, [k6Writer, path, String(sizeBytes), isPacked ? 'gzip' : 'plain']);
  const requests = Number(stdout);
  const { status, text, grown } = await sendFile(path, 'application/gzip');
  expect(status, text).toBe(201);
  const { summary } = JSON.parse(text) as Run;
  expect(summary).toMatchObject({ requests, failed: 0 });
  expect(summary?.throughputPerSecond).toBeCloseTo(1000, -2);
  expect(grown).toBeLessThan(300);
});

const hostileFiles = hostileKinds.flatMap((kind) => [
  { kind, most: Number.POSITIVE_INFINITY },
  { kind, most: mostResultValues },
]);
it.each(hostileFiles)(
  '32 MB of $kind, at most $most values: the process grows by less than 300 MB, and answers in words',
  { timeout: 120_000 },
  async ({ kind, most }) => {
    const path = join(directory, `${kind} ${most}.json`);
    await run(process.execPath, [hostileWriter, path, kind, String(most)]);
    const { status, text, grown } = await sendFile(path, 'application/json');
    expect([201, 400, 413], text).toContain(status);
    if (status !== 201) expect((JSON.parse(text) as Problem).detail.length).toBeGreaterThan(20);
    expect(grown).toBeLessThan(300);
    // Whoever comes next is served.
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status).toBe(200);
  },
);
