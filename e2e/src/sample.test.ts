/** A team that has nothing yet: a sample pair on Home, on Compare and among the shared links, until one click removes it. */
import { expect, test } from 'vitest';
import { expectSteady, openSlowly } from './look-checks.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();

test('a new team looks at the sample pair, and removes it with one click', async () => {
  const context = await scene.signedIn({ reducedMotion: 'reduce' });
  const { page, faults } = await openPage(context, `${scene.product.url}/`);
  const sample = page.getByRole('region', { name: /Keep-alive off/ });
  await sample.getByText('Sample', { exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto(`${scene.product.url}/compare`);
  await page.getByRole('table', { name: 'Verdicts' }).waitFor();
  await expectAccessible(page);
  await sample.getByRole('link', { name: 'See the run with keep-alive' }).press('Enter');
  await page
    .getByText(/^Sample · measured/)
    .first()
    .waitFor();
  await page.getByRole('heading', { level: 1, name: 'Sample: demo target, keep-alive on' }).waitFor();

  await page.goto(`${scene.product.url}/team`);
  await page.getByRole('region', { name: 'Shared links' }).getByRole('link', { name: 'See the comparison as a shared page' }).waitFor();
  await page.goto(scene.product.url);
  await sample.getByRole('button', { name: 'Remove the sample' }).press('Enter');
  await sample.waitFor({ state: 'detached' });
  await page.goto(`${scene.product.url}/compare`);
  await page.getByText('Two finished runs are needed').waitFor();
  expect(await sample.count()).toBe(0);
  expect(faults).toEqual([]);
  await openSlowly(page, `${scene.product.url}/compare`);
  await expectSteady(page);
});
