/** The web of a tree that nobody has built: what the first start makes of it. The other tests find it built. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { buildWeb, webIsFresh } from '../src/web-build.ts';

// Where the build lies until it is whole, too: it is moved from there.
const cache = fileURLToPath(new URL('../../web/node_modules/.cache', import.meta.url));

test('the first start builds the pages, the agent that they offer and their service worker, and builds again where one is missing', async () => {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'first-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dist = join(folder, 'dist');
  expect(webIsFresh(dist)).toBe(false);
  await buildWeb(AbortSignal.timeout(120_000), dist);
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const file of [...files, 'plimsoll-agent.mjs', 'service-worker.js', 'files.json'])
    expect(readFileSync(join(dist, file)).length, file).toBeGreaterThan(0);
  expect(webIsFresh(dist)).toBe(true);
  for (const file of ['plimsoll-agent.mjs', 'service-worker.js']) {
    renameSync(join(dist, file), join(folder, file));
    expect(webIsFresh(dist), file).toBe(false);
    renameSync(join(folder, file), join(dist, file));
  }
});
