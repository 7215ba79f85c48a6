/// <reference lib="dom" />
/** A capacity search, and the offer made where a target answers sooner than a busy machine can tell: no other journey runs beside them. */
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { expect, test } from 'vitest';
import { experimentOn, savePlan, startAndWait } from './experiment-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();

test('a capacity search of a saved plan becomes a figure of that plan', async () => {
  const context = await scene.signedIn();
  const id = await savePlan(scene, context, 'Narrow', '?capacity=100', { model: 'closed', connections: 20, duration: '1s' });
  const { page, faults } = await openPage(context, `${scene.product.url}/experiments/new?plan=${id}&shape=capacity`);
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await fill('Threshold 1', 'p(95) < 100ms');
  await fill('Start rate, per second', '60');
  await fill('Highest rate, per second', '240');
  await fill('Precision, %', '50');
  await fill('Length of each try', '1s');
  await fill('Cool-down', '1s');
  await expectAccessible(page);
  await startAndWait(page, 60_000);
  const { capacity, runs } = await experimentOn(scene, context, page);
  // 100/s is what the target can answer: at 120/s a queue grows, at 90/s none does.
  expect(capacity).toMatchObject({ confirmed: true });
  expect(capacity?.rate).toBeGreaterThanOrEqual(60);
  expect(capacity?.rate).toBeLessThan(120);
  await page.getByRole('region', { name: 'Capacity' }).getByText(`${capacity?.rate}/s`, { exact: true }).waitFor();
  expect(await page.getByRole('table', { name: 'Rates tried' }).getByRole('link').count()).toBe(runs.length);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto(`${scene.product.url}/plans/${id}`);
  await page.getByRole('region', { name: 'Capacity over time' }).getByText(`${capacity?.rate}/s`).first().waitFor();
  expect(faults).toEqual([]);
});

test('a quick target is offered raw sockets from the first seconds on, and the offer opens the plan and changes no run', async () => {
  const context = await scene.signedIn();
  const quick = await startHttpTarget((_request, response) => void response.end('ok'));
  const plan = {
    version: 1,
    name: 'quick answers',
    target: { url: `${quick.url}/` },
    // Longer than a busy machine takes for what follows: the test stops it.
    load: { model: 'closed', connections: 1, duration: '5m' },
  };
  const { id } = await scene.post<{ id: string }>(context, '/api/v1/runs', { plan });
  const kept = () => scene.get<{ state: string; plan: { connection: { client: string } } }>(context, `/api/v1/runs/${id}`);
  try {
    const page = await context.newPage();
    await page.goto(`${scene.product.url}/runs/${id}`);
    const offer = page.getByRole('link', { name: 'Edit the plan with raw sockets' });
    await offer.waitFor({ timeout: 120_000 });
    await page.getByText(/^The target answers in under 1 ms: raw sockets ask more of it/).waitFor();
    expect((await kept()).state).toBe('running');
    await expectAccessible(page);
    await offer.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/launch\?/);
    await page.getByText('The requests are sent over raw sockets.').waitFor();
    const under = await kept();
    expect([under.state, under.plan.connection.client]).toEqual(['running', 'undici']);
  } finally {
    await scene.post(context, `/api/v1/runs/${id}/stop`, {});
    await quick.close();
  }
  await expect.poll(async () => (await kept()).state, { timeout: 30_000 }).toBe('stopped');
});
