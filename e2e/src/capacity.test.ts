/// <reference lib="dom" />
/** A capacity search in a real browser. It measures: no other journey runs beside it. */
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
