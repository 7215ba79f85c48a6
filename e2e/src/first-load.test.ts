/// <reference lib="dom" />
/** What a browser that was never here fetches for a page, as it came over the wire. */
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { useScene } from './scene.ts';

const scene = useScene();

interface Load {
  readonly requests: string[];
  /** Bodies as they were sent, and headers. */
  readonly bytes: number;
  readonly encodings: Set<string>;
  readonly faults: string[];
}

/** Opens the page with an empty cache and looks at it until nothing more is fetched. */
async function load(context: BrowserContext, path: string): Promise<Load> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const requests: string[] = [];
  const encodings = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ response }) => {
    requests.push(new URL(response.url).pathname);
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
    if (/\.(js|css)$/.test(new URL(response.url).pathname)) encodings.add(encoding ?? 'none');
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(scene.product.url + path, { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.close();
  return { requests, bytes, encodings, faults };
}

test('the first page takes at most 250 kB and 25 requests; a run takes no more requests, compressed, too', async () => {
  const owner = await scene.signedIn();
  const stranger = await scene.browser.newContext();
  const signIn = await load(stranger, '/');
  console.log(`sign-in: ${signIn.requests.length} requests, ${Math.round(signIn.bytes / 1000)} kB`, signIn.requests.join(' '));
  expect(signIn.bytes).toBeLessThan(250_000);
  expect(signIn.requests.length).toBeLessThanOrEqual(25);
  expect([...signIn.encodings]).toEqual(['br']);

  const target = { url: `http://127.0.0.1:${Number(new URL(scene.product.url).port) + 90}/` };
  const plan = { version: 1, name: 'short', target, load: { model: 'closed', connections: 1, requests: 50 } };
  const { id } = await scene.post<{ id: string }>(owner, '/api/v1/runs', { plan });
  await scene.completed(owner, 'runs', id);
  const run = await load(owner, `/runs/${id}`);
  console.log(`run: ${run.requests.length} requests, ${Math.round(run.bytes / 1000)} kB`, run.requests.join(' '));
  expect(run.requests.length).toBeLessThanOrEqual(25);
  expect(run.bytes).toBeLessThan(560_000);
  expect(run.faults).toEqual([]);
  expect([...run.encodings]).toEqual(['br']);
});
