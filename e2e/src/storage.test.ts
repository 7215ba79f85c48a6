/// <reference lib="dom" />
/** Exports of all that a team has, by keyboard: the focus goes nowhere that nobody sent it. */
import { startS3 } from '@plimsoll/testbed/servers/s3';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { tabTo } from './keys.ts';
import { openPage, useScene } from './scene.ts';

const s3 = await startS3();
afterAll(() => s3.close());
const scene = useScene({
  settings: {
    PLIMSOLL_S3_BUCKET: s3.settings.bucket,
    PLIMSOLL_S3_ENDPOINT: s3.settings.endpoint,
    PLIMSOLL_S3_REGION: s3.settings.region,
    PLIMSOLL_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    PLIMSOLL_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  },
});

/** Holds requests of this kind until they are let go, and counts them. */
async function hold(page: Page, method: 'GET' | 'DELETE', address: string): Promise<{ count(): number; letGo(): void }> {
  const gate = Promise.withResolvers<void>();
  let count = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count += 1;
    await gate.promise;
    await route.continue();
  });
  return { count: () => count, letGo: () => gate.resolve() };
}

test('an export that is removed takes the focus to its part of the page at once, and not from somebody who went on', async () => {
  const owner = await scene.signedIn({ reducedMotion: 'reduce' });
  const { page, faults } = await openPage(owner, `${scene.product.url}/team/storage`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const [list, one] = ['**/api/v1/exports', '**/api/v1/exports/*'];
  const remove = async () => {
    await tabTo(page, 'button', 'Remove');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'button', 'Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  };
  const make = async () => {
    await tabTo(page, 'button', 'Make an export');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Export of everything');
    await page.getByRole('link', { name: 'Download' }).waitFor();
  };

  await make();
  // The server is asked what is left, once, and nobody waits for its answer.
  const asked = await hold(page, 'GET', list);
  await remove();
  await page.getByRole('link', { name: 'Download' }).waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Export of everything');
  await expect.poll(asked.count).toBe(1);
  const answered = page.waitForResponse(list);
  asked.letGo();
  await answered;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(asked.count()).toBe(1);

  await make();
  const removing = await hold(page, 'DELETE', one);
  await remove();
  await expect.poll(removing.count).toBe(1);
  await page.getByLabel('Move to the archive after').focus();
  removing.letGo();
  await page.getByRole('link', { name: 'Download' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Make an export' }).waitFor();
  expect(await page.getByLabel('Move to the archive after').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(faults).toEqual([]);
});
