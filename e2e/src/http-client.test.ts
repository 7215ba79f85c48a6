/// <reference lib="dom" />
/** The HTTP client in a real browser: chosen in the form, named by the run, and offered where undici's cost was the limit. */
import { type HttpTarget, startHttpTarget } from '@plimsoll/testbed/http-target';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { useScene } from './scene.ts';

interface Kept {
  readonly id: string;
  readonly state: string;
  readonly plan: { readonly connection: { readonly client: string; readonly keepAlive: boolean }; readonly target: object };
  readonly environment: { readonly client: string } | null;
  readonly validity: { readonly advice: string[] } | null;
}

const scene = useScene({ PLIMSOLL_THREADS: '1' });
let context: BrowserContext;
let target: HttpTarget;

beforeAll(async () => {
  // Cheap to send, dear to look into: a generator that checks each answer is the limit long before this target is.
  const answer = Buffer.from(
    JSON.stringify({ items: Array.from({ length: 20_000 }, (_, id) => ({ id, name: `item ${id}` })), last: 'ok' }),
  );
  target = await startHttpTarget((_request, response) => void response.end(answer));
  context = await scene.signedIn({ reducedMotion: 'reduce' });
});
afterAll(() => target?.close());

const kept = (id: string) => scene.get<Kept>(context, `/api/v1/runs/${id}`);

test('raw sockets are chosen in the form, stand in YAML, and the run says what sent its requests', async () => {
  const page = await context.newPage();
  await page.goto(`${scene.product.url}/launch?demo=1`);
  await page.getByText('Closed', { exact: true }).click();
  await page.getByLabel('Connections', { exact: true }).fill('2');
  await page.getByLabel('Stop after').fill('1s');
  await page.getByText('The requests are sent by undici.').waitFor();
  await page.getByRole('button', { name: /Protocol and timeouts undici · HTTP\/1\.1/ }).click();
  await page.getByLabel('HTTP client').selectOption('raw sockets, the least cost per request');
  await page.getByText('The requests are sent over raw sockets.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByText('YAML', { exact: true }).click();
  await page.getByText('client: wire').waitFor();
  await page.getByText('Form', { exact: true }).click();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  await page.getByRole('tab', { name: 'Config' }).click({ timeout: 30_000 });
  await page.getByText(/· raw sockets · keep-alive on/).waitFor();
  await page.getByText(/^wire \d+\.\d+\.\d+$/).waitFor();
  await page.getByText('client: wire').waitFor();
});

test('a run on undici whose generator is the limit is run again on raw sockets by one press, its secrets with it', async () => {
  const plan = {
    version: 1,
    name: 'dear answers',
    target: { url: `${target.url}/`, headers: { authorization: 'Bearer sealed' } },
    load: { model: 'closed', connections: 8, duration: '2s' },
    checks: [{ jsonPath: { path: '$.last', equals: 'ok' } }],
  };
  const { id } = await scene.post<Kept>(context, '/api/v1/runs', { plan });
  await expect.poll(async () => (await kept(id)).state, { timeout: 30_000 }).toBe('completed');
  expect((await kept(id)).validity?.advice).toEqual(['wire', 'threads', 'generators']);

  const page = await context.newPage();
  await page.goto(`${scene.product.url}/runs/${id}`);
  await page.getByText(/To get further, run it on raw sockets \(connection\.client: wire\)/).waitFor();
  const again = page.getByRole('button', { name: 'Run again on raw sockets' });
  await again.waitFor();
  // There is one worker.
  expect(await page.getByRole('button', { name: 'Run again with another generator' }).count()).toBe(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await again.click();
  await page.waitForURL((url) => /\/runs\/[0-9a-f-]{36}/.test(url.pathname) && !url.pathname.endsWith(id));
  const next = page.url().split('/').at(-1) ?? '';
  await expect.poll(async () => (await kept(next)).state, { timeout: 30_000 }).toBe('completed');
  const [before, after] = [await kept(id), await kept(next)];
  expect(after.plan).toEqual({ ...before.plan, connection: { ...before.plan.connection, client: 'wire' } });
  expect(after.environment?.client).toMatch(/^wire /);
  expect(before.environment?.client).toMatch(/^undici /);
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  expect(await again.count()).toBe(0);
});
