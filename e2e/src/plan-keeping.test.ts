/// <reference lib="dom" />
/** Work with plans in a real browser, by keyboard and by thumb: what is kept, what is asked before it is replaced, where the focus is. */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { tabTo, typeInto } from './keys.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();
let context: BrowserContext;
beforeAll(async () => {
  context = await scene.signedIn({ reducedMotion: 'reduce' });
});

/** A browser without a draft. */
const afresh = () => scene.signedIn({ reducedMotion: 'reduce' });

const runId = (page: Page) => page.url().split('/').at(-1)?.split('?')[0] ?? '';

test('from launch to a shared comparison by keyboard alone; a key stops a run only after five seconds, which can be taken back', async () => {
  const { page, faults } = await openPage(await afresh(), scene.product.url);
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.keyboard.press('c');
  await typeInto(page, 'Name', 'By keys');
  await typeInto(page, 'URL', `http://127.0.0.1:${Number(new URL(scene.product.url).port) + 90}/?delayMs=20`);
  await typeInto(page, 'Requests per second', '50');
  await typeInto(page, 'Duration', '120s');
  await typeInto(page, 'Max. connections', '2');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  const first = runId(page);
  await page.getByRole('progressbar').first().waitFor();

  const counting = page.getByText(/^Stopping in [1-5] s$/);
  await page.keyboard.press('s');
  await counting.waitFor();
  const pressed = performance.now();
  await page.keyboard.press('Escape');
  await counting.waitFor({ state: 'detached' });
  // Home shows what the run measures now.
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.getByText(/^p95 [\d.]+\s(ms|µs|s)$/).waitFor();
  await page.waitForTimeout(Math.max(0, 6_000 - (performance.now() - pressed)));
  const stateOf = async (id: string) => (await scene.get<{ state: string }>(context, `/api/v1/runs/${id}`)).state;
  expect(await stateOf(first)).toBe('running');
  await tabTo(page, 'link', 'By keys');
  await page.keyboard.press('Enter');
  await page.getByRole('progressbar').first().waitFor();
  await page.keyboard.press('s');
  await counting.waitFor();
  expect(await stateOf(first)).toBe('running');
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
  expect(await stateOf(first)).toBe('stopped');

  await page.keyboard.press('c');
  await tabTo(page, 'button', 'Go on with it');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('By keys');
  await typeInto(page, 'Name', 'By keys, again');
  await typeInto(page, 'Duration', '2s');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(first));
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor({ timeout: 90_000 });
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.getByRole('checkbox', { name: 'Select By keys, again' }).waitFor();
  for (const key of ['j', 'x', 'j', 'x', '.']) await page.keyboard.press(key);
  await page.waitForURL(/\/compare\?base=[0-9a-f-]{36}&candidate=[0-9a-f-]{36}$/);
  await tabTo(page, 'button', 'Share');
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Create link');
  await page.keyboard.press('Enter');
  const link = page.getByLabel('Public link');
  await link.waitFor();
  // The new token has the focus and is selected, to be copied.
  await expect.poll(() => link.evaluate((field) => field === document.activeElement)).toBe(true);
  expect((await context.request.get(await link.inputValue())).status()).toBe(200);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('a plan is saved once and then changed, its runs are its own, and nobody replaces a change unseen', async () => {
  const { page, faults } = await openPage(await afresh(), `${scene.product.url}/launch?demo=1`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const saved = async () => (await scene.get<{ items: { id: string; plan: { name: string } }[] }>(context, '/api/v1/plans')).items;
  const before = (await saved()).length;
  await page.getByLabel('Name', { exact: true }).fill('Kept');
  await page.getByLabel('Duration', { exact: true }).fill('1s');
  await button('Save as plan').click();
  await button('Save').waitFor();
  await page.waitForURL(/\/launch\?plan=/);
  expect((await saved()).length).toBe(before + 1);
  const id = new URL(page.url()).searchParams.get('plan') ?? '';

  await page.getByLabel('Duration', { exact: true }).fill('2s');
  await page.getByText('This differs from the saved plan').waitFor();
  await button('Save').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Saved the changes to “Kept”').waitFor();
  await page.getByText('This differs from the saved plan').waitFor({ state: 'detached' });
  expect((await saved()).length).toBe(before + 1);
  // The button took its focus back.
  await expect.poll(() => button('Save').evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  expect(await scene.get(context, `/api/v1/runs/${runId(page)}`)).toMatchObject({ planId: id });

  await page.goto(`${scene.product.url}/launch?plan=${id}`);
  await expect.poll(() => page.getByLabel('Duration', { exact: true }).inputValue()).toBe('2s');
  const { plan } = await scene.get<{ plan: object }>(context, `/api/v1/plans/${id}`);
  const put = await context.request.put(`${scene.product.url}/api/v1/plans/${id}`, {
    data: { plan: { ...plan, note: 'by somebody else' } },
    headers: { origin: scene.product.url },
  });
  expect(put.status()).toBe(200);
  await page.getByLabel('Duration', { exact: true }).fill('3s');
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Replace a newer version?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await scene.get(context, `/api/v1/plans/${id}`)).toMatchObject({ plan: { note: 'by somebody else' } });
  await button('Save').click();
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  await page.getByText('Saved the changes to “Kept”').first().waitFor();
  expect(await scene.get(context, `/api/v1/plans/${id}`)).toMatchObject({ plan: { note: '', load: { duration: '3s' } } });
  // The server refused both tries, and nothing else went wrong.
  expect(faults).toEqual([expect.stringContaining('409'), expect.stringContaining('409')]);
});

test('a plan is started by its hook, and by a schedule that plants a slowdown, which its baseline finds', async () => {
  const { demoTarget } = await scene.get<{ demoTarget: string }>(context, '/api/v1/system');
  // Ten seconds at least, or no verdict: the gate would be blind.
  const load = { model: 'closed', connections: 4, duration: '11s' };
  const plan = { version: 1, name: 'Gated', target: { url: `${demoTarget}?delayMs=20` }, load };
  const { id } = await scene.post<{ id: string }>(context, '/api/v1/plans', { plan });
  const { page, faults } = await openPage(await afresh(), `${scene.product.url}/plans/${id}`);

  const hooks = page.getByRole('region', { name: 'Deploy hook' });
  await hooks.getByLabel('Name').fill('After the deploy');
  await page.keyboard.press('Enter');
  const line = await hooks.getByText(/^curl /).textContent();
  const url = /https?:\S+/.exec(line ?? '')?.[0] ?? '';
  const runOfHook = async (): Promise<string> => {
    const started = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"commit": "4f2a9c1"}' });
    expect(started.status).toBe(201);
    const { runId } = (await started.json()) as { runId: string };
    await scene.completed(context, 'runs', runId);
    return runId;
  };
  const asBaseline = async (runId: string): Promise<boolean> => {
    const path = `${scene.product.url}/api/v1/plans/${id}/baseline`;
    return (await context.request.put(path, { data: { runId }, headers: { origin: scene.product.url } })).ok();
  };
  // Other work on this machine can spoil a run, and such a run is no baseline.
  const base = await runOfHook();
  expect(await scene.get(context, `/api/v1/runs/${base}`)).toMatchObject({ planId: id, tags: { commit: '4f2a9c1' } });
  const isSet = (await asBaseline(base)) || (await asBaseline(await runOfHook())) || (await asBaseline(await runOfHook()));
  expect(isSet).toBe(true);

  await page.getByRole('link', { name: 'Schedule', exact: true }).click();
  // The page before has a field of this name, too.
  await page.getByLabel('How often').selectOption('By a cron expression');
  await page.getByLabel('Name', { exact: true }).fill('Every minute');
  const cron = page.getByLabel('Cron expression', { exact: true });
  await cron.fill('* * * *');
  await cron.blur();
  await page.getByText('Write five fields').waitFor();
  await cron.fill('* * * * *');
  await expect.poll(() => page.getByRole('region', { name: 'Next five times' }).getByRole('listitem').count()).toBe(5);
  await page.getByLabel(/^Drill/).check();
  await page.getByLabel('Slower by, %').fill('100');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Every minute' }).waitFor();
  await page
    .getByText(/planted [+\d]/)
    .first()
    .waitFor({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Pause Every minute' }).click();
  await page.getByText(/^Paused since/).waitFor();
  await page.getByText('found (worse)').first().waitFor({ timeout: 60_000 });
  expect(faults).toEqual([]);
});

test('two tabs keep a draft each, and YAML with a mistake in it survives a reload', async () => {
  const browser = await afresh();
  const { page: one } = await openPage(browser, `${scene.product.url}/launch?demo=1`);
  const { page: other, faults } = await openPage(browser, `${scene.product.url}/launch?demo=1`);
  const nameOf = (page: Page) => page.getByLabel('Name', { exact: true }).inputValue();
  await one.getByLabel('Name', { exact: true }).fill('first tab');
  await other.getByLabel('Name', { exact: true }).fill('second tab');
  await one.reload();
  await expect.poll(() => nameOf(one)).toBe('first tab');
  await other.getByText('YAML', { exact: true }).click();
  const editor = other.getByRole('textbox', { name: 'Plan as YAML' });
  await editor.click();
  await other.keyboard.press('Control+End');
  await other.keyboard.type('note: [half\n# to be mended');
  await other
    .getByText('The indentation does not fit, or a bracket is open. Begin names that belong together in the same column.')
    .first()
    .waitFor();
  await other.reload();
  await other.getByText('# to be mended').waitFor();
  await other
    .getByText('The indentation does not fit, or a bracket is open. Begin names that belong together in the same column.')
    .first()
    .waitFor();
  // Also by a link that asks for the form.
  await other.getByRole('link', { name: /New run/ }).click();
  await other.getByText('# to be mended').waitFor();
  expect(faults).toEqual([]);
});

test('on a phone Run is in sight at once, and nothing that has the focus hides behind it', async () => {
  const { page } = await openPage(await afresh(), `${scene.product.url}/launch?demo=1`);
  await page.setViewportSize({ width: 360, height: 780 });
  const run = page.getByRole('button', { name: /^Run/ });
  const box = await run.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(780);
  await page.getByRole('button', { name: 'Use demo target' }).waitFor();
  // Nothing lies over the page.
  await page.getByRole('button', { name: 'Save as plan' }).click({ trial: true });
  await run.click({ trial: true });
  const barTop = box?.y ?? 0;
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const bottom = await page.evaluate(() => {
      const focused = document.activeElement;
      return !focused || focused === document.body || focused.closest('nav') ? 0 : focused.getBoundingClientRect().bottom;
    });
    const isRun = await run.evaluate((one) => one === document.activeElement);
    if (!isRun) expect(bottom).toBeLessThanOrEqual(barTop);
  }
});

test('a changed password signs every other device out, and a wrong one says so and keeps the focus', async () => {
  const [here, elsewhere] = [await afresh(), await afresh()];
  const { page } = await openPage(here, `${scene.product.url}/account`);
  const current = page.getByLabel('Current password', { exact: true });
  const next = page.getByLabel('New password', { exact: true });
  const change = page.getByRole('button', { name: 'Change password' });
  await current.fill('not this one at all');
  await next.fill('another good password');
  await change.focus();
  await page.keyboard.press('Enter');
  await page.getByText('This is not the current password.').waitFor();
  await expect.poll(() => change.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect((await elsewhere.request.get(`${scene.product.url}/api/v1/session`)).status()).toBe(200);
  await current.fill('correct horse battery');
  await change.click();
  await page.getByText('The password is changed.').waitFor();
  expect((await here.request.get(`${scene.product.url}/api/v1/session`)).status()).toBe(200);
  expect((await elsewhere.request.get(`${scene.product.url}/api/v1/session`)).status()).toBe(401);
});
