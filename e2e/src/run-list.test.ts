/// <reference lib="dom" />
/** A history of many runs: the list draws those in sight, keeps its place, and its views are kept by name. By keyboard. */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { tabTo, typeInto } from './keys.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const count = 130;
const scene = useScene({ settings: { PLIMSOLL_MAX_IMPORTS_PER_MINUTE: '1000' } });
let context: BrowserContext;

beforeAll(async () => {
  context = await scene.signedIn({ reducedMotion: 'reduce' });
  const printed =
    'Running 2s test @ http://127.0.0.1:8932/\n     50%    2.84ms\n  1854 requests in 2.04s, 230.45KB read\nRequests/sec:    908.04\n';
  for (let nth = 1; nth <= count; nth++) {
    const url = `${scene.product.url}/api/v1/imports?name=${nth % 10 === 0 ? 'Tenth' : 'Brought'}`;
    const answer = await context.request.post(url, {
      data: printed,
      headers: { origin: scene.product.url, 'content-type': 'text/plain' },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  }
});

const shown = (page: Page) => page.locator('tr[data-index]');
const opened = async () => {
  const made = await openPage(context, `${scene.product.url}/runs`);
  await shown(made.page).first().waitFor();
  return made;
};
const link = (page: Page, number: number) => page.locator(`a[href="/runs/${number}"]`);

test('every run can be scrolled to, few rows are drawn, and who comes back is where they were', async () => {
  const { page, faults } = await opened();
  await link(page, count).waitFor();
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 2000);
        return link(page, 1).count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  expect(await shown(page).count()).toBeLessThan(80);
  expect(await page.getByRole('table', { name: 'Runs' }).getAttribute('aria-rowcount')).toBe(String(count + 1));
  expect(await link(page, count).count()).toBe(0);
  await expectAccessible(page);
  const heights = await shown(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([40]));

  const where = () => page.evaluate(() => Math.round(window.scrollY));
  await page.evaluate(() => window.scrollTo(0, 4000));
  await expect.poll(async () => Number(await shown(page).first().getAttribute('data-index'))).toBeLessThan(100);
  // A click that finds its row drawn anew is tried again from another place, so the place is read as somebody leaves.
  await page.evaluate(() => {
    const note = () => {
      document.documentElement.dataset.left = String(Math.round(window.scrollY));
    };
    window.addEventListener('click', note, { capture: true, once: true });
  });
  await link(page, count - 100).click();
  await page.waitForURL(`**/runs/${count - 100}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  await link(page, count - 100).waitFor();
  const left = await page.evaluate(() => Number(document.documentElement.dataset.left));
  expect(left).toBeGreaterThan(3000);
  await expect.poll(where).toBe(left);
  await page.setViewportSize({ width: 360, height: 780 });
  await shown(page).first().waitFor();
  await expectNoSidewaysScroll(page);
  expect(faults).toEqual([]);
  await page.close();
});

test('what a run did goes below its name where it does not fit beside it, and is whole in a row as high as all', async () => {
  const name = 'Brought from elsewhere, '.repeat(8);
  const page = await context.newPage();
  await page.route(
    ({ pathname }) => pathname === '/api/v1/runs',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { items: { plan: object }[] };
      const items = body.items.map((item) => ({ ...item, plan: { ...item.plan, name } }));
      await route.fulfill({ response, json: { ...body, items } });
    },
  );
  await page.goto(`${scene.product.url}/runs`);
  await page.setViewportSize({ width: 1360, height: 800 });
  await page.getByTitle(name).first().waitFor();
  const rows = await shown(page).evaluateAll((all) =>
    all.map((row) => {
      const [name, about] = row.querySelectorAll('a[href^="/runs/"], [title]:not(a)');
      const isBelow = (about?.getBoundingClientRect().top ?? 0) >= (name?.getBoundingClientRect().bottom ?? 0) - 4;
      return { isBelow, isCut: !about || about.scrollWidth > about.clientWidth, height: row.getBoundingClientRect().height };
    }),
  );
  expect(new Set(rows.map(({ isBelow }) => isBelow))).toEqual(new Set([true]));
  expect(rows.filter(({ isCut, height }) => isCut || height !== 40)).toEqual([]);
  await page.close();
});

test('the cursor of the keys stays in sight', async () => {
  const { page } = await opened();
  await page.locator('body').press('j');
  for (let nth = 0; nth < 40; nth++) await page.keyboard.press('j');
  const at = page.locator('tr[data-cursor="true"]');
  await expect.poll(() => at.getAttribute('data-index')).toBe('40');
  await expect
    .poll(() => at.evaluate((row) => row.getBoundingClientRect().bottom <= window.innerHeight && row.getBoundingClientRect().top >= 0))
    .toBe(true);
  await page.close();
});

test('a view is kept by name, is a link, and its removal can be undone', async () => {
  const { page, faults } = await opened();
  await page.getByRole('searchbox').fill('Tenth');
  await page.waitForURL('**/runs?search=Tenth');
  await tabTo(page, 'button', 'Views');
  await page.keyboard.press('Enter');
  await typeInto(page, 'Name of this view', 'Every tenth');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'Every tenth' });
  await button.waitFor();

  // Somewhere else it is one of the team's.
  await page.goto(`${scene.product.url}/runs`);
  await link(page, count - 1).waitFor();
  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await page.getByRole('link', { name: 'Every tenth' }).press('Enter');
  await page.waitForURL('**/runs?search=Tenth');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('Tenth');
  await link(page, count - 1).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('table', { name: 'Runs' }).getAttribute('aria-rowcount')).toBe(String(count / 10 + 1));

  await button.press('Enter');
  await page.getByRole('button', { name: 'Remove the view Every tenth' }).press('Enter');
  await page.getByRole('link', { name: 'Every tenth' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await button.waitFor();
  expect(faults).toEqual([]);
});
