/** Steps that journeys through experiments have in common. */
import type { BrowserContext, Page } from 'playwright-core';
import type { Scene } from './scene.ts';

interface Experiment {
  readonly state: string;
  readonly name: string;
  readonly capacity: { readonly rate: number; readonly confirmed: boolean } | null;
  readonly runs: readonly {
    readonly variant: number;
    readonly runId: string;
    readonly number: number;
    readonly throughputPerSecond: number;
  }[];
  readonly variants: readonly { readonly name: string }[];
}

/** The experiment that this page shows, as the API answers it. */
export function experimentOn(scene: Scene, context: BrowserContext, page: Page): Promise<Experiment> {
  return scene.get(context, `/api/v1/experiments/${page.url().split('/').at(-1)?.split('?')[0]}`);
}

/** Saves a plan against the demo target and answers its id. */
export async function savePlan(scene: Scene, context: BrowserContext, name: string, query: string, load: object): Promise<string> {
  const url = `http://127.0.0.1:${Number(new URL(scene.product.url).port) + 90}/${query}`;
  const plan = { version: 1, name, target: { url }, load };
  return (await scene.post<{ id: string }>(context, '/api/v1/plans', { plan })).id;
}

/** Starts what the form says. */
export async function startAndWait(page: Page, timeout: number): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await waitForEnd(page, timeout);
}

/** Waits until the experiment that just began has completed. */
export async function waitForEnd(page: Page, timeout: number): Promise<void> {
  await page.waitForURL(/\/experiments\/[0-9a-f-]{36}/);
  await page.getByRole('progressbar', { name: 'Progress of the experiment' }).waitFor();
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor({ timeout });
  await page.getByText('Completed', { exact: true }).first().waitFor();
}
