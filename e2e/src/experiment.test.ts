/// <reference lib="dom" />
/** Experiments of every kind, baselines, comparisons of several runs and runs of several requests, in a real browser, against the demo target. */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { experimentOn, savePlan, startAndWait, waitForEnd } from './experiment-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();
let context: BrowserContext;

beforeAll(async () => {
  context = await scene.signedIn();
});

interface Run {
  readonly id: string;
  readonly state: string;
  readonly plan: { readonly connection: { readonly keepAlive: boolean } };
  readonly summary: { readonly sent: number; readonly throughputPerSecond: number; readonly connections: { readonly opened: number } };
}
const get = <T>(path: string) => scene.get<T>(context, path);
const opened = (path: string) => openPage(context, scene.product.url + path);

/** The demo target as the launch form makes it, short. */
async function draft(page: Page): Promise<void> {
  await page.getByLabel('Delay, ms').fill('20');
  await page.getByLabel('Jitter, ms').fill('0');
  await page.getByText('Closed', { exact: true }).click();
  await page.getByLabel('Connections', { exact: true }).fill('4');
  await page.getByLabel('Stop after').fill('1s');
}

test('an A/B from the launch form runs in turns and ends in a verdict table', async () => {
  const { page, faults } = await opened('/launch?demo=1');
  await draft(page);
  await page.getByRole('link', { name: 'Compare on against off' }).click();
  await page.getByText('closed, 4 connections, 1 s').waitFor();
  await page.getByLabel('Repeats of each').fill('many');
  await page.keyboard.press('Control+Enter');
  await page.getByText('"many" is not a number.').first().waitFor();
  await page.getByLabel('Repeats of each').fill('2');
  await page.getByLabel('Cool-down').fill('200ms');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await startAndWait(page, 60_000);

  const order = page.getByRole('list', { name: 'Order of runs' }).getByRole('listitem');
  expect(await order.allInnerTexts()).toEqual(['A', 'B', 'B', 'A']);
  expect(await order.getByRole('link').count()).toBe(4);
  const verdicts = page.getByRole('table', { name: 'Verdicts' });
  // One more where the worker saw the target's CPU in all runs.
  const ofCpu = await verdicts.getByText('Requests per CPU-second', { exact: true }).count();
  expect(await verdicts.getByText(/^(Better|Worse|No difference|Undecided)$/).count()).toBe(9 + ofCpu);
  await page
    .getByText(/^Keep-alive: on → off/)
    .first()
    .waitFor();

  const { runs } = await experimentOn(scene, context, page);
  for (const { runId, variant } of runs) {
    const run = await get<Run>(`/api/v1/runs/${runId}`);
    expect(run.plan.connection.keepAlive).toBe(variant === 0);
    if (variant === 0) expect(run.summary.connections.opened).toBe(4);
    else expect(run.summary.connections.opened).toBe(run.summary.sent);
  }
  expect(faults).toEqual([]);
});

test('a sweep becomes a map whose cells are what the runs measured', async () => {
  const id = await savePlan(scene, context, 'Swept', '?delayMs=20', { model: 'closed', connections: 4, duration: '1s' });
  const { page, faults } = await opened(`/experiments/new?plan=${id}&shape=sweep`);
  await page.getByLabel('Connections: values').fill('1, 4');
  await page.getByLabel('Cool-down').fill('200ms');
  await page.getByText('4', { exact: true }).first().waitFor();
  await expectAccessible(page);
  await startAndWait(page, 60_000);
  const { runs, variants } = await experimentOn(scene, context, page);
  expect(variants.map((variant) => variant.name)).toEqual([
    'keep-alive on, 1 connection',
    'keep-alive on, 4 connections',
    'keep-alive off, 1 connection',
    'keep-alive off, 4 connections',
  ]);
  const map = page.getByRole('table', { name: 'Throughput, per second' });
  const shown = (await map.locator('.heat-figure').allInnerTexts()).map((text) => Number(text.replace(/\D/g, '')));
  expect(shown).toEqual(runs.map((run) => Math.round(run.throughputPerSecond)));
  // The limit of each setting stands beside its figures.
  await page.getByRole('columnheader', { name: 'Held back by' }).waitFor();
  await page.getByText('p99', { exact: true }).first().click();
  await page.waitForURL(/metric=p99/);
  await page.getByRole('table', { name: 'p99 response time' }).getByText(/ms/).first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});

test('an experiment that is stopped sends nothing more', async () => {
  const { page } = await opened('/launch?demo=1');
  await draft(page);
  await page.getByLabel('Stop after').fill('20s');
  await page.getByRole('link', { name: 'Compare on against off' }).click();
  await page.getByText('closed, 4 connections, 20 s').waitFor();
  await page.getByLabel('Repeats of each').fill('10');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/experiments\/[0-9a-f-]{36}/);
  await page.getByText(/^Running: /).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('Stopped', { exact: true }).first().waitFor();
  const { state, runs } = await experimentOn(scene, context, page);
  expect(state).toBe('stopped');
  expect(runs.filter((run) => run.runId !== null).length).toBeLessThanOrEqual(2);
});

// The last three at once: between two runs of the experiment, while it cools down, the worker makes the runs of the other two.
test.concurrent('one press measures the noise of a plan, and Home has one entry for all its runs', async () => {
  const id = await savePlan(scene, context, 'Quiet', '?delayMs=20', { model: 'closed', connections: 2, requests: 60 });
  const { page, faults } = await opened(`/plans/${id}`);
  await page.getByRole('button', { name: 'Measure this plan’s noise' }).click();
  await waitForEnd(page, 180_000);
  const { name, runs } = await experimentOn(scene, context, page);
  expect(runs.map((run) => run.variant).sort()).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
  await page
    .getByText(/^Changes under .* are noise here/)
    .first()
    .waitFor();
  await page.goto(`${scene.product.url}/plans/${id}`);
  // That of the trend's metric: the noisiest of all may be another.
  await page.getByText(/^Changes of p99 under .* are noise here/).waitFor();
  await page.goto(scene.product.url);
  const latest = page.getByRole('table', { name: 'Runs' });
  await latest.getByRole('link', { name, exact: true }).waitFor();
  expect(await latest.getByRole('link', { name, exact: true }).count()).toBe(1);
  for (const { number } of runs) expect(await latest.locator(`a[href="/runs/${number}"]`).count()).toBe(0);
  expect(faults).toEqual([]);
});

test.concurrent('a run becomes the baseline of its plan, later runs are held against it, and several are compared at once', async () => {
  const id = await savePlan(scene, context, 'Checkout', '?delayMs=20', { model: 'closed', connections: 4, duration: '1s' });
  const { page, faults } = await opened(`/plans/${id}`);
  const launch = async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
    await page.getByRole('button', { name: 'Run again', exact: true }).waitFor({ timeout: 90_000 });
  };
  await launch();
  await page.getByRole('button', { name: 'Set as baseline' }).click();
  await page.getByRole('button', { name: 'Unpin baseline' }).waitFor();
  for (let again = 0; again < 2; again++) {
    await page.goto(`${scene.product.url}/plans/${id}`);
    await launch();
    await page.getByText('Against the baseline:').waitFor();
  }
  await expectAccessible(page);

  await page.goto(`${scene.product.url}/plans/${id}`);
  await page.locator('.recharts-line-dots').waitFor();
  expect(await page.locator('.recharts-line-dots').first().locator('circle, rect').count()).toBe(3);
  await page.getByLabel('Metric').selectOption({ label: 'Throughput' });
  await page.getByText(/over 3 runs from/).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const runs = (await get<{ items: Run[] }>(`/api/v1/runs?planId=${id}`)).items;
  await page.getByRole('listbox', { name: /^Trend: Throughput/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${scene.product.url}/runs/${runs[1]?.id}`);

  await page.goto(`${scene.product.url}/runs?planId=${id}`);
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

test.concurrent('a run of several requests shows each beside the total, and one of them alone', async () => {
  const origin = `http://127.0.0.1:${Number(new URL(scene.product.url).port) + 90}`;
  const plan = {
    version: 1,
    name: 'Journey',
    requests: [
      { name: 'quick', weight: 3, url: `${origin}/?delayMs=1` },
      { name: 'slow', url: `${origin}/?delayMs=30` },
    ],
    load: { model: 'closed', connections: 4, duration: '1s' },
    thresholds: ['p(50){slow} < 80ms'],
  };
  const { id } = (await (await context.request.post(`${scene.product.url}/api/v1/runs`, { data: { plan } })).json()) as Run;
  const { page, faults } = await opened(`/runs/${id}`);
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor({ timeout: 90_000 });
  const table = page.getByRole('table', { name: 'Requests' });
  const names = async () => (await table.getByRole('rowheader').allInnerTexts()).map((text) => text.trim());
  await table.waitFor();
  expect(await names()).toEqual(['quick', 'slow', 'All requests']);
  // A machine that stands still in the run's one second can make any p99 the longer one, and no median.
  await table.getByRole('button', { name: 'p50', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/order=p50Us/);
  await expect.poll(names).toEqual(['slow', 'quick', 'All requests']);
  const { summary } = await get<{ summary: { sent: number; byRequest: { name: string; sent: number }[] } }>(`/api/v1/runs/${id}`);
  const [quick, slow] = summary.byRequest.map((request) => request.sent);
  expect((quick ?? 0) + (slow ?? 0)).toBe(summary.sent);
  await table.getByRole('button', { name: 'slow' }).click();
  await page.getByRole('heading', { name: 'Response time: slow' }).waitFor();
  await page.getByText('p(50) < 80ms').first().waitFor({ state: 'attached' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
});
