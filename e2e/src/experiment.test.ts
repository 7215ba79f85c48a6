/// <reference lib="dom" />
/** Experiments, sweeps, baselines and comparisons of several runs, in a real browser, against the demo target. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  context = await browser.newContext({ viewport: { width: 1360, height: 860 } });
  const body = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery', team: 'Payments' };
  expect((await context.request.post(`${product.url}/api/v1/setup`, { data: body })).status()).toBe(201);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Run {
  readonly id: string;
  readonly state: string;
  readonly plan: { readonly connection: { readonly keepAlive: boolean } };
  readonly summary: { readonly sent: number; readonly throughputPerSecond: number; readonly connections: { readonly opened: number } };
}
interface Experiment {
  readonly state: string;
  readonly runs: readonly { readonly variant: number; readonly runId: string; readonly throughputPerSecond: number }[];
  readonly variants: readonly { readonly name: string }[];
}

const get = async <T>(path: string): Promise<T> => (await (await context.request.get(`${product.url}${path}`)).json()) as T;
const experimentOf = (page: Page) => get<Experiment>(`/api/v1/experiments/${page.url().split('/').at(-1)?.split('?')[0]}`);

/** Opens a page that reports its faults. */
async function opened(path: string): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(`${product.url}${path}`);
  return { page, faults };
}

async function startAndWait(page: Page, timeout: number): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/experiments\/[0-9a-f-]{36}/);
  await page.getByRole('progressbar', { name: 'Progress of the experiment' }).waitFor();
  await page.getByRole('button', { name: 'Run again' }).waitFor({ timeout });
  await page.getByText('Completed', { exact: true }).first().waitFor();
}

/** The demo target as the launch form makes it, short. */
async function draft(page: Page): Promise<void> {
  await page.getByLabel('Delay, ms').fill('4');
  await page.getByLabel('Jitter, ms').fill('0');
  await page.getByLabel('Connections', { exact: true }).fill('4');
  await page.getByLabel('Stop after').fill('3s');
}

test('an A/B from the launch form runs in turns and ends in a verdict table', async () => {
  const { page, faults } = await opened('/launch?demo=1');
  await draft(page);
  await page.getByRole('link', { name: 'Compare on against off' }).click();
  await page.getByText('closed, 4 connections, 3 s').waitFor();
  await page.getByLabel('Repeats of each').fill('many');
  await page.keyboard.press('Control+Enter');
  await page.getByText('"many" is no number.').first().waitFor();
  await page.getByLabel('Repeats of each').fill('2');
  await page.getByLabel('Cool-down').fill('200ms');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await startAndWait(page, 60_000);

  const order = page.getByRole('list', { name: 'Order of runs' }).getByRole('listitem');
  expect(await order.allInnerTexts()).toEqual(['A', 'B', 'B', 'A']);
  expect(await order.getByRole('link').count()).toBe(4);
  const verdicts = page.getByRole('table', { name: 'Verdicts' });
  expect(await verdicts.getByText(/^(Better|Worse|No difference|Not enough evidence)$/).count()).toBe(7);
  await page.getByText('connection.keepAlive').first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const { runs } = await experimentOf(page);
  for (const { runId, variant } of runs) {
    const run = await get<Run>(`/api/v1/runs/${runId}`);
    expect(run.plan.connection.keepAlive).toBe(variant === 0);
    if (variant === 0) expect(run.summary.connections.opened).toBe(4);
    else expect(run.summary.connections.opened).toBe(run.summary.sent);
  }
  expect(faults).toEqual([]);
});

test('a sweep becomes a map whose cells are what the runs measured', async () => {
  const { page, faults } = await opened('/experiments/new?from=draft&shape=sweep');
  await page.getByLabel('Connections: values').fill('1, 4');
  await page.getByLabel('Cool-down').fill('200ms');
  await page.getByText('4', { exact: true }).first().waitFor();
  await expectAccessible(page);
  await startAndWait(page, 60_000);
  const { runs, variants } = await experimentOf(page);
  expect(variants.map((variant) => variant.name)).toEqual([
    'keep-alive on, 1 connection',
    'keep-alive on, 4 connections',
    'keep-alive off, 1 connection',
    'keep-alive off, 4 connections',
  ]);
  const map = page.getByRole('table', { name: 'Throughput, per second' });
  const shown = (await map.locator('.heat-figure').allInnerTexts()).map((text) => Number(text.replace(/\D/g, '')));
  expect(shown).toEqual(runs.map((run) => Math.round(run.throughputPerSecond)));
  await page.getByText('p99', { exact: true }).first().click();
  await page.waitForURL(/metric=p99/);
  await page.getByRole('table', { name: 'p99 response time' }).getByText(/ms/).first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('a run becomes the baseline of its plan, later runs are held against it, and several are compared at once', async () => {
  const port = Number(new URL(product.url).port) + 90;
  const plan = {
    version: 1,
    name: 'Checkout',
    target: { url: `http://127.0.0.1:${port}/?delayMs=4` },
    load: { model: 'closed', connections: 4, duration: '3s' },
  };
  const saved = (await (await context.request.post(`${product.url}/api/v1/plans`, { data: { plan } })).json()) as { id: string };
  const { page, faults } = await opened(`/plans/${saved.id}`);
  const launch = async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
    await page.getByRole('button', { name: 'Run again' }).waitFor({ timeout: 30_000 });
  };
  await launch();
  await page.getByRole('button', { name: 'Set as baseline' }).click();
  await page.getByRole('button', { name: 'Unpin baseline' }).waitFor();
  for (let again = 0; again < 2; again++) {
    await page.goto(`${product.url}/plans/${saved.id}`);
    await launch();
    await page.getByText('Against the baseline:').waitFor();
  }
  await expectAccessible(page);

  await page.goto(`${product.url}/plans/${saved.id}`);
  await page.locator('.recharts-line-dots').waitFor();
  expect(await page.locator('.recharts-line-dots').first().locator('circle, rect').count()).toBe(3);
  await page.getByLabel('Metric').selectOption({ label: 'Throughput' });
  await page.getByText(/over 3 runs from/).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto(`${product.url}/runs?planId=${saved.id}`);
  await page.getByRole('columnheader', { name: 'vs baseline' }).waitFor();
  const boxes = page.getByRole('checkbox', { name: 'Select Checkout' });
  for (let row = 0; row < 3; row++) await boxes.nth(row).check();
  await page.keyboard.press('.');
  await page.waitForURL(/\/compare\?base=[0-9a-f-]{36}&candidate=[0-9a-f-]{36}&candidate=[0-9a-f-]{36}$/);
  await page.getByRole('table', { name: 'All arms' }).waitFor();
  expect(await page.getByRole('table', { name: /^Verdicts/ }).count()).toBe(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('an experiment that is stopped sends nothing more', async () => {
  const { page } = await opened('/experiments/new?from=draft');
  await page.getByLabel('Repeats of each').fill('10');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/experiments\/[0-9a-f-]{36}/);
  await page.getByText(/^Running: /).waitFor({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('Stopped', { exact: true }).first().waitFor({ timeout: 20_000 });
  const { state, runs } = await experimentOf(page);
  expect(state).toBe('stopped');
  expect(runs.filter((run) => run.runId !== null).length).toBeLessThanOrEqual(2);
});
