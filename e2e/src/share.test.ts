/// <reference lib="dom" />
/** A link from its making to its end: masked, read without JavaScript, embedded elsewhere, revoked one by one and all at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from './page-checks.ts';
import { useScene } from './scene.ts';
import { revokeFirst } from './share-steps.ts';

const scene = useScene({ seeded: true });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const spaces = (text: string) => text.replace(/\s+/g, ' ').trim();

async function signedIn(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
  const context = await scene.signedIn({ viewport: { width: 1360, height: 900 }, ...options });
  return { context, page: await context.newPage() };
}

/** A verdict needs ten, and the first is left out below. */
const runSeconds = 11;

/** Against the demo target. */
function planOf(name: string, delayMs: number, duration = `${runSeconds}s`) {
  const target = { url: `http://127.0.0.1:${Number(new URL(scene.product.url).port) + 90}/pay/now?delayMs=${delayMs}` };
  return { version: 1, name, target, load: { model: 'closed', connections: 4, duration } };
}

/** Starts a run through the API; answers its id. */
async function posted(context: BrowserContext, data: object): Promise<string> {
  return (await scene.post<{ id: string }>(context, '/api/v1/runs', data)).id;
}

const plainReader = async () => (await scene.browser.newContext({ javaScriptEnabled: false })).newPage();

/** Shares what is on the page, these parts masked; answers the link. */
async function shareFrom(page: Page, mask: readonly string[] = []): Promise<string> {
  await button(page, 'Share').click();
  for (const part of mask) await page.getByRole('checkbox', { name: part, exact: true }).check();
  await button(page, 'Create link').click();
  return page.getByLabel('Public link').inputValue();
}

/** Revokes the first link of the list: nothing is found at it any more. */
async function expectEndsRevoked(page: Page, url: string): Promise<void> {
  await revokeFirst(page);
  for (const path of ['', '/embed', '/preview.png', '/badge.svg'])
    expect((await page.request.get(`${url}${path}`)).status(), path).toBe(404);
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
  return words.map((row) => row.map(spaces));
}

/** Every text of the tables of a comparison, hidden reasons too, but not the switch that the app adds. */
async function armTexts(page: Page): Promise<string[]> {
  await page.locator('.arm-tables').waitFor();
  return page
    .locator('.arm-tables')
    .evaluate((tables) => [...tables.querySelectorAll('th, td, p, li, h2, summary, .note')].map((one) => one.textContent ?? ''));
}

/** Every text of what is shared, but the charts that a script draws, its switch, and the time of day, which each reader has in a zone of their own. */
async function articleTexts(page: Page): Promise<string[]> {
  await page.locator('article').waitFor();
  const texts = await page.locator('article').evaluate((article) => {
    const copy = article.cloneNode(true) as HTMLElement;
    for (const one of copy.querySelectorAll('.pictures, time, .table-foot, .arm-tables ~ *')) one.remove();
    const told =
      'h1, h2:not([class]), th, td, p, li, .chip, .note, .sub, .tile-label, .tile-value, .tile-detail, .capacity-figure, .heat-scale';
    return [...copy.querySelectorAll(told)].map((one) => one.textContent ?? '');
  });
  return texts.map(spaces);
}

/** The report of what is on the page opens from the disk, says its sentence, and asks for nothing. */
async function expectOfflineReport(page: Page): Promise<void> {
  const sentence = await textOf(page, 'main h1');
  await button(page, 'Export').click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^Report/ }).click();
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'report.html');
  await (await coming).saveAs(file);
  const context = await scene.browser.newContext({ offline: true, viewport: { width: 360, height: 780 } });
  const reader = await context.newPage();
  const seen: string[] = [];
  reader.on('request', (request) => seen.push(request.url()));
  reader.on('pageerror', (error) => seen.push(error.message));
  reader.on('console', (message) => seen.push(message.text()));
  await reader.goto(`file://${file}`);
  expect(seen).toEqual([`file://${file}`]);
  expect(await textOf(reader, 'h1')).toBe(sentence);
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(reader);
  await context.close();
}

/** A run on paper: its sentence, its stamp, nothing to press. */
async function expectPrintedRun(page: Page, runId: string): Promise<void> {
  await page.goto(`${scene.product.url}/runs/${runId}?all=1`);
  await page.getByRole('table', { name: 'Times', exact: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await textOf(page, 'main')).toMatch(/Completed.* requests in .*Plan, exactly as it ran/);
  expect(await page.locator('header button:visible, [role=tab]:visible').count()).toBe(0);
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: null });
}

/** Makes the things that are shared below. They are made while other pages are looked at: one after the other, as the worker takes them. */
const ids = { base: '', candidate: '', third: '' };

test('a masked link is read without JavaScript, framed elsewhere, and gone when revoked', async () => {
  const { context, page } = await signedIn();
  ids.base = await posted(context, { plan: planOf('Secret base', 20) });
  ids.candidate = await posted(context, { plan: planOf('Secret candidate', 60) });
  for (const id of [ids.base, ids.candidate]) await scene.completed(context, 'runs', id);
  ids.third = await posted(context, { plan: planOf('Third', 30, '3s') });
  await page.goto(`${scene.product.url}/compare?base=${ids.base}&candidate=${ids.candidate}`);
  await page.getByRole('table', { name: 'Verdicts' }).waitFor();
  await expectOfflineReport(page);
  const url = await shareFrom(page, ['host name', 'path', 'name']);
  expect(await page.getByLabel('Embed, as HTML').inputValue()).toContain(`<iframe src="${url}/embed"`);
  expect(await page.getByLabel('Badge, as Markdown').inputValue()).toBe(`[![Plimsoll](${url}/badge.svg)](${url})`);
  await expectAccessible(page);

  const plain = await scene.browser.newContext({ javaScriptEnabled: false, viewport: { width: 900, height: 900 } });
  const reader = await plain.newPage();
  expect((await reader.goto(url))?.status()).toBe(200);
  const plainRows = await verdictRows(reader);
  // One more where the worker saw the target's CPU in both runs.
  expect(plainRows).toHaveLength(
    9 + (await reader.getByRole('table', { name: 'Verdicts' }).getByText('Requests per CPU-second', { exact: true }).count()),
  );
  expect(plainRows.every((row) => row.length === 6)).toBe(true);
  const armText = await armTexts(reader);
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

  const scripted = await (await scene.browser.newContext({ viewport: { width: 1360, height: 900 } })).newPage();
  await scripted.goto(url);
  expect(await verdictRows(scripted)).toEqual(plainRows);
  expect(await armTexts(scripted)).toEqual(armText);
  expect(await textOf(scripted, 'main h1')).toBe(await textOf(reader, 'h1'));
  expect(await scripted.locator('noscript h1').count()).toBe(0);

  const picture = await context.request.get(`${url}/preview.png`);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  await scripted.goto(`${url}/embed`);
  await expectAccessible(scripted);
  const frame = await framed(`${url}/embed`);
  expect(await frame.locator('table[aria-label="Verdicts"] tbody tr').count()).toBe(4);

  await expectPrintedRun(await context.newPage(), ids.base);

  await expectEndsRevoked(page, url);
  await reader.goto(url);
  expect(await textOf(reader, 'body')).not.toContain('Verdict');
});

/** The page inside a frame of another site. */
async function framed(url: string) {
  const site = await startHttpTarget((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<iframe src="${url}" width="700" height="440"></iframe>`),
  );
  const page = await (await scene.browser.newContext()).newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`http://localhost:${site.port}/`);
  const frame = page.frames().find((one) => one.url() === url);
  await frame?.locator('h1').waitFor();
  expect(errors).toEqual([]);
  await site.close();
  if (!frame) throw new Error('the embed was not framed');
  return frame;
}

test('three arms and a part of their seconds are one link', async () => {
  const { context, page } = await signedIn();
  await scene.completed(context, 'runs', ids.third);
  // As a link that was kept before a candidate was a parameter each.
  await page.goto(`${scene.product.url}/compare?base=${ids.base}&candidate=${ids.candidate}&others=${ids.third}`);
  await page.waitForURL(`${scene.product.url}/compare?base=${ids.base}&candidate=${ids.candidate}&candidate=${ids.third}`);
  await page.getByRole('table', { name: 'All arms' }).waitFor();
  const whole = await textOf(page, 'main h1');
  expect(whole).toMatch(/^Against Secret base: Secret candidate slower \(.*\), Third /);
  await page.getByRole('slider', { name: 'First second' }).press('ArrowRight');
  await page.waitForURL(new RegExp(`from=1&to=${runSeconds}`));
  const url = await shareFrom(page);
  const window = `Seconds 1 to ${runSeconds} of each run.`;
  await expect.poll(() => textOf(page, 'main .sub')).toContain(window);

  const reader = await plainReader();
  await reader.goto(url);
  expect(await textOf(reader, 'main')).toContain(window);
  expect(await reader.getByRole('table').evaluateAll((tables) => tables.map((table) => table.getAttribute('aria-label')))).toEqual([
    'All arms',
    'Verdicts: Secret candidate',
    'Verdicts: Third',
  ]);
  await page.goto(url);
  await page.getByRole('table', { name: 'All arms' }).waitFor();
  expect(await textOf(page, 'main h1')).toBe(await textOf(reader, 'h1'));
  await expectAccessible(page);
});

test('an experiment is shared with its names masked, and gone when revoked', async () => {
  const { page } = await signedIn();
  await page.goto(scene.product.url + scene.seeded.paths.experiment);
  const url = await shareFrom(page, ['host name', 'path', 'name']);
  const reader = await plainReader();
  await reader.goto(url);
  const text = await textOf(reader, 'body');
  for (const hidden of ['127.0.0.1', '/checkout', 'Keep-alive of']) expect(text, hidden).not.toContain(hidden);
  expect(await textOf(reader, 'table[aria-label="Variants and their figures"] tbody')).toMatch(/^Variant A.*Variant B/);
  await expectEndsRevoked(page, url);
});

test('a link says the same with a script and without, and its tables are those of the page in the app', async () => {
  const { context, page } = await signedIn();
  const reader = await plainReader();
  const { paths, links } = scene.seeded;
  const shared = async (path: string) =>
    (await scene.post<{ url: string }>(context, '/api/v1/shares', { experimentId: path.split('/').at(-1) })).url;
  const [sweep, capacity] = [await shared(paths.sweep), await shared(paths.capacity)];
  for (const url of [links.run, links.comparison, links.experiment, sweep, capacity].map((one) => new URL(one, scene.product.url).href)) {
    await reader.goto(url);
    await page.goto(url);
    const told = await articleTexts(reader);
    expect(told.length, url).toBeGreaterThan(20);
    expect(await articleTexts(page), url).toEqual(told);
  }
  for (const [url, path, part] of [
    [sweep, paths.sweep, '.heat'],
    [capacity, paths.capacity, '.capacity-figure'],
    [capacity, paths.capacity, 'table[aria-label="Rates tried"]'],
    [links.experiment, paths.experiment, 'table[aria-label="Verdicts"]'],
  ] as const) {
    await reader.goto(new URL(url, scene.product.url).href);
    await page.goto(scene.product.url + path);
    await page.locator(part).waitFor();
    expect(await textOf(page, part), part).toBe(await textOf(reader, part));
  }
});

test('a run copies as Markdown, and one switch ends every link of the team', async () => {
  const { context, page } = await signedIn({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { items } = (await (await context.request.get(`${scene.product.url}/api/v1/runs`)).json()) as { items: { id: string }[] };
  const runId = items[0]?.id ?? '';
  await page.goto(`${scene.product.url}/runs/${runId}`);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
  await page.getByText('Copied as Markdown').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('| Throughput |');
  expect(copied).toContain(`[Full run](${scene.product.url}/runs/${runId})`);

  const urls: string[] = [];
  for (let i = 0; i < 2; i++) {
    const made = await context.request.post(`${scene.product.url}/api/v1/shares`, { data: { runId } });
    urls.push(((await made.json()) as { url: string }).url);
  }
  const { items: links } = await scene.get<{ items: { revokedAt: string | null }[] }>(context, '/api/v1/shares');
  const living = links.filter(({ revokedAt }) => revokedAt === null).length;
  // With the one of three arms.
  expect(living).toBeGreaterThanOrEqual(3);
  await page.goto(`${scene.product.url}/team`);
  await button(page, 'Revoke all').click();
  const dialog = page.getByRole('dialog', { name: 'Revoke every link of this team?' });
  await dialog.getByRole('button', { name: 'Revoke all' }).click();
  await page.getByText(`${living} links and badges revoked`).waitFor();
  for (const url of urls) expect((await context.request.get(url)).status()).toBe(404);
  expect(await page.getByRole('button', { name: /^Revoke (?!all)/ }).count()).toBe(0);
});
