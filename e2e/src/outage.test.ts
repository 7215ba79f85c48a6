/// <reference lib="dom" />
/** The web while the product is away and once it is back: nothing that stands there goes, nothing that was typed is lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@plimsoll/testbed/free-port';
import { workerSettings } from '@plimsoll/testbed/worker-settings';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery', team: 'Payments' };
let [dataDir, port]: [string, number] = ['', 0];
let product: Product;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [dataDir, port] = [await mkdtemp(join(tmpdir(), 'plimsoll-outage-')), await freePort()];
  [product, browser] = await Promise.all([startProduct({ dataDir, port, settings: workerSettings }), openBrowser()]);
  context = await browser.newContext({ serviceWorkers: 'allow', viewport: { width: 1280, height: 860 } });
  const made = await context.request.post(`${product.url}/api/v1/setup`, { data: ada, headers: { origin: product.url } });
  expect(made.status()).toBeLessThan(300);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const bar = (page: Page) => page.getByRole('status').getByText('Reconnecting…', { exact: true });
/** Opens a page of the app, and waits until the web is kept in this browser. */
async function openKept(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(product.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated') await new Promise((done) => active?.addEventListener('statechange', done, { once: true }));
  });
  return page;
}
const again = async () => {
  product = await startProduct({ dataDir, port, settings: workerSettings });
};

test('what is typed into a form outlasts the product; the same press starts the run once it is back', async () => {
  const page = await openKept('/launch');
  await page.getByLabel('Name', { exact: true }).fill('Before the outage');
  await page.getByRole('button', { name: 'Use demo target' }).click();
  await product.stop();
  await page.keyboard.press('Control+Enter');
  await bar(page).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Before the outage');
  // A dialog and another field, whose files are fetched for the first time.
  await page.getByRole('button', { name: 'Find or do' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await again();
  await bar(page).waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Before the outage');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/runs\//);
});

test('pages that were never open are opened, and loaded anew, while the product is away; once it is back they have their answers', async () => {
  const page = await openKept('/');
  await product.stop();
  await page
    .getByRole('link', { name: /^Plans/ })
    .first()
    .click();
  await page.waitForURL(/\/plans$/);
  await page.reload();
  await bar(page).waitFor();
  await again();
  await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor();
  await bar(page).waitFor({ state: 'hidden' });
  await page
    .getByText(/No plans|Before the outage/)
    .first()
    .waitFor();
  await page.close();
});
