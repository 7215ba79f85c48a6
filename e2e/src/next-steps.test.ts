/// <reference lib="dom" />
/** The next step is a button: from what is left open to the experiment that decides it, by keyboard alone. */
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { experimentOn } from './experiment-steps.ts';
import { tabTo, typeInto } from './keys.ts';
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
  await tabTo(page, 'button', /^Decide it: run both in turns · about [23] min$/);
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

  // As YAML, too, from a length in words.
  await page.getByLabel('Stop after').fill('2 sec');
  await page.getByText('YAML', { exact: true }).click();
  const yaml = page.locator('.cm-content');
  await expect.poll(() => yaml.textContent()).toContain('duration: 2s');
  await page.getByRole('button', { name: 'Make it 10 s' }).click();
  await expect.poll(() => yaml.textContent()).toContain('duration: 10s');
  expect(faults).toEqual([]);
});

test('one request is sent from the form, and nothing runs by itself where nothing answers', async () => {
  const target = await startHttpTarget((_request, response) => response.end('<b>hello</b><script>document.title = "taken"</script>'));
  const { page, faults } = await opened('/launch');
  await typeInto(page, 'URL', `${target.url}/`);
  await tabTo(page, 'button', 'Send one');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Answer to one request' });
  await answer.getByText('keep-alive offered').waitFor();
  for (const name of ['Status', 'Size', 'Connect', 'First byte', 'Whole']) await answer.getByText(name, { exact: true }).waitFor();
  // It is text, whatever it says.
  await answer.getByText('<b>hello</b>').waitFor();
  expect(await page.title()).not.toBe('taken');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // It says nothing of another target.
  await typeInto(page, 'URL', `${target.url}/other`);
  await answer.waitFor({ state: 'detached' });

  await target.close();
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Nothing answered\. The connection to 127\.0\.0\.1 was refused/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/launch');
  await expectAccessible(page);
  await tabTo(page, 'button', 'Run anyway');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  expect(faults).toEqual([]);
});

test('raw sockets are offered where the answer comes at once', async () => {
  const target = await startHttpTarget((_request, response) => response.end('ok'));
  const { page } = await opened('/launch');
  let firstByteUs = 1500;
  await page.route('**/api/v1/send-one', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { answer: { timings: object } };
    const timings = { ...body.answer.timings, firstByteUs };
    await route.fulfill({ response, json: { ...body, answer: { ...body.answer, timings } } });
  });
  await page.getByText('Closed', { exact: true }).click();
  await typeInto(page, 'URL', `${target.url}/`);
  await page.getByRole('button', { name: 'Send one' }).click();
  await page.getByText('keep-alive offered').waitFor();
  expect(await page.getByRole('button', { name: 'Use raw sockets' }).count()).toBe(0);
  firstByteUs = 400;
  await page.getByRole('button', { name: 'Send one' }).click();
  await tabTo(page, 'button', 'Use raw sockets');
  await page.keyboard.press('Enter');
  await page.getByText('The requests are sent over raw sockets.').waitFor();
  await target.close();
});

test('a share of errors without its unit asks which is meant', async () => {
  const { page } = await opened('/launch');
  await page
    .getByRole('button', { name: /^Checks|^Thresholds|^Judg/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add threshold' }).click();
  await typeInto(page, 'Threshold 1', 'error_rate < 1');
  await tabTo(page, 'button', '1 %');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('Threshold 1').inputValue()).toBe('error_rate < 1%');
});
