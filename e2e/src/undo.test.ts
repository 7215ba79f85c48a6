/** Deleted things can be had back for ten seconds, by keyboard too; a page that is left deletes them then. */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();
let context: BrowserContext;
const ids = { plan: '', run: '' };

beforeAll(async () => {
  context = await scene.signedIn({ reducedMotion: 'reduce' });
  const { demoTarget } = await scene.get<{ demoTarget: string }>(context, '/api/v1/system');
  const plan = { version: 1, name: 'Checkout', target: { url: demoTarget }, load: { model: 'closed', connections: 1, duration: '1s' } };
  ids.plan = (await scene.post<{ id: string }>(context, '/api/v1/plans', { plan })).id;
  ids.run = (await scene.post<{ id: string }>(context, '/api/v1/runs', { planId: ids.plan })).id;
  await scene.completed(context, 'runs', ids.run);
});

const statusOf = async (path: string) => (await context.request.get(`${scene.product.url}/api/v1/${path}`)).status();

/** Opens the menu of the run's page and deletes it, by keyboard. */
async function deleteRun(page: Page): Promise<void> {
  await page.goto(`${scene.product.url}/runs/${ids.run}`);
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete run' }).press('Enter');
  await page.waitForURL('**/runs');
}

test('a run that was deleted is back after Undo, and is gone once the page is left', async () => {
  const { page, faults } = await openPage(context, scene.product.url);
  await deleteRun(page);
  const link = page.getByRole('link', { name: 'Checkout', exact: true });
  const undo = page.getByRole('button', { name: 'Undo' });
  await page.getByText('No runs yet').waitFor();
  await undo.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Control+z');
  await link.waitFor();
  await undo.waitFor({ state: 'detached' });
  expect(await statusOf(`runs/${ids.run}`)).toBe(200);

  await deleteRun(page);
  await undo.waitFor();
  expect(await statusOf(`runs/${ids.run}`)).toBe(200);
  await page.goto('about:blank');
  await expect.poll(() => statusOf(`runs/${ids.run}`)).toBe(404);
  expect(faults).toEqual([]);
  await page.close();
});

test('a plan that somebody changed meanwhile is not deleted', async () => {
  const path = `${scene.product.url}/api/v1/plans/${ids.plan}`;
  const { page } = await openPage(context, `${scene.product.url}/plans`);
  await page.getByRole('button', { name: 'Delete Checkout' }).press('Enter');
  await page.getByText('No plans yet').waitFor();
  const { plan } = await (await context.request.get(path)).json();
  const changed = await context.request.put(path, { data: { plan: { ...plan, note: 'newer' } }, headers: { origin: scene.product.url } });
  expect(changed.status()).toBe(200);
  await page.getByText('Somebody saved this plan since').waitFor({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Checkout', exact: true }).waitFor();
  await page.close();
});

test('a plan that was deleted is gone ten seconds later', async () => {
  const { page } = await openPage(context, `${scene.product.url}/plans`);
  await page.getByRole('button', { name: 'Delete Checkout' }).press('Enter');
  await page.getByText('No plans yet').waitFor();
  expect(await statusOf(`plans/${ids.plan}`)).toBe(200);
  await expect.poll(() => statusOf(`plans/${ids.plan}`), { timeout: 20_000 }).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await page.close();
});
