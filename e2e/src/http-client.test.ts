/// <reference lib="dom" />
/** The client that sends the load, in a real browser: the HTTP client is chosen in the form, named by the run, and offered where undici's cost was the limit; calls of gRPC, and a language model. */
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { Listener } from '@plimsoll/testbed/listen';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

/** Counts of the product's summary, and those of the demo service itself. */
interface Calls {
  readonly statuses: { readonly OK?: number };
  readonly messages: { readonly sent: number; readonly received: number };
}

interface Sockets {
  readonly stream: object;
}

interface Kept {
  readonly id: string;
  readonly state: string;
  readonly plan: { readonly connection: { readonly client: string; readonly keepAlive: boolean }; readonly target: object };
  readonly environment: { readonly client: string } | null;
  readonly summary: { readonly grpc: Calls | null };
  readonly validity: { readonly stamp: string; readonly advice: string[] } | null;
}

const scene = useScene({ settings: { PLIMSOLL_THREADS: '1' } });
let context: BrowserContext;
let target: Listener;

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
  await page.getByText(/^wire \d+\.\d+\.\d+, HTTP\/1\.1$/).waitFor();
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
  await expect.poll(async () => (await kept(id)).state, { timeout: 90_000 }).toBe('completed');
  // A run whose generator had to wait for a core, beside other tests, is offered no more threads.
  expect((await kept(id)).validity?.advice.filter((remedy) => remedy !== 'threads')).toEqual(['wire', 'generators']);

  const page = await context.newPage();
  await page.goto(`${scene.product.url}/runs/${id}`);
  const offered = page.getByText(/To get further, run it on raw sockets \(connection\.client: wire\)/);
  await offered.waitFor({ state: 'attached' });
  // Beside other work that is the first doubt, and this one a press away.
  if (!(await offered.isVisible()))
    await page
      .locator('details summary', { hasText: /why|more/i })
      .first()
      .click();
  await offered.waitFor();
  const again = page.getByRole('button', { name: 'Run again on raw sockets' });
  await again.waitFor();
  // There is one worker.
  expect(await page.getByRole('button', { name: 'Run again with another generator' }).count()).toBe(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await again.click();
  await page.waitForURL((url) => /\/runs\/[0-9a-f-]{36}/.test(url.pathname) && !url.pathname.endsWith(id));
  const next = page.url().split('/').at(-1) ?? '';
  await expect.poll(async () => (await kept(next)).state, { timeout: 90_000 }).toBe('completed');
  const [before, after] = [await kept(id), await kept(next)];
  expect(after.plan).toEqual({ ...before.plan, connection: { ...before.plan.connection, client: 'wire' } });
  expect(after.environment?.client).toMatch(/^wire /);
  expect(before.environment?.client).toMatch(/^undici /);
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  expect(await again.count()).toBe(0);
});

/** Presses Control+Enter in the form, sees the run go on, and answers its id when it is over. */
async function launched(page: Page, seen: () => Promise<void>): Promise<string> {
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1) ?? '';
  await seen();
  await page.getByRole('tab', { name: 'Overview' }).waitFor({ timeout: 90_000 });
  return id;
}

test('a chat of the demo service: asked for its types, looked at live, and a slower one is a verdict that strangers can read', async () => {
  // A browser of its own: no draft of another test.
  const own = await scene.signedIn({ reducedMotion: 'reduce' });
  const { demoGrpcTarget } = await scene.get<{ demoGrpcTarget: string }>(own, '/api/v1/system');
  const told = async () => ((await (await fetch(`${demoGrpcTarget.replace('grpc', 'http')}/stats`)).json()) as { grpc: Calls }).grpc;
  const { page, faults } = await openPage(own, `${scene.product.url}/launch`);
  await page.getByText('gRPC', { exact: true }).click();
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.getByLabel('Name', { exact: true }).fill('Chats, 20 ms');
  await button('Use demo service').click();
  await button(/^Ask (the server|again)$/).click();
  await page.getByText('1 service with 4 methods').waitFor();
  // The service is described before it listens, which it does from its first load on.
  const before = await told().catch((): Calls => ({ statuses: {}, messages: { sent: 0, received: 0 } }));
  await page.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'Chat' }).click();
  const message = page.getByRole('textbox', { name: 'Message as JSON' });
  await message.fill('{ "text": "x",\n  "loud": true }');
  await page.getByText('Line 2:').waitFor();
  await message.fill('{ "text": "{{seq}}-{{messageSeq}}" }');
  await page.getByText('Fits plimsoll.demo.Line.').waitFor();
  await page.getByLabel('Messages per stream').fill('10');
  await page.getByLabel('Calls at once per connection').fill('20');
  // On a busy machine answers that are due sooner go together.
  await page.getByLabel('Delay, ms').fill('20');
  // An open load waits for the calls that are under way at its end: both sides count all of them. An interval needs 10 whole seconds.
  await page.getByLabel('Calls per second').fill('20');
  await page.getByLabel('Duration', { exact: true }).fill('14s');
  await page.getByLabel('Max. connections').fill('2');
  const first = await launched(page, async () => {
    await page.getByRole('progressbar').first().waitFor();
    await page.getByText('Time to first message', { exact: true }).waitFor();
  });
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'gRPC' }).click();
  await page.getByRole('table', { name: 'As ghz prints it' }).waitFor();
  expect(await page.getByRole('table', { name: 'gRPC statuses' }).count()).toBe(0);
  await page.getByRole('tab', { name: 'Errors' }).click();
  await page.getByRole('table', { name: 'gRPC statuses' }).waitFor();
  await page.getByRole('tab', { name: 'Streams' }).click();
  await page.getByText('Gap between messages', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Edit and re-run' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Chats, 80 ms');
  await page.getByLabel('Delay, ms').fill('80');
  const second = await launched(page, async () => undefined);
  const after = await told();
  const runs = await Promise.all([first, second].map(kept));
  const sum = (figure: (calls: Calls) => number) => runs.reduce((total, { summary: { grpc } }) => total + (grpc ? figure(grpc) : 0), 0);
  expect(after.statuses).toEqual({ OK: (before.statuses.OK ?? 0) + sum(({ statuses }) => statuses.OK ?? 0) });
  expect(after.messages.received - before.messages.received).toBe(sum(({ messages }) => messages.sent));
  expect(after.messages.sent - before.messages.sent).toBe(sum(({ messages }) => messages.received));

  await page.goto(`${scene.product.url}/compare?base=${first}&candidate=${second}`);
  // A generator that was held up is believed by nobody.
  const verdict = runs.some(({ validity }) => validity?.stamp === 'invalid') ? 'Undecided' : 'Worse';
  const expectVerdict = (where: Page) =>
    expect.poll(() => where.getByRole('row').filter({ hasText: 'p50 message gap' }).first().textContent()).toContain(verdict);
  await expectVerdict(page);
  await expectAccessible(page);
  await button('Share').click();
  await button('Create link').click();
  const stranger = await (await scene.browser.newContext()).newPage();
  await stranger.goto(await page.getByLabel('Public link').inputValue());
  await expectVerdict(stranger);
  expect(faults).toEqual([]);
});

test('WebSockets of the demo target are chosen in the form, counted as the target counts them, and survive an edit', async () => {
  const own = await scene.signedIn({ reducedMotion: 'reduce' });
  const { demoTarget } = await scene.get<{ demoTarget: string }>(own, '/api/v1/system');
  const { page, faults } = await openPage(own, `${scene.product.url}/launch`);
  await page.getByText('WebSocket', { exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Echoes');
  await page.getByRole('button', { name: 'Use demo target' }).click();
  await page.getByLabel('Message', { exact: true }).fill('hello {{messageSeq}} of {{seq}}');
  await page.getByLabel('Next message').selectOption('interval');
  await page.getByLabel('Time between messages').fill('50ms');
  await page.getByLabel('Messages per connection').fill('10');
  await page.getByLabel('Connections per second').fill('10');
  await page.getByLabel('Duration', { exact: true }).fill('2s');
  await expectAccessible(page);
  const id = await launched(page, async () => undefined);
  const { environment, summary } = await scene.get<{ environment: { client: string }; summary: Sockets }>(own, `/api/v1/runs/${id}`);
  expect(environment.client).toMatch(/^wire .*, ws /);
  const { sockets } = (await (await fetch(`${demoTarget}stats`)).json()) as { sockets: { received: number; sent: number; codes: object } };
  expect(sockets).toMatchObject({ received: 200, sent: 200, codes: { 1000: 20 } });
  expect(summary).toMatchObject({ done: 20, failed: 0, upgradeTime: { count: 20 } });
  expect(summary.stream).toMatchObject({ messagesSent: 200, messagesReceived: 200, ends: { rule: 20 }, closeCodes: { 1000: 20 } });
  await page.getByRole('tab', { name: 'Connections' }).click();
  await page.getByText('WebSocket upgrade', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Edit and re-run' }).click();
  await expect.poll(() => page.getByLabel('Messages per connection').inputValue()).toBe('10');
  await page.getByText('Only listens', { exact: true }).click();
  await expect.poll(() => page.getByLabel('Close after', { exact: true }).inputValue()).toBe('30s');
  expect(faults).toEqual([]);
});

/** Counts of the demo target itself. */
interface Streamed {
  readonly begun: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly ends: { readonly complete: number; readonly cutOff: number };
  readonly firstMs: { readonly count: number; readonly sum: number };
}

interface Tokens {
  readonly input: number | null;
  readonly output: number;
  readonly streams: number;
  readonly countedByMessages: number;
  readonly goodput: number | null;
  readonly firstTokenTime: { readonly count: number; readonly meanUs: number | null };
}

test('a language model: a preset, a run with the counts and first tokens of the model itself, and a page that strangers read', async () => {
  const own = await scene.signedIn({ reducedMotion: 'reduce' });
  const { demoTarget } = await scene.get<{ demoTarget: string }>(own, '/api/v1/system');
  const none: Streamed = { begun: 0, tokens: { input: 0, output: 0 }, ends: { complete: 0, cutOff: 0 }, firstMs: { count: 0, sum: 0 } };
  const told = async () => ((await (await fetch(`${demoTarget}stats`)).json()) as { streams: Streamed }).streams;
  const { page, faults } = await openPage(own, `${scene.product.url}/launch?demo=1`);
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('button', { name: /^Language model/ }).click();
  await page.getByLabel('Tokens at most').fill('32');
  // At the end of a time streams would be cut off, and both sides count another one.
  await page.getByLabel('or requests').fill('48');
  await page.getByRole('button', { name: /1 header · body · sse/ }).click();
  await page.getByLabel('Good: first token within').fill('5s');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const before = await told().catch(() => none);
  const id = await launched(page, async () => undefined);
  const after = await told();
  const { summary } = await scene.get<{ summary: { requests: number; stream: { ends: object; tokens: Tokens } | null } }>(
    own,
    `/api/v1/runs/${id}`,
  );
  expect(summary.stream?.ends).toEqual({ done: 48 });
  const tokens = summary.stream?.tokens;
  const since = { begun: after.begun - before.begun, complete: after.ends.complete - before.ends.complete };
  expect({ requests: summary.requests, streams: tokens?.streams, ...since }).toEqual({
    requests: 48,
    streams: 48,
    begun: 48,
    complete: 48,
  });
  expect([tokens?.input, tokens?.output]).toEqual([after.tokens.input - before.tokens.input, after.tokens.output - before.tokens.output]);
  expect([tokens?.output, tokens?.countedByMessages, tokens?.firstTokenTime.count]).toEqual([48 * 32, 0, 48]);
  // The model's clock begins when the request came and ends as the token leaves: what lies between is the way, and a busy machine.
  const modelMs = (after.firstMs.sum - before.firstMs.sum) / (after.firstMs.count - before.firstMs.count);
  const ourMs = (tokens?.firstTokenTime.meanUs ?? 0) / 1000;
  expect(ourMs).toBeGreaterThan(modelMs);
  expect(ourMs).toBeLessThan(modelMs + 60);

  await page.getByText('Time to first token (TTFT)').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Public link').inputValue();
  const reader = await (await scene.browser.newContext({ javaScriptEnabled: false })).newPage();
  await reader.goto(link);
  await reader.getByText('TTFT').first().waitFor();
  expect(faults).toEqual([]);
});
