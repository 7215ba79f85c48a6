/// <reference lib="dom" />
/** A link from its making to its end: masked, read without JavaScript, embedded elsewhere, revoked one by one and all at once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const spaces = (text: string) => text.replace(/\s+/g, ' ').trim();

async function signedIn(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 } });
  const body = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery', team: 'Payments' };
  expect((await context.request.post(`${product.url}/api/v1/setup`, { data: body })).status()).toBe(201);
  return { context, page: await context.newPage() };
}

/** A finished run against the demo target, through the API. */
async function finishedRun(context: BrowserContext, name: string, delayMs: number): Promise<string> {
  const target = { url: `http://127.0.0.1:${Number(new URL(product.url).port) + 90}/pay/now?delayMs=${delayMs}` };
  const plan = { version: 1, name, target, load: { model: 'closed', connections: 4, duration: '12s' } };
  const made = await context.request.post(`${product.url}/api/v1/runs`, { data: { plan } });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  await expect
    .poll(async () => ((await (await context.request.get(`${product.url}/api/v1/runs/${id}`)).json()) as { state: string }).state, {
      timeout: 45_000,
      interval: 500,
    })
    .toBe('completed');
  return id;
}

/** Text as a reader without JavaScript sees it. */
const textOf = async (page: Page, selector: string) => spaces((await page.locator(selector).first().textContent()) ?? '');

/** The verdict table as rows of words, from whichever page shows it: no icon, no bar, no hidden reason. */
async function verdictRows(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table', { name: 'Verdicts' }).locator('tbody tr');
  await rows.first().waitFor();
  const words = await rows.evaluateAll((found) =>
    found.map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => (cell.querySelector('.interval-text, .chip') ?? cell).textContent ?? ''),
    ),
  );
  return words.map((row) => row.map((cell) => spaces(cell).replace(/^[▲▼=?] /, '')));
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(250);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes[0]?.html]),
    ).toEqual([]);
  }
}

test('a masked link is read without JavaScript, framed elsewhere, and gone when revoked', async () => {
  const { context, page } = await signedIn();
  const base = await finishedRun(context, 'Secret base', 2);
  const candidate = await finishedRun(context, 'Secret candidate', 20);
  await page.goto(`${product.url}/compare?base=${base}&candidate=${candidate}`);
  await page.getByRole('table', { name: 'Verdicts' }).waitFor();
  await button(page, 'Share').click();
  for (const part of ['host name', 'path', 'name']) await page.getByRole('checkbox', { name: part, exact: true }).check();
  await button(page, 'Create link').click();
  const url = await page.getByLabel('Public link').inputValue();
  expect(await page.getByLabel('Embed, as HTML').inputValue()).toContain(`<iframe src="${url}/embed"`);
  expect(await page.getByLabel('Badge, as Markdown').inputValue()).toBe(`[![Plimsoll](${url}/badge.svg)](${url})`);
  await expectAccessible(page);

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 900, height: 900 } });
  const reader = await plain.newPage();
  expect((await reader.goto(url))?.status()).toBe(200);
  const plainRows = await verdictRows(reader);
  expect(plainRows).toHaveLength(7);
  expect(plainRows.every((row) => row.length === 6)).toBe(true);
  const plainText = await textOf(reader, 'body');
  for (const hidden of ['Secret', '127.0.0.1', '/pay', 'delayMs=2']) expect(plainText, hidden).not.toContain(hidden);
  expect(plainText).toContain('•••');
  expect(await reader.title()).not.toContain('Secret');
  await reader.setViewportSize({ width: 360, height: 780 });
  expect(
    await reader
      .locator('h1')
      .boundingBox()
      .then((box) => (box?.x ?? 0) + (box?.width ?? 999) <= 360),
  ).toBe(true);

  const scripted = await (await browser.newContext({ viewport: { width: 1360, height: 900 } })).newPage();
  await scripted.goto(url);
  expect(await verdictRows(scripted)).toEqual(plainRows);
  expect(await textOf(scripted, 'main h1')).toBe(await textOf(reader, 'h1'));
  expect(await scripted.locator('noscript h1').count()).toBe(0);

  const picture = await context.request.get(`${url}/preview.png`);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  await scripted.goto(`${url}/embed`);
  await expectAccessible(scripted);
  const frame = await framed(`${url}/embed`);
  expect(await frame.locator('table[aria-label="Verdicts"] tbody tr').count()).toBe(4);

  await button(page, /^Revoke /)
    .first()
    .click();
  await page
    .getByText(/revoked/)
    .first()
    .waitFor();
  for (const path of ['', '/embed', '/preview.png', '/badge.svg'])
    expect((await context.request.get(`${url}${path}`)).status(), path).toBe(404);
  await reader.goto(url);
  expect(await textOf(reader, 'body')).not.toContain('Verdict');
});

/** The page inside a frame of another site. */
async function framed(url: string) {
  const site = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<iframe src="${url}" width="700" height="440"></iframe>`),
  );
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const page = await (await browser.newContext()).newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  const frame = page.frames().find((one) => one.url() === url);
  await frame?.locator('h1').waitFor();
  expect(errors).toEqual([]);
  site.close();
  site.closeAllConnections();
  if (!frame) throw new Error('the embed was not framed');
  return frame;
}

test('a run copies as Markdown, and one switch ends every link of the team', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const signIn = { email: 'ada@example.com', password: 'correct horse battery' };
  expect((await context.request.post(`${product.url}/api/auth/sign-in/email`, { data: signIn })).status()).toBe(200);
  const page = await context.newPage();
  const { items } = (await (await context.request.get(`${product.url}/api/v1/runs`)).json()) as { items: { id: string }[] };
  const runId = items[0]?.id ?? '';
  await page.goto(`${product.url}/runs/${runId}`);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
  await page.getByText('Copied as Markdown').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('| Throughput |');
  expect(copied).toContain(`[Full run](${product.url}/runs/${runId})`);

  const urls: string[] = [];
  for (let i = 0; i < 2; i++) {
    const made = await context.request.post(`${product.url}/api/v1/shares`, { data: { runId } });
    urls.push(((await made.json()) as { url: string }).url);
  }
  const reader = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await reader.goto(urls[0] ?? '');
  await page.goto(urls[0] ?? '');
  await page.locator('.note').first().waitFor();
  expect(await textOf(reader, 'main')).toContain(await textOf(page, '.note'));
  expect(await textOf(reader, 'h1')).toBe(await textOf(page, 'h1'));

  await page.goto(`${product.url}/team`);
  await button(page, 'Revoke all').click();
  const dialog = page.getByRole('dialog', { name: 'Revoke every link of this team?' });
  await dialog.getByRole('button', { name: 'Revoke all' }).click();
  await page.getByText('2 links and badges revoked').waitFor();
  for (const url of urls) expect((await context.request.get(url)).status()).toBe(404);
  expect(await page.getByRole('button', { name: /^Revoke (?!all)/ }).count()).toBe(0);
});
