/// <reference lib="dom" />
/** The page of a finished run: how much of it is in sight at once. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { tabTo } from './keys.ts';
import { colours } from './look-checks.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();
let context: BrowserContext;
let id = '';

beforeAll(async () => {
  context = await scene.signedIn({ reducedMotion: 'reduce' });
  const { demoTarget } = await scene.get<{ demoTarget: string }>(context, '/api/v1/system');
  const plan = {
    version: 1,
    name: 'Checkout',
    target: { url: `${demoTarget}?delayMs=10` },
    load: { model: 'closed', connections: 2, duration: '4s' },
    thresholds: ['p(99) < 250ms'],
    tags: { branch: 'main', build: '412' },
    tracing: { sample: 0.1 },
  };
  ({ id } = await scene.post<{ id: string }>(context, '/api/v1/runs', { plan }));
  await scene.completed(context, 'runs', id);
});

/** The page of the run, with the stamp that it had on a busy machine. */
async function openDoubted(): Promise<{ page: Page; faults: string[] }> {
  const validity = {
    stamp: 'degraded',
    reasons: [
      'The generator was late (p99 9.06 ms) in 8 of 11 s. Connections were free in these, and the limit is 1.06 ms.',
      'Other work on this machine took 94.8 % of its cores, so the generator had to wait for one. Stop it, then run again.',
    ],
    limit: 'connections',
    evidence: [],
    otherWork: 0.948,
    advice: ['connections'],
  };
  const opened = await openPage(context, 'about:blank');
  await opened.page.route(`**/api/v1/runs/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), validity } });
  });
  return opened;
}

const heightOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().height);

test('the verdict, its doubts and the first chart are in sight at once; tiles stand in rows of six, four and two', async () => {
  const { page, faults } = await openDoubted();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${scene.product.url}/runs/${id}`);
  await page.locator('.recharts-wrapper').first().waitFor();
  expect(await heightOf(page, 'main header')).toBeLessThanOrEqual(200);
  const chartEnds = await page
    .locator('.recharts-wrapper')
    .first()
    .evaluate((element) => element.getBoundingClientRect().bottom);
  expect(chartEnds).toBeLessThanOrEqual(800);
  expect(await heightOf(page, 'section[aria-label="Errors by kind"]')).toBeLessThanOrEqual(42);
  // Nobody waits for a connection of a closed load: its two times are one chart.
  expect(await page.getByRole('heading', { name: 'Response time = service time' }).count()).toBe(1);
  expect(await page.getByRole('heading', { name: 'Service time', exact: true }).count()).toBe(0);
  for (const [width, columns] of [
    [1280, 6],
    [768, 4],
    [360, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const inFirstRow = () =>
      page.locator('.tiles').evaluate(({ children }) => {
        const tops = [...children].map((tile) => tile.getBoundingClientRect().top);
        return tops.filter((top) => top === tops[0]).length;
      });
    await expect.poll(inFirstRow, { message: `${width} px` }).toBe(columns);
  }
  expect(await heightOf(page, 'main header .no-print')).toBeLessThanOrEqual(48);
  await page.getByRole('button', { name: 'More actions' }).click();
  for (const name of ['Edit and re-run', 'Compare', /^CSV/, 'Delete run']) await page.getByRole('menuitem', { name }).waitFor();
  await expectAccessible(page, '[role="menu"]');
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});

test('the limit of a run is named once, beside what lifts it, and the other doubts are a press away', async () => {
  const { page } = await openDoubted();
  await page.goto(`${scene.product.url}/runs/${id}`);
  await page.locator('.recharts-wrapper').first().waitFor();
  await page.getByText('Measured with doubts.').waitFor();
  expect(await page.getByText(/connections of the plan were the limit/).count()).toBe(1);
  await page.getByRole('button', { name: 'Run again with twice the connections' }).waitFor();
  expect(await page.getByRole('button', { name: /^Measure this plan’s noise/ }).count()).toBe(1);
  const other = page.getByText(/^Other work on this machine/);
  expect(await other.isVisible()).toBe(false);
  await page.locator('summary', { hasText: 'why' }).focus();
  await page.keyboard.press('Enter');
  await other.waitFor();
});

test('a run of 12 s takes three pages of paper at most', async () => {
  const { demoTarget } = await scene.get<{ demoTarget: string }>(context, '/api/v1/system');
  const plan = {
    version: 1,
    name: 'Checkout on paper',
    target: { url: `${demoTarget}?delayMs=10` },
    load: { model: 'open', rate: 100, duration: '12s' },
    thresholds: ['p(99) < 250ms', 'error_rate < 1%'],
  };
  const made = await scene.post<{ id: string }>(context, '/api/v1/runs', { plan });
  await scene.completed(context, 'runs', made.id);
  const { page } = await openPage(context, `${scene.product.url}/runs/${made.id}?all=1`);
  await page.getByText('Plan, exactly as it ran').waitFor();
  await page.locator('.recharts-line-curve, .recharts-area-curve').nth(3).waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  // As wide as the paper, as it is when a person prints.
  await page.setViewportSize({ width: 703, height: 1000 });
  await page.waitForTimeout(1000);
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  const pages = [...pdf.matchAll(/\/Type\s*\/Page\b/g)].length;
  expect(pages).toBeGreaterThanOrEqual(1);
  expect(pages).toBeLessThanOrEqual(3);
  await page.close();
});

test('seconds drawn over on a chart become the window of the page; a mere press chooses none', async () => {
  const { page, faults } = await openPage(context, `${scene.product.url}/runs/${id}`);
  const chart = page.locator('.recharts-surface').first();
  await chart.waitFor();
  const drag = async (from: number, to: number) => {
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart is not there.');
    await page.mouse.move(box.x + from * box.width, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + to * box.width, box.y + 70, { steps: 6 });
    await page.mouse.up();
  };
  await drag(0.4, 0.4);
  expect(new URL(page.url()).search).toBe('');
  await drag(0.4, 0.8);
  await page.waitForURL(/[?&]from=[12]&to=[34]$/);
  await page.getByRole('button', { name: 'Whole run' }).click();
  await page.waitForURL((url) => url.search === '');
  expect(faults).toEqual([]);
});

test('the keyboard alone chooses a window and gives it up, and never loses its place', async () => {
  const { page, faults } = await openPage(context, `${scene.product.url}/runs/${id}`);
  const hasFocus = (place: Locator) => expect.poll(() => place.evaluate((one) => one === document.activeElement)).toBe(true);
  await tabTo(page, 'button', 'Zoom in time');
  await page.keyboard.press('Enter');
  const [first, last] = [page.getByRole('slider', { name: 'First second' }), page.getByRole('slider', { name: 'Last second' })];
  await first.waitFor();
  await hasFocus(first);
  expect((await colours(first)).outlineStyle).toBe('solid');
  const steps: [key: string, search: string][] = [
    ['ArrowRight', '?from=1&to=4'],
    ['End', '?from=3&to=4'],
    ['PageDown', '?from=2&to=4'],
    ['Tab', '?from=2&to=4'],
    ['Home', '?from=2&to=3'],
    ['PageUp', '?from=2&to=4'],
    ['ArrowLeft', '?from=2&to=3'],
  ];
  for (const [key, search] of steps) {
    await page.keyboard.press(key);
    await expect.poll(() => new URL(page.url()).search, { message: key }).toBe(search);
  }
  await hasFocus(last);
  expect(await last.getAttribute('aria-valuetext')).toBe('0:03');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.search === '');
  const whole = page.getByRole('button', { name: 'Whole run' });
  await hasFocus(whole);
  expect(await whole.getAttribute('aria-disabled')).toBe('true');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
  await page.close();
});

test('Compare from a run chooses the run before it as its base; another one is found by its number and joins the arm', async () => {
  const { plan } = await scene.get<{ plan: object }>(context, `/api/v1/runs/${id}`);
  const later: string[] = [];
  for (const connections of [3, 4]) {
    const load = { model: 'closed', connections, duration: '2s' };
    const { id: made } = await scene.post<{ id: string }>(context, '/api/v1/runs', { plan: { ...plan, load } });
    await scene.completed(context, 'runs', made);
    later.push(made);
  }
  const [second = '', third = ''] = later;
  const { page, faults } = await openPage(context, `${scene.product.url}/runs/${third}`);
  await page.locator('main').getByRole('link', { name: 'Compare', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('base') === second);
  await page.getByRole('table', { name: 'Verdicts' }).waitFor();
  const base = page.getByRole('combobox', { name: 'Base run' });
  await base.fill('#1');
  await page.getByRole('option', { name: /#1 Checkout/ }).waitFor();
  await expectAccessible(page, '[role="listbox"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('base') === `${second},${id}`);
  await page.getByText('Charts show the first run of each arm').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('the field of an arm keeps the focus, and what is typed, until its lists have come', async () => {
  const { page, faults } = await openPage(context, `${scene.product.url}/compare?base=${id}`);
  // The file of the field comes once its lists were asked for and something is typed; they come later.
  const [file, lists] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/arm-field-*.js', async (route) => {
    await file.promise;
    await route.continue();
  });
  await page.route('**/api/v1/runs?*', async (route) => {
    await lists.promise;
    await route.continue();
  });
  // On a slow machine the two fields are drawn one after the other.
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.reload();
  const base = page.getByRole('combobox', { name: 'Base run' });
  await base.waitFor();
  // The base's field is to come, too, and is drawn for whoever stays at it for a moment.
  await base.focus();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 300))));
  const candidate = page.getByRole('combobox', { name: 'Candidate run' });
  await tabTo(page, 'button', 'Swap base and candidate');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Checkout');
  expect(await candidate.inputValue()).toBe('Checkout');
  expect(await candidate.evaluate((one) => one === document.activeElement)).toBe(true);
  file.resolve();
  await page.getByText('No such run').waitFor();
  lists.resolve();
  await page.getByRole('option', { name: /#1 Checkout/ }).waitFor();
  expect(await candidate.inputValue()).toBe('Checkout');
  expect(await candidate.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Swap base and candidate');
  expect(faults).toEqual([]);
  await page.close();
});

test('an admin says where traces are shown, and the slowest sampled requests of a run open there', async () => {
  const { page, faults } = await openPage(context, `${scene.product.url}/team`);
  const traces = page.getByRole('region', { name: 'Traces' });
  await traces.getByRole('textbox').fill('https://tempo.example/trace/');
  await traces.getByRole('button', { name: 'Save' }).click();
  await traces.getByText('{traceId} once behind its host').waitFor();
  await traces.getByRole('textbox').fill('https://tempo.example/trace/{traceId}');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await scene.get<{ traceUrl: string | null }>(context, '/api/v1/team')).traceUrl)
    .toBe('https://tempo.example/trace/{traceId}');
  await expectAccessible(page);
  await page.goto(`${scene.product.url}/runs/${id}`);
  await page.getByRole('tab', { name: 'Latency' }).click();
  const listed = page.getByRole('region', { name: 'Slowest traced requests' });
  const link = listed.getByRole('link').first();
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/tempo\.example\/trace\/[0-9a-f]{32}$/);
  expect(await link.getAttribute('rel')).toBe('noreferrer');
  expect(await listed.getByRole('row').count()).toBeGreaterThan(3);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await page.close();
});
