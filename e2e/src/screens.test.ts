/// <reference lib="dom" />
/** Every screen, in light and dark, on a desktop, on a phone, on paper and in forced colours; last, what waits on Home. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { colours, contrastOf, expectRoomToPress, expectSteady, openSlowly } from './look-checks.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { useScene } from './scene.ts';
import { listScreens, loadedAbove } from './screens.ts';

const scene = useScene();
let context: BrowserContext;
const seen = {
  ids: { plan: '', base: '', candidate: '', experiment: '', comparison: '', schedule: '' },
  shared: { run: '', comparison: '', experiment: '' },
  invitation: '',
};
const { ids, shared } = seen;

beforeAll(async () => {
  // Folds that open at once: a colour halfway through its fade is no finding.
  context = await scene.signedIn({ reducedMotion: 'reduce' });
  const { demoTarget } = await scene.get<{ demoTarget: string }>(context, '/api/v1/system');
  const plan = (name: string, keepAlive: boolean, duration: string) => ({
    version: 1,
    name,
    target: { url: `${demoTarget}?delayMs=10` },
    load: { model: 'closed', connections: 2, duration },
    connection: { keepAlive },
    thresholds: ['p(99) < 250ms'],
  });
  const posted = async (path: string, data: object) => (await scene.post<{ id: string }>(context, `/api/v1/${path}`, data)).id;
  ids.plan = await posted('plans', { plan: plan('Checkout', true, '4s') });
  ids.base = await posted('runs', { planId: ids.plan });
  const tags = { branch: 'feature/a-branch-with-a-long-name', commit: '0123456789abcdef', environment: 'staging', region: 'eu-central-1' };
  const long = { ...plan('Checkout service, canary of the release branch, with keep-alive off', false, '4s'), tags };
  ids.candidate = await posted('runs', { plan: long });
  const variants = [true, false].map((keepAlive) => ({ name: keepAlive ? 'on' : 'off', plan: plan('Checkout', keepAlive, '1s') }));
  ids.experiment = await posted('experiments', { kind: 'ab', name: 'Keep-alive', variants, repeats: 1, coolDown: '0s' });
  for (const id of [ids.base, ids.candidate]) await scene.completed(context, 'runs', id);
  await scene.completed(context, 'experiments', ids.experiment);
  ids.schedule = await posted('schedules', { name: 'Every night', planId: ids.plan, cron: '0 3 * * *', timeZone: 'Asia/Shanghai' });
  ids.comparison = await posted('comparisons', { base: [ids.base], candidates: [[ids.candidate]] });
  const share = async (data: object) => new URL((await scene.post<{ url: string }>(context, '/api/v1/shares', data)).url).pathname;
  seen.invitation = new URL((await scene.post<{ url: string }>(context, '/api/v1/invitations', { role: 'viewer' })).url).pathname;
  shared.run = await share({ runId: ids.base });
  shared.comparison = await share({ comparisonId: ids.comparison });
  shared.experiment = await share({ experimentId: ids.experiment });
});

const opened = async (path: string, on: BrowserContext = context): Promise<Page> => {
  const page = await on.newPage();
  await page.goto(scene.product.url + path);
  return page;
};

const screens = listScreens(seen);

/** Few pages for all of them: a browser compiles for each page of its own what the last one had. Who fails with one keeps it. */
const vacant: Page[] = [];

test.concurrent.each(screens)(
  '%s stands still while it loads, is accessible in light and dark, and fits a phone and a thumb',
  async (name, path) => {
    const page = vacant.pop() ?? (await context.newPage());
    await page.setViewportSize({ width: 1360, height: 860 });
    await page.emulateMedia({ colorScheme: 'light' });
    await openSlowly(page, scene.product.url + path());
    await expectSteady(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 780 });
    if (!loadedAbove.has(name)) {
      await openSlowly(page, scene.product.url + path());
      await expectSteady(page);
    }
    await expectNoSidewaysScroll(page);
    await expectRoomToPress(page);
    vacant.push(page);
  },
);

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('a field shows its border, where the focus is, and that it is wrong', async () => {
    // A browser of its own: the draft of the form is kept.
    const fresh = await scene.signedIn({ reducedMotion: 'reduce', colorScheme });
    const page = await opened('/launch', fresh);
    for (const name of ['Requests per second', 'Method']) {
      const field = page.getByLabel(name, { exact: true });
      await field.waitFor();
      const resting = await colours(field);
      expect(contrastOf(resting.border, resting.background), name).toBeGreaterThanOrEqual(3);
      await field.focus();
      const focused = await colours(field);
      expect(focused.outlineStyle, name).toBe('solid');
      expect(contrastOf(focused.outline, focused.background), name).toBeGreaterThanOrEqual(3);
      // The border fades over.
      await expect.poll(async () => (await colours(field)).border).not.toBe(resting.border);
    }
    const field = page.getByLabel('Requests per second', { exact: true });
    const resting = await colours(field);
    await field.fill('many');
    await field.blur();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(async () => (await colours(field)).border).not.toBe(resting.border);
    const wrong = await colours(field);
    expect(contrastOf(wrong.border, wrong.background)).toBeGreaterThanOrEqual(3);
    await fresh.close();
  });
});

test('in forced colours, switches, segments, sliders and swatches are still seen', async () => {
  const forced = await scene.signedIn({ reducedMotion: 'reduce', forcedColors: 'active' });
  const page = await opened('/launch', forced);
  const switchOf = (part: string) => page.locator(`.mantine-Switch-${part}`).first();
  await switchOf('track').waitFor();
  const differ = (one: string, other: string) => expect(contrastOf(one, other)).toBeGreaterThanOrEqual(3);
  const canvas = (await colours(page.locator('body'))).background;
  const stateOf = async () => [(await colours(switchOf('track'))).background, (await colours(switchOf('thumb'))).background] as const;
  const [onTrack, onThumb] = await stateOf();
  differ(onTrack, onThumb);
  await page.getByRole('switch', { name: /Keep-alive/ }).setChecked(false);
  const [offTrack, offThumb] = await stateOf();
  differ(offTrack, offThumb);
  expect(offTrack).not.toBe(onTrack);
  differ((await colours(switchOf('track'))).border, canvas);
  differ((await colours(page.locator('.mantine-SegmentedControl-indicator').first())).background, canvas);
  differ((await colours(page.locator('.mantine-SegmentedControl-root').first())).border, canvas);

  await page.goto(`${scene.product.url}/compare?base=${ids.base}&candidate=${ids.candidate}`);
  await page.locator('.mantine-RangeSlider-bar').waitFor();
  differ((await colours(page.locator('.mantine-RangeSlider-bar'))).background, canvas);
  differ((await colours(page.locator('.mantine-RangeSlider-thumb').first())).border, canvas);
  const track = await page.locator('.mantine-RangeSlider-track').evaluate((element) => getComputedStyle(element, '::before').outlineColor);
  differ(track, canvas);
  const swatches = page.locator('.arm-dot');
  expect((await colours(swatches.nth(0))).background).not.toBe((await colours(swatches.nth(1))).background);
  await forced.close();
});

test('pages name the parts of a plan that this version cannot read, and buttons that this puts off say why', async () => {
  const later = { load: { model: 'closed' }, unreadable: [{ field: '/load', message: '"load" is missing.' }] };
  const spoil = (plan: object) => ({ ...plan, ...later });
  type Shown = { plan: object; variants: { plan: object }[] };
  const pages: readonly [path: string, answer: string, change: (body: Shown) => object, off: readonly string[]][] = [
    [
      `/plans/${ids.plan}`,
      `plans/${ids.plan}`,
      (body) => ({ plan: spoil(body.plan) }),
      ['Run', 'Edit', 'Experiment', 'Measure this plan’s noise'],
    ],
    [`/runs/${ids.base}`, `runs/${ids.base}`, (body) => ({ plan: spoil(body.plan) }), ['Run again', 'Edit and re-run']],
    [
      `/experiments/${ids.experiment}`,
      `experiments/${ids.experiment}`,
      ({ variants }) => ({ variants: variants.map((one, at) => (at === 0 ? { ...one, plan: spoil(one.plan) } : one)) }),
      ['Run again'],
    ],
    [`/launch?plan=${ids.plan}`, `plans/${ids.plan}`, (body) => ({ plan: spoil(body.plan) }), []],
  ];
  for (const [path, answer, change, off] of pages) {
    const page = await context.newPage();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.route(`**/api/v1/${answer}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as Shown;
      await route.fulfill({ response, json: { ...body, ...change(body) } });
    });
    await page.goto(scene.product.url + path);
    await page.getByText('cannot be read.').first().waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: '/load' }).textContent(), path).toContain('"load" is missing.');
    for (const name of off) {
      const button = page
        .getByRole('main')
        .locator('button, a')
        // Some say how long they take.
        .filter({ hasText: new RegExp(`^${name}( · .+)?$`) });
      expect(await button.getAttribute('aria-disabled'), name).toBe('true');
      expect(await button.getAttribute('title'), name).toMatch(/cannot be run or edited/);
      await button.focus();
      await page.keyboard.press('Enter');
    }
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
    expect(sent, path).toEqual([]);
    // The notice is one component: it is looked at where it stands among the most.
    if (path.startsWith('/experiments')) await expectAccessible(page);
    await page.close();
  }
});

test('the runs fit a desktop, each in a row of 40 px, with the columns that are chosen', async () => {
  const page = await opened('/runs');
  await page.setViewportSize({ width: 1280, height: 800 });
  const table = page.getByRole('table', { name: 'Runs' });
  await table.waitFor();
  const { over, heights } = await table.evaluate((element) => ({
    over: element.scrollWidth - (element.parentElement?.clientWidth ?? 0),
    heights: [...element.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height),
  }));
  expect(over).toBeLessThanOrEqual(0);
  expect(heights.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...heights)).toBeLessThanOrEqual(41);
  // Only what is not as it should be is said.
  expect(await table.getByText('Completed', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tags' }).waitFor();
  await expectAccessible(page, '[role="menu"]');
  await page.getByRole('menuitemcheckbox', { name: 'Tags' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'p95', exact: true }).press('Enter');
  await table.getByRole('columnheader', { name: 'Tags' }).waitFor();
  expect(await table.getByRole('columnheader', { name: 'p95', exact: true }).count()).toBe(0);
  await page.reload();
  await table.getByRole('columnheader', { name: 'Tags' }).waitFor();
  await expectAccessible(page);
  await page.close();
});

test('the reason of an experiment is whole among the runs, however long it is, and makes the list no wider', async () => {
  const page = await context.newPage();
  const stateReason = 'It ended before its time, for a reason that takes more room than one line has. '.repeat(3).trim();
  await page.route(
    ({ pathname }) => pathname === '/api/v1/experiments',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { items: object[] };
      await route.fulfill({ response, json: { ...body, items: body.items.map((item) => ({ ...item, stateReason })) } });
    },
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${scene.product.url}/runs`);
  const reason = page.getByRole('table', { name: 'Runs' }).getByText(stateReason, { exact: true }).first();
  await reason.waitFor();
  expect(await reason.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  expect(await reason.evaluate((element) => element.clientWidth - (element.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0);
  const list = page.getByRole('group', { name: 'Runs' }).first();
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  await page.close();
});

test('an experiment that ended says its answer in the list, and has no bar', async () => {
  const page = await opened('/experiments');
  const row = page.getByRole('table', { name: 'Experiments' }).locator('tbody tr').filter({ hasText: 'Keep-alive' });
  await row.getByText(/^(Better|Worse|No difference|Undecided)$/).waitFor();
  expect(await row.getByText('Completed', { exact: true }).count()).toBe(0);
  await row.getByRole('link', { name: 'Keep-alive' }).click();
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
  await page.close();
});

test('runs are found by their stamp and their tag, and the URL holds it', async () => {
  const page = await opened('/runs');
  const table = page.getByRole('table', { name: 'Runs' });
  await table.waitFor();
  await page.getByLabel('Tag', { exact: true }).fill('branch: feature/a-branch-with-a-long-name');
  await page.keyboard.press('Enter');
  await expect.poll(() => table.locator('tbody tr').count()).toBe(1);
  await page.getByRole('button', { name: /^Remove filter branch/ }).click();
  await page.getByLabel('Stamp').selectOption('Not watched');
  await page.getByText('No run matches').waitFor();
  expect(new URL(page.url()).search).toBe('?stamp=unwatched');
  await page.close();
});

test('doubts about a run and its limit are icons that say their word, in the one line of its row', async () => {
  const page = await context.newPage();
  const doubted = {
    stamp: 'degraded',
    reasons: ['The event loop was held up.'],
    limit: 'generator',
    evidence: [],
    otherWork: null,
    advice: [],
  };
  await page.route(
    ({ pathname }) => pathname === '/api/v1/runs',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { items: object[] };
      await route.fulfill({ response, json: { ...body, items: body.items.map((item) => ({ ...item, validity: doubted })) } });
    },
  );
  await page.goto(`${scene.product.url}/runs`);
  const table = page.getByRole('table', { name: 'Runs' });
  await table.getByText('Degraded', { exact: true }).first().waitFor();
  const mark = table.getByTitle('Degraded. The event loop was held up.').first();
  expect(await mark.isVisible()).toBe(true);
  expect(await table.getByText('Limit: generator', { exact: true }).count()).toBeGreaterThanOrEqual(1);
  const heights = await table.locator('tbody tr').evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(41);
  await page.setViewportSize({ width: 360, height: 860 });
  await expectNoSidewaysScroll(page);
  await page.close();
});

test('the open tab of a run is in sight on a phone, however it was opened, and the page stays where it is', async () => {
  const page = await opened(`/runs/${ids.base}?tab=generator`);
  const isInSight = () =>
    page.getByRole('tab', { selected: true }).evaluate((tab) => {
      const [one, all] = [tab.getBoundingClientRect(), tab.parentElement?.getBoundingClientRect() ?? new DOMRect()];
      const isSeen = one.left >= all.left - 1 && one.right <= all.right + 1;
      return isSeen && tab.textContent;
    });
  await page.getByRole('tab', { name: 'Generator' }).waitFor();
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(isInSight).toBe('Generator');
  await page.reload();
  await expect.poll(isInSight).toBe('Generator');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('tab', { name: 'Generator' }).focus();
  for (const name of ['Config', 'Raw', 'Overview']) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(isInSight).toBe(name);
    const { top, bottom } = await page.getByRole('tablist').evaluate((list) => list.getBoundingClientRect());
    expect(top, name).toBeGreaterThanOrEqual(0);
    expect(bottom, name).toBeLessThanOrEqual(780);
  }
  await page.close();
});

test('each page of the team that the keyboard reaches on a phone is whole in its row', async () => {
  const page = await opened('/team/members');
  await page.setViewportSize({ width: 360, height: 780 });
  const row = page.getByRole('navigation', { name: 'Pages of the team' });
  await row.getByRole('link', { name: 'Keys and limits' }).focus();
  for (const name of ['Members', 'Notifications', 'Storage', 'Workers', 'Audit log']) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    const [link, within] = await Promise.all([row.getByRole('link', { name }).boundingBox(), row.boundingBox()]);
    if (!link || !within) throw new Error(`${name} is not drawn.`);
    expect(link.x, name).toBeGreaterThanOrEqual(within.x - 1);
    expect(link.x + link.width, name).toBeLessThanOrEqual(within.x + within.width + 1);
  }
  await page.close();
});

test('a comparison is a table on a tablet and on paper, its bars no taller than a line, its cards in one piece', async () => {
  const page = await opened(`/compare?base=${ids.base}&candidate=${ids.candidate}`);
  const table = page.getByRole('table', { name: 'Verdicts' });
  await table.waitFor();
  for (const [media, width] of [
    ['screen', 768],
    ['print', 700],
  ] as const) {
    await page.emulateMedia({ media });
    await page.setViewportSize({ width, height: 1000 });
    await expect.poll(() => table.evaluate((element) => getComputedStyle(element).display), { timeout: 30_000 }).toBe('table');
    const { over, bar } = await table.evaluate((element) => ({
      over: element.scrollWidth - (element.parentElement?.clientWidth ?? 0),
      bar: Math.max(...[...element.querySelectorAll('td > svg')].map((svg) => svg.getBoundingClientRect().height)),
    }));
    expect(over, media).toBeLessThanOrEqual(0);
    expect(bar, media).toBeLessThanOrEqual(32);
  }
  const splits = await page.locator('.card').evaluateAll((cards) => cards.filter((card) => getComputedStyle(card).breakInside !== 'avoid'));
  expect(splits).toHaveLength(0);
  await page.close();
});

test('the queue on Home says what waits and why, and lets it be cancelled by keyboard', async () => {
  const tokyo = await scene.signedIn({ viewport: { width: 1280, height: 900 }, timezoneId: 'Asia/Tokyo' });
  const page = await tokyo.newPage();
  const post = (path: string, data: object) => scene.post<{ id: string }>(tokyo, path, data);
  const { demoTarget } = await scene.get<{ demoTarget: string }>(tokyo, '/api/v1/system');
  const plan = (name: string, duration: string) => ({
    version: 1,
    name,
    target: { url: `${demoTarget}?delayMs=50` },
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
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Tokyo' });
  const times = [-2, -1, 0, 1].map((minutes) => clock.format(endsAt + minutes * 60_000)).join('|');
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
  await tokyo.close();
});
