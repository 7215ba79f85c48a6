/// <reference lib="dom" />
/** One person's way through the product, in a real browser, on the product as `npm start` runs it. */
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { firstLoad } from './first-load.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';
import { revokeFirst } from './share-steps.ts';

const scene = useScene({ firstStart: true });
const ada = { email: 'ada@example.com', password: 'correct horse battery' };

/** Both are long enough for a verdict; the first is looked at while it goes on, and read anew. */
const [watchedMs, otherMs] = [16_000, 10_000];
const printOfWrk = `Running 2s test @ http://127.0.0.1:8932/
    Latency     8.33ms   14.02ms 101.12ms   91.44%
     50%    2.84ms
  1854 requests in 2.04s, 230.45KB read
Requests/sec:    908.04
`;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function launchDemo(page: Page, name: string, keepAlive: boolean, runMs: number): Promise<string> {
  await page
    .getByRole('link', { name: /New run/ })
    .first()
    .click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  const demo = button(page, 'Use demo target');
  if (await demo.isEnabled()) await demo.click();
  await page.getByLabel('Delay, ms').fill('20');
  await page.getByText('Closed', { exact: true }).click();
  await page.getByLabel('Connections', { exact: true }).fill('5');
  await page.getByLabel('Stop after').fill(`${runMs / 1000}s`);
  await page.getByRole('switch', { name: /Keep-alive/ }).setChecked(keepAlive);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  return page.url().split('/').at(-1) as string;
}

async function waitUntilCompleted(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Overview' }).waitFor({ timeout: watchedMs + 20_000 });
  await page.getByText('Completed', { exact: true }).first().waitFor();
}

let isSetUp = false;

/** The first page makes the owner and the team, and leads to the first run. */
async function setUp(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByLabel('Team name').fill('Payments');
  await expectAccessible(page);
  await button(page, 'Create owner and team').click();
  await page.getByRole('heading', { name: 'New run' }).waitFor();
  isSetUp = true;
}

async function signIn(context: BrowserContext): Promise<void> {
  expect((await context.request.post(`${scene.product.url}/api/auth/sign-in/email`, { data: ada })).status()).toBe(200);
}

/** The owner, in another browser. */
async function signedIn(): Promise<BrowserContext> {
  const context = await scene.browser.newContext();
  await signIn(context);
  return context;
}

test('from the first page to a shared verdict and its end', async () => {
  const context = await scene.browser.newContext({ viewport: { width: 1360, height: 860 } });
  const { page, faults } = await openPage(context, scene.product.url);
  // At a second try the owner is there already.
  if (isSetUp) {
    await signIn(context);
    await page.goto(scene.product.url);
  } else await setUp(page);

  const first = await launchDemo(page, 'Demo, keep-alive on', true, watchedMs);
  await page.getByRole('progressbar').first().waitFor();
  const pointsDrawn = async () => ((await page.locator('.recharts-line-curve').first().getAttribute('d')) ?? '').split(/[CL]/).length;
  await page.locator('.recharts-line-curve').first().waitFor();
  const early = await pointsDrawn();
  await expect.poll(pointsDrawn, { timeout: 9000 }).toBeGreaterThan(early);
  // A reload in mid-run loses no second. It comes before anything that may outlast the run.
  await page.reload();
  await page.getByRole('progressbar').first().waitFor();
  await expectAccessible(page);
  await waitUntilCompleted(page);
  const { points } = (await (await page.request.get(`${scene.product.url}/api/v1/runs/${first}/samples`)).json()) as {
    points: { second: number }[];
  };
  expect(points.map((point) => point.second)).toEqual(points.map((_, second) => second));
  expect(points.length).toBeGreaterThanOrEqual(watchedMs / 1000);

  const second = await launchDemo(page, 'Demo, keep-alive off', false, otherMs);
  await waitUntilCompleted(page);
  const off = (await (await page.request.get(`${scene.product.url}/api/v1/runs/${second}`)).json()) as {
    summary: { sent: number; connections: { opened: number; reused: number } };
  };
  expect(off.summary.connections).toMatchObject({ opened: off.summary.sent, reused: 0 });

  await page.getByRole('link', { name: /^Runs/ }).first().click();
  await button(page, 'Import results').click();
  await page.locator('input[type=file]').setInputFiles({ name: 'wrk.txt', mimeType: 'text/plain', buffer: Buffer.from(printOfWrk) });
  await page.getByText('Imported from wrk (wrk.txt).').waitFor();
  await page.getByRole('table', { name: 'As reported by wrk' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Runs/ }).first().click();
  await page.getByLabel('Select Demo, keep-alive on').first().check();
  await page.getByLabel('Select Demo, keep-alive off').first().check();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page
    .getByRole('region', { name: 'Selected runs' })
    .getByRole('button', { name: /Compare/ })
    .click();
  const verdicts = page.getByRole('table', { name: 'Verdicts' });
  await verdicts.waitFor();
  // One more where the worker saw the target's CPU in both runs.
  const ofCpu = await verdicts.getByText('Requests per CPU-second', { exact: true }).count();
  expect(await verdicts.getByRole('row').count()).toBe(10 + ofCpu);
  expect(await verdicts.getByText(/^(Better|Worse|No difference|Undecided)$/).count()).toBe(9 + ofCpu);
  await page
    .getByText(/^Keep-alive: on → off/)
    .first()
    .waitFor();

  await button(page, 'Share').click();
  await button(page, 'Create link').click();
  const url = await page.getByLabel('Public link').inputValue();
  expect(url).toMatch(new RegExp(`^${scene.product.url}/s/[A-Za-z0-9_-]{27,}$`));

  const stranger = await scene.browser.newContext();
  const visitor = await stranger.newPage();
  expect((await visitor.goto(url))?.status()).toBe(200);
  await visitor.getByRole('table', { name: 'Verdicts' }).waitFor();

  await revokeFirst(page);
  expect((await visitor.goto(url))?.status()).toBe(404);
  await visitor.getByRole('heading', { name: 'This link does not work', level: 2 }).waitFor();
  expect(faults.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([]);
});

test('a run with a secret header is run again from its page, with the secret and without showing it', async () => {
  const seen: (string | undefined)[] = [];
  const target = await startHttpTarget((request, response) => {
    seen.push(request.headers.authorization);
    response.end('ok');
  });
  const context = await signedIn();
  const plan = {
    version: 1,
    name: 'With a secret',
    target: { url: `${target.url}/`, headers: { Authorization: 'Bearer canary-5e' } },
    load: { model: 'closed', connections: 1, requests: 3 },
  };
  const made = (await (await context.request.post(`${scene.product.url}/api/v1/runs`, { data: { plan } })).json()) as { id: string };
  const page = await context.newPage();
  await page.goto(`${scene.product.url}/runs/${made.id}`);
  await waitUntilCompleted(page);
  await button(page, /^Run again$/).click();
  await page.waitForURL((url) => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(made.id));
  await waitUntilCompleted(page);
  expect(seen).toEqual(Array(6).fill('Bearer canary-5e'));
  await page.getByRole('tab', { name: 'Config' }).click();
  expect(await page.content()).not.toContain('canary-5e');
  await target.close();
});

test('a cold page takes at most the kilobytes and requests that it is given, compressed', async () => {
  const owner = await signedIn();
  const stranger = await scene.browser.newContext();
  const target = { url: `http://127.0.0.1:${Number(new URL(scene.product.url).port) + 90}/` };
  const plan = { version: 1, name: 'short', target, load: { model: 'closed', connections: 1, requests: 50 } };
  const ids: string[] = [];
  for (const _ of [1, 2]) {
    const { id } = await scene.post<{ id: string }>(owner, '/api/v1/runs', { plan });
    await scene.completed(owner, 'runs', id);
    ids.push(id);
  }
  const [base, candidate] = ids;
  const pages = [
    ['sign-in', stranger, '/', 150, 12],
    ['home', owner, '/', 250, 22],
    ['form', owner, '/launch', 300, 25],
    ['run', owner, `/runs/${candidate}`, 400, 25],
    ['compare', owner, `/compare?base=${base}&candidate=${candidate}`, 400, 30],
  ] as const;
  const weighed = [];
  for (const [name, who, path, mostKilobytes, mostRequests] of pages) {
    const { requests, bytes, encodings, faults } = await firstLoad(who, scene.product.url + path);
    console.log(`${name}: ${requests.length} requests, ${Math.round(bytes / 1000)} kB`, requests.join(' '));
    weighed.push({ name, mostKilobytes, mostRequests, bytes, requests, encodings, faults });
  }
  for (const { name, mostKilobytes, mostRequests, bytes, requests, encodings, faults } of weighed) {
    expect(bytes, name).toBeLessThan(mostKilobytes * 1000);
    expect(requests.length, name).toBeLessThanOrEqual(mostRequests);
    expect([...encodings], name).toEqual(['br']);
    // Of another page: what two pages share must not come with all that one of them has.
    if (name === 'compare') expect(requests.filter((path) => /\/(?:run-parts|controls)-/.test(path))).toEqual([]);
    // A stranger has no session, which a browser calls an error.
    if (name !== 'sign-in') expect(faults, name).toEqual([]);
  }
});
