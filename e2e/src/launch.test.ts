/// <reference lib="dom" />
/** The launch form in a real browser: a sequence of three requests built by mouse and keyboard, run against a target that counts. */
import type { IncomingMessage } from 'node:http';
import { type HttpTarget, startHttpTarget } from '@plimsoll/testbed/http-target';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();
let context: BrowserContext;
let target: HttpTarget;
let origin: string;

/** What the shop was asked, and whether each caller showed a token that the shop had given out and not taken back. */
const asked = { login: 0, list: 0, logout: 0, refused: 0 };
const valid = new Set<string>();

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

beforeAll(async () => {
  target = await startHttpTarget((request, response) => {
    void bodyOf(request).then((body) => {
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      const known = request.method === 'POST' ? body === '{"user":"ada"}' : valid.has(token);
      if (!known) {
        asked.refused++;
        return response.writeHead(403).end();
      }
      if (request.method === 'POST') {
        const fresh = `t${++asked.login}`;
        valid.add(fresh);
        return response.setHeader('content-type', 'application/json').end(JSON.stringify({ session: { token: fresh } }));
      }
      if (request.method === 'GET') {
        asked.list++;
        return response.end('{"items":[1,2]}');
      }
      asked.logout++;
      valid.delete(token);
      return response.end('{}');
    });
  });
  origin = target.url;
  // Folds that open at once: a colour halfway through its fade is no finding, and a button on the move is hard to press.
  context = await scene.signedIn({ reducedMotion: 'reduce' });
});
afterAll(async () => {
  await target?.close();
});

const opened = (path: string) => openPage(context, scene.product.url + path);
/** A browser without a draft. */
const afresh = () => scene.signedIn({ reducedMotion: 'reduce' });

test('a sequence that carries a token on is built in the form, survives a reload and runs', async () => {
  const { page, faults } = await opened('/launch');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const card = (at: number) => page.getByRole('listitem', { name: new RegExp(`^Request ${at}:`) });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  await page.getByLabel('URL').fill(`${origin}/login`);
  await button('Add another request').press('Enter');
  await page.getByLabel('Name of request 2').waitFor();
  // Focus is where the next thing is typed; the keyboard alone fills in the rest of the row.
  await expect.poll(focused).toBe('Name of request 2');
  await page.keyboard.type('logout');
  await page.getByLabel('Method of request 2').selectOption('DELETE');
  await page.getByLabel('URL of request 2').fill(`${origin}/session`);
  await button('Duplicate logout').click();
  await expect.poll(focused).toBe('Name of request 3');
  await page.getByLabel('Name of request 3').fill('list');
  await page.getByLabel('Method of request 3').selectOption('GET');
  await page.getByLabel('URL of request 3').fill(`${origin}/items`);
  await page.getByLabel('Weight of request 3').fill('2');
  await page.getByText('50 %', { exact: true }).waitFor();
  await button('Move list up').press('Enter');
  await expect.poll(focused).toBe('Move list up');
  expect(await page.getByLabel('Name of request 2').inputValue()).toBe('list');

  await page.getByText('In sequence', { exact: true }).click();
  await card(1)
    .getByRole('button', { name: /^Headers/ })
    .click();
  await page.getByLabel('Method of request 1').selectOption('POST');
  await card(1).getByText('Text', { exact: true }).click();
  await card(1).getByLabel('Text of the body').fill('{"user":"ada"}');
  await card(1).getByRole('button', { name: 'Keep a value' }).click();
  await card(1).getByLabel('Name of value 1').fill('token');
  await card(1).getByLabel('JSON path of value 1').fill('session.token');
  for (const at of [2, 3]) {
    await card(at)
      .getByRole('button', { name: /^Headers/ })
      .click();
    await card(at).getByText('Bearer token', { exact: true }).click();
    await card(at).getByRole('textbox', { name: 'Token' }).fill('{{token}}');
  }
  await card(2).getByRole('button', { name: 'Add check' }).click();
  await card(2).getByLabel('Check 1: kind').selectOption({ label: 'JSON value is' });
  await card(2).getByLabel('Check 1: JSON path').fill('$.items[1]');
  await card(2).getByLabel('Check 1: type').selectOption('number');
  await card(2).getByLabel('Check 1: value').fill('2');
  await page.getByLabel('Connections', { exact: true }).fill('4');
  await page.getByLabel('Stop after').fill('2s');

  // The one mistake is named at its own row, and the keys lead there.
  await page.keyboard.press('Control+Enter');
  await card(1).getByText('A path names one place, as in $.items[0].id.').waitFor();
  await expect.poll(focused).toBe('Name of value 1');
  await card(1).getByLabel('JSON path of value 1').fill('$.session.token');
  await page.getByText('In sequence: login → list → logout, then again.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.reload();
  await page.getByText('In sequence: login → list → logout, then again.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  await button('Run again').waitFor({ timeout: 30_000 });
  await page.getByText('Completed', { exact: true }).first().waitFor();

  const run = (await (
    await context.request.get(`${scene.product.url}/api/v1/runs/${page.url().split('/').at(-1)?.split('?')[0]}`)
  ).json()) as {
    plan: { requests: { name: string; auth: unknown }[] };
    summary: { sent: number; outcomes: { cut_off?: number } };
  };
  expect(run.plan.requests.map(({ name }) => name)).toEqual(['login', 'list', 'logout']);
  expect(asked.refused).toBe(0);
  expect(asked.list).toBeGreaterThan(20);
  // When the time was up each connection was somewhere in its turn: what was cut off on its way may not have been read any more.
  const unread = run.summary.sent - (asked.login + asked.list + asked.logout);
  expect(unread).toBeGreaterThanOrEqual(0);
  expect(unread).toBeLessThanOrEqual(run.summary.outcomes.cut_off ?? 0);
  expect(asked.login - asked.list).toBeLessThanOrEqual(4);
  expect(asked.list - asked.logout).toBeLessThanOrEqual(4);
  expect(faults).toEqual([]);
});

test('data rows, a body from a file and a client certificate are taken, and what is wrong with them is said', async () => {
  const { page, faults } = await opened('/launch');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await button('Remove list').click();
  await button('Undo').click();
  await button('Remove list').click();
  await button('Remove logout').click();
  await button('Back to a single target').click();
  await page.getByLabel('URL', { exact: true }).fill('https://127.0.0.1:8443/{{row.user}}');

  await button(/^Data rows/).click();
  const choose = async (name: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(name).click()]);
    await chooser.setFiles(file);
  };
  await choose('Upload CSV or JSON', {
    name: 'users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('user,mail\nada,a@example.com\ngrace\n'),
  });
  await page.getByText('Line 3 of the data has 1 fields, the header has 2.').first().waitFor();
  await page.getByLabel('Rows, as CSV or JSON').fill('user,mail\nada,a@example.com\ngrace,g@example.com\n');
  await page.getByText('2 columns · 2 rows').waitFor();
  await page.getByLabel('Order', { exact: true }).selectOption({ label: 'Each once, then stop' });
  await page.getByText('At most 2 requests: each data row is used once.').waitFor();

  await button(/^Headers, sign-in and body/).click();
  await page.getByLabel('Method').selectOption('PUT');
  await page.getByText('File', { exact: true }).click();
  await page.getByText('No file chosen.').waitFor();
  await choose('Choose a file', { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1_100_000) });
  await page.getByText(/large\.bin has 1\.10\sMB\. At most 1\.05\sMB\./).waitFor();
  await choose('Choose a file', { name: 'small.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 255, 1]) });
  await page.getByText(/small\.bin, 3\sB/).waitFor();

  // A secret is not written down by the draft.
  await page.getByText('Basic', { exact: true }).click();
  await page.getByLabel('User name').fill('ada');
  await page.getByRole('textbox', { name: 'Password' }).fill('hush, nobody reads this');
  const kept = () => page.evaluate(() => localStorage.getItem('plimsoll.draft') ?? '');
  await expect.poll(kept).toContain('"password":"•••"');
  expect(await kept()).not.toContain('hush');
  await page.getByText('None', { exact: true }).first().click();

  await button(/^TLS and certificates/).click();
  await page.getByLabel('Client certificate (PEM)', { exact: true }).fill('no certificate');
  await button(/^Warm-up and generators/).click();
  await page.getByText('1 worker is online.').waitFor();
  await page.getByLabel('Generators').fill('3');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The certificate is PEM text: it begins with "-----BEGIN CERTIFICATE-----".').first().waitFor();
  await page.getByLabel('Client certificate (PEM)', { exact: true }).fill('');
  await page.getByText('1 worker is online, the plan needs 3').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Control+Enter');
  await page.getByText('The plan asks for 3 generators').first().waitFor();

  await page.getByText('YAML', { exact: true }).click();
  await page.getByText('base64: AP8B').waitFor();
  // The one refusal is an answer of the server, which the browser reports as well.
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

test('what was typed for an experiment survives a reload', async () => {
  const { page, faults } = await opened('/experiments/new?from=demo');
  await page.getByLabel('Repeats of each').fill('7');
  await page.getByLabel('Name', { exact: true }).fill('Half typed');
  await page.reload();
  await page.getByLabel('Name', { exact: true }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half typed');
  expect(await page.getByLabel('Repeats of each').inputValue()).toBe('7');
  expect(faults).toEqual([]);
});

/** Id of the run on this page. */
const runId = (page: Page) => page.url().split('/').at(-1)?.split('?')[0] ?? '';

/** Presses Tab until this has the focus; nothing on the way may hold it. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'link', name: string): Promise<void> {
  const place = page.getByRole(role, { name, exact: true });
  await place.first().waitFor();
  for (let presses = 0; presses < 120; presses++) {
    const focused = await place.evaluateAll((found) => found.some((one) => one === document.activeElement));
    if (focused) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${role} "${name}"`);
}

async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, 'textbox', name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

test('from launch to a shared comparison by keyboard alone; a key stops a run only after five seconds, which can be taken back', async () => {
  const { page, faults } = await openPage(await afresh(), scene.product.url);
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.keyboard.press('c');
  await typeInto(page, 'Name', 'By keys');
  await typeInto(page, 'URL', `http://127.0.0.1:${Number(new URL(scene.product.url).port) + 90}/?delayMs=2`);
  await typeInto(page, 'Connections', '2');
  await typeInto(page, 'Stop after', '120s');
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
  await page.getByRole('button', { name: 'Run again' }).waitFor({ timeout: 20_000 });
  expect(await stateOf(first)).toBe('stopped');

  await page.keyboard.press('c');
  await typeInto(page, 'Name', 'By keys, again');
  await typeInto(page, 'Stop after', '2s');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(first));
  await page.getByRole('button', { name: 'Run again' }).waitFor({ timeout: 30_000 });
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
  // What was made is what has the focus, selected to be copied.
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
  await page.getByLabel('Stop after').fill('1s');
  await button('Save as plan').click();
  await button('Save changes to the plan').waitFor();
  await page.waitForURL(/\/launch\?plan=/);
  expect((await saved()).length).toBe(before + 1);
  const id = new URL(page.url()).searchParams.get('plan') ?? '';

  await page.getByLabel('Stop after').fill('2s');
  await page.getByText('This differs from the saved plan').waitFor();
  await button('Save changes to the plan').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Saved the changes to “Kept”').waitFor();
  await page.getByText('This differs from the saved plan').waitFor({ state: 'detached' });
  expect((await saved()).length).toBe(before + 1);
  // The button took its focus back.
  await expect.poll(() => button('Save changes to the plan').evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  expect(await scene.get(context, `/api/v1/runs/${runId(page)}`)).toMatchObject({ planId: id });

  await page.goto(`${scene.product.url}/launch?plan=${id}`);
  await expect.poll(() => page.getByLabel('Stop after').inputValue()).toBe('2s');
  const { plan } = await scene.get<{ plan: object }>(context, `/api/v1/plans/${id}`);
  const put = await context.request.put(`${scene.product.url}/api/v1/plans/${id}`, {
    data: { plan: { ...plan, note: 'by somebody else' } },
    headers: { origin: scene.product.url },
  });
  expect(put.status()).toBe(200);
  await page.getByLabel('Stop after').fill('3s');
  await button('Save changes to the plan').click();
  const dialog = page.getByRole('dialog', { name: 'Replace a newer version?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await scene.get(context, `/api/v1/plans/${id}`)).toMatchObject({ plan: { note: 'by somebody else' } });
  await button('Save changes to the plan').click();
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  await page.getByText('Saved the changes to “Kept”').first().waitFor();
  expect(await scene.get(context, `/api/v1/plans/${id}`)).toMatchObject({ plan: { note: '', load: { duration: '3s' } } });
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
  await other.getByText('The indentation does not fit, or a bracket is left open.').first().waitFor();
  await other.reload();
  await other.getByText('# to be mended').waitFor();
  await other.getByText('The indentation does not fit, or a bracket is left open.').first().waitFor();
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
  await page.getByText('The current password is not this one.').waitFor();
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
