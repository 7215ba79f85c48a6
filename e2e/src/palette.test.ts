/// <reference lib="dom" />
/** The palette by keyboard: a run by its number and by its name, a plan, a saved view, a page, an action; on a phone by touch. */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();
let context: BrowserContext;
const ids = { run: '', plan: '' };

beforeAll(async () => {
  context = await scene.signedIn({ reducedMotion: 'reduce' });
  const { demoTarget } = await scene.get<{ demoTarget: string }>(context, '/api/v1/system');
  const load = { model: 'closed', connections: 1, duration: '1s' };
  const plan = { version: 1, name: 'Checkout 7', target: { url: demoTarget }, load };
  ids.plan = (await scene.post<{ id: string }>(context, '/api/v1/plans', { plan })).id;
  ids.run = (await scene.post<{ id: string }>(context, '/api/v1/runs', { planId: ids.plan })).id;
  await scene.completed(context, 'runs', ids.run);
  await scene.post(context, '/api/v1/run-views', { name: 'Stopped ones', filters: { state: 'stopped' } });
});

/** Opens the palette, types, and waits until the first row says this. */
async function find(page: Page, text: string, first: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find or do' });
  await field.waitFor();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
  await expect.poll(() => page.getByRole('dialog').getByRole('option').first().textContent()).toMatch(first);
}

test('the command key finds runs, plans, views, pages and actions, also from inside a field', async () => {
  const { page, faults } = await openPage(context, `${scene.product.url}/runs`);
  await page.getByRole('table', { name: 'Runs' }).waitFor();
  await find(page, '1', /^#1 Checkout 7/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/runs/1');
  await page.getByRole('heading', { level: 1 }).waitFor();

  await find(page, 'check', /^Checkout 7/);
  const options = page.getByRole('dialog').getByRole('option');
  await expect.poll(() => options.count()).toBe(2);
  expect(await options.nth(1).textContent()).toContain('#1 Checkout 7');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/plans/${ids.plan}`);

  await find(page, 'stopped', /^Stopped ones/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/runs?state=stopped');

  await find(page, 'audit', /^Audit/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/team/audit');

  await find(page, 'new', /^New run/);
  await expect.poll(() => options.count()).toBe(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/experiments/new');

  await page.goto(`${scene.product.url}/launch`);
  await page.getByLabel('URL', { exact: true }).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find or do' }).fill('nobody is called this');
  await page.getByText('Nothing is called “nobody is called this”.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('URL', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(true);

  await find(page, 'shortcuts', /^Show keyboard shortcuts/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl K').waitFor();
  expect(faults).toEqual([]);
  await page.close();
});

test('on a phone a button opens it, and no key is shown', async () => {
  const phone = await scene.signedIn({ reducedMotion: 'reduce', viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  const { page } = await openPage(phone, scene.product.url);
  await page.getByRole('button', { name: 'Find or do' }).tap();
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  await expectNoSidewaysScroll(page);
  expect(await page.getByText('Ctrl K').isVisible()).toBe(false);
  await page.getByRole('combobox', { name: 'Find or do' }).fill('#1');
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^#1 Checkout 7/ })
    .tap();
  await page.waitForURL('**/runs/1');
  await phone.close();
});
