/// <reference lib="dom" />
/** The launch form in a real browser: a sequence of three requests built by mouse and keyboard, run against a target that counts. */
import type { IncomingMessage } from 'node:http';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { Listener } from '@plimsoll/testbed/listen';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();
let context: BrowserContext;
let target: Listener;
let origin: string;

/** The requests that the shop got, and whether each caller showed a token that the shop had given out and not taken back. */
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
  await page.getByText('Closed', { exact: true }).click();
  await page.getByLabel('Connections', { exact: true }).fill('4');
  await page.getByLabel('Stop after').fill('1s');

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
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor({ timeout: 90_000 });
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
  // One was sent before the load.
  const unread = run.summary.sent + 1 - (asked.login + asked.list + asked.logout);
  expect(unread).toBeGreaterThanOrEqual(0);
  expect(unread).toBeLessThanOrEqual(run.summary.outcomes.cut_off ?? 0);
  expect(asked.login - 1 - asked.list).toBeLessThanOrEqual(4);
  expect(asked.list - asked.logout).toBeLessThanOrEqual(4);
  expect(faults).toEqual([]);
});

test('data rows, a body from a file and a client certificate are taken, and what is wrong with them is said', async () => {
  const { page, faults } = await opened('/launch');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  // The form of the test before was left. A new one does not begin from it by itself.
  expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe('');
  await button('Go on with it').click();
  await button('Remove list').click();
  await button('Undo').click();
  await button('Remove list').click();
  await button('Remove logout').click();
  await button('Back to a single target').click();

  await button('Paste a command').click();
  await page.getByLabel('Command or k6 options').fill('curl -m soon 127.0.0.1:8787');
  await button('Fill the form').click();
  await page.getByText('-m needs a time as "10s" or "1m30s", not "soon".').waitFor();
  await page.getByLabel('Command or k6 options').fill('curl -s http://127.0.0.1:8787/pasted');
  await button('Fill the form').click();
  await page.getByText('It only changes what the tool prints or writes.').waitFor();
  await expectAccessible(page);
  await button('Close').last().click();
  expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe('http://127.0.0.1:8787/pasted');
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

  await button(/^Headers, sign-in and more/).click();
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
  // Nobody listens there.
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Run anyway' }).click();
  await page.getByText('The plan asks for 3 generators').first().waitFor();

  await page.getByText('YAML', { exact: true }).click();
  await page.getByText('base64: AP8B').waitFor();
  // The two refusals are answers of the server, which the browser reports as well.
  expect(faults.filter((fault) => !/40[09]/.test(fault))).toEqual([]);
});

test('a gRPC call of the demo service is chosen, mended at its line and survives a reload', async () => {
  // A browser of its own: no draft of another test.
  const { page, faults } = await openPage(await scene.signedIn({ reducedMotion: 'reduce' }), `${scene.product.url}/launch`);
  await page.getByLabel('URL', { exact: true }).fill('grpc://127.0.0.1:1');
  await page.getByRole('button', { name: 'Use demo service' }).click();
  await page.getByText('1 service with 4 methods').waitFor();
  const method = page.getByRole('combobox', { name: 'Method' });
  await method.fill('chat');
  await page.getByRole('option', { name: /^Chat/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Many messages each way.').waitFor();
  const message = page.getByRole('textbox', { name: 'Message as JSON' });
  const write = async (text: string) => {
    await message.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
  };
  await write('{"text": "x", "txet": 1}');
  await page.getByText(/^Line 1:.*txet/).waitFor();
  await write('{"text": "{{messageSeq}}"}');
  await page.getByText('Fits plimsoll.demo.Line.').waitFor();
  await page.getByLabel('Messages per stream').fill('10');
  await page.getByText('5000 messages/s').waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByText('5000 messages/s').waitFor();
  expect(await method.inputValue()).toBe('plimsoll.demo.Demo/Chat');
  expect(faults).toEqual([]);
});

test('the form of an experiment survives a reload', async () => {
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
