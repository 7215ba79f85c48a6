/// <reference lib="dom" />
/** The next step is a button: from what is left open to the experiment that decides it, by keyboard alone. */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { experimentOn } from './experiment-steps.ts';
import { tabTo } from './keys.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();
let context: BrowserContext;
beforeAll(async () => {
  context = await scene.signedIn({ reducedMotion: 'reduce' });
});

interface Variant {
  readonly name: string;
  readonly plan: { readonly connection: { readonly keepAlive: boolean }; readonly load: object };
}
const opened = (path: string) => openPage(context, scene.product.url + path);
const demo = () => `http://127.0.0.1:${Number(new URL(scene.product.url).port) + 90}/?delayMs=20`;

/** A run of two seconds that is over. */
async function ran(name: string, keepAlive: boolean): Promise<string> {
  const load = { model: 'closed', connections: 2, duration: '2s' };
  const plan = { version: 1, name, target: { url: demo() }, connection: { keepAlive }, load };
  const { id } = await scene.post<{ id: string }>(context, '/api/v1/runs', { plan });
  await scene.completed(context, 'runs', id);
  return id;
}

/** Opens the experiment of the button that has the focus, and stops it. */
async function press(page: Page): Promise<Awaited<ReturnType<typeof experimentOn>>> {
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/experiments\/[0-9a-f-]{36}/);
  const made = await experimentOn(scene, context, page);
  const id = page.url().split('/').at(-1) ?? '';
  await context.request.post(`${scene.product.url}/api/v1/experiments/${id}/stop`, { data: {}, headers: { origin: scene.product.url } });
  return made;
}

test('two runs that decide nothing become the experiment that does, and a run offers what tells more of its plan', async () => {
  const [on, off] = [await ran('Shop', true), await ran('Shop', false)];
  const { page, faults } = await opened(`/compare?base=${on}&candidate=${off}`);
  await tabTo(page, 'button', /^Decide it: run both in turns · about [34] min$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const { variants } = (await press(page)) as unknown as { variants: Variant[] };
  expect(variants.map(({ name, plan }) => [name, plan.connection.keepAlive])).toEqual([
    ['keep-alive on', true],
    ['keep-alive off', false],
  ]);
  // Two seconds would decide nothing again.
  expect(variants[0]?.plan.load).toEqual({ model: 'closed', connections: 2, duration: '20s' });

  // Runs of one plan are told apart by its noise.
  const again = await ran('Shop', true);
  await page.goto(`${scene.product.url}/compare?base=${on}&candidate=${again}`);
  await page.getByText('Both runs have the same plan').waitFor();
  await tabTo(page, 'button', /^Measure this plan’s noise · about /);
  expect(await press(page)).toMatchObject({ kind: 'aa' });

  await page.goto(`${scene.product.url}/runs/${on}`);
  await page.getByRole('button', { name: /^Measure this plan’s noise/ }).waitFor();
  await tabTo(page, 'link', 'Find its capacity');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/experiments\/new\?.*shape=capacity/);
  await page.getByLabel('Highest rate, per second').waitFor();
  expect(faults).toEqual([]);
});

test('a load that is too short for a verdict is made longer by one press', async () => {
  const id = await ran('Brief', true);
  const { page, faults } = await opened(`/experiments/new?from=${id}`);
  await page.getByText('2 s: a verdict needs 10 s.').waitFor();
  await tabTo(page, 'button', 'Make it 10 s');
  await page.keyboard.press('Enter');
  await page.getByText('2 s: a verdict needs 10 s.').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/experiments\/[0-9a-f-]{36}/);
  const { variants } = (await experimentOn(scene, context, page)) as unknown as { variants: Variant[] };
  expect(variants.map(({ plan }) => plan.load)).toEqual(Array(2).fill({ model: 'closed', connections: 2, duration: '10s' }));

  await page.goto(`${scene.product.url}/launch?from=${id}`);
  await tabTo(page, 'button', 'Make it 10 s');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('Stop after').inputValue()).toBe('10s');
  expect(faults).toEqual([]);
});
