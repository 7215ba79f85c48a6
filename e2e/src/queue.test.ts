/// <reference lib="dom" />
/** What waits, on Home: its place, why, until when, and out again by keyboard. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { useScene } from './scene.ts';

const scene = useScene();

test('the queue on Home says what waits and why, and lets it be cancelled by keyboard', async () => {
  const context = await scene.signedIn({ viewport: { width: 1280, height: 900 }, timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  const post = (path: string, data: object) => scene.post<{ id: string }>(context, path, data);
  const { demoTarget } = await scene.get<{ demoTarget: string }>(context, '/api/v1/system');
  const plan = (name: string, duration: string) => ({
    version: 1,
    name,
    target: { url: demoTarget },
    load: { model: 'closed', connections: 1, duration },
  });
  const soak = await post('/api/v1/runs', { plan: plan('soak', '20m') });
  await page.goto(scene.product.url);
  await page.getByText('Running', { exact: true }).waitFor();
  await post('/api/v1/experiments', { kind: 'aa', name: 'noise', variants: [{ name: 'a', plan: plan('noise', '30s') }] });
  const search = await post('/api/v1/runs', { plan: plan('search', '2m') });
  await page.reload();

  const rows = page.getByRole('region', { name: 'Queue' }).getByRole('listitem');
  await rows.nth(1).waitFor();
  const texts = await rows.allInnerTexts();
  const endsAt = Date.now() + 20 * 60_000;
  const tokyo = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Tokyo' });
  const times = [-2, -1, 0, 1].map((minutes) => tokyo.format(endsAt + minutes * 60_000)).join('|');
  expect(texts[0]).toMatch(new RegExp(`search\\s+Ada Lovelace\\s+One worker, busy until about (${times})\\.\\s+about (${times})`));
  expect(texts[1]).toMatch(/noise\s+Ada Lovelace\s+One worker, busy until about \d\d:\d\d; 1 load goes first\./);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Cancel search' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel search' }).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('home-queue');
  expect(await rows.allInnerTexts()).toHaveLength(1);

  await page.goto(`${scene.product.url}/runs/${search.id}`);
  await page.getByText('nothing was sent').first().waitFor();
  await post(`/api/v1/runs/${soak.id}/stop`, {});
  await sleep(500);
  await page.goto(scene.product.url);
  await page.getByRole('region', { name: 'Queue' }).waitFor({ state: 'detached' });
  await context.close();
});
