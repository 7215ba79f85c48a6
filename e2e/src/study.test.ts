/// <reference lib="dom" />
/** The study of the 503s in shortened time, from a pasted command to a report that is opened offline, against a target that keeps its own log. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OverloadedSecond, startOverloadedTarget } from '@plimsoll/testbed/targets/overloaded';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

/** 250 requests a second; beyond 150 connections it drops further ones, and from 450 arrivals a second on it sheds with a 503. */
const limits = { workers: 10, serviceMs: 40, connections: 150, shedFrom: 450 };
const capacity = (limits.workers * 1000) / limits.serviceMs;
/** 14 steps of a second's ramp and a second's hold, and 8 seconds of little load. */
const studySeconds = 36;

const scene = useScene();
let context: BrowserContext;
beforeAll(async () => {
  context = await scene.signedIn({ reducedMotion: 'reduce' });
});

interface Finding {
  readonly kind: string;
  readonly second: number;
  readonly text: string;
  readonly figures: Readonly<Record<string, number | string | null>>;
}
interface Study {
  readonly startedAt: string;
  readonly plan: { readonly target: { readonly body: string }; readonly load: { readonly stages: readonly unknown[] } };
  readonly validity: { readonly stamp: string; readonly limit: string };
  readonly summary: Readonly<Record<'planned' | 'sent' | 'dropped' | 'done' | 'failed', number>> & {
    readonly statuses: Readonly<Record<string, number>>;
    readonly outcomes: Readonly<Record<string, number>>;
    readonly responseTime: { readonly p50Us: number };
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const sum = (log: readonly OverloadedSecond[], of: keyof OverloadedSecond) => log.reduce((total, second) => total + second[of], 0);

/** Pastes what the team has in its notes, and makes the staircase of it. */
async function launch(page: Page, url: string): Promise<string> {
  await button(page, 'Paste a command').click();
  await page
    .getByLabel('Command or k6 options')
    .fill(`curl -X POST -H 'content-type: application/json' -d '{"order":"${'x'.repeat(480)}"}' ${url}`);
  await button(page, 'Fill the form').click();
  await button(page, 'Close').last().click();
  await button(page, 'Presets').click();
  await button(page, /^Finding the 503s Fr/).click();
  await button(page, 'Build a staircase').click();
  const builder = page.getByRole('group', { name: 'Build a staircase' });
  await builder.getByLabel('Ramp').fill('1s');
  await builder.getByLabel('Hold').fill('1s');
  await builder.getByText(/^28 stages/).waitFor();
  await button(page, 'Build the stages').click();
  for (const [at, over] of [
    [29, '0s'],
    [30, '8s'],
  ] as const) {
    await button(page, 'Add stage').click();
    await page.getByLabel(`Stage ${at}: requests per second`).fill('50');
    await page.getByLabel(`Stage ${at}: length`).fill(over);
  }
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** The file that `typeperf` would have written on the target: its workers' time as a processor. */
function typeperf(log: readonly OverloadedSecond[]): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const head = String.raw`"(PDH-CSV 4.0) (Coordinated Universal Time)(0)"	"\\HOST\Processor(_Total)\% Processor Time"`;
  const rows = log.map(({ at, busy }) => {
    const when = new Date(at * 1000);
    const day = `${pad(when.getUTCMonth() + 1)}/${pad(when.getUTCDate())}/${when.getUTCFullYear()}`;
    const time = [when.getUTCHours(), when.getUTCMinutes(), when.getUTCSeconds()].map(pad).join(':');
    return `"${day} ${time}.000"\t"${Math.min(100, busy * 100).toFixed(6)}"`;
  });
  return [head, ...rows].join('\r\n');
}

test('a study of 50 to 700 requests a second at a target that carries 250 is told, counted to the one, shared and taken along', async () => {
  const target = await startOverloadedTarget(limits);
  onTestFinished(() => target.close());
  const { page, faults } = await openPage(context, `${scene.product.url}/launch`);
  const id = await launch(page, `${target.url}/order`);
  await page.getByRole('progressbar').first().waitFor();
  // The story is told while the run goes on.
  const story = page.getByRole('region', { name: 'The story of this run' });
  await story
    .getByText(/^(Good answers stopped rising|Requests? had no answer)/)
    .first()
    .waitFor({ timeout: (studySeconds + 30) * 1000 });
  await scene.completed(context, 'runs', id);

  const log = await target.log();
  // One was sent before the load.
  const before = 1;
  const run = await scene.get<Study>(context, `/api/v1/runs/${id}`);
  const { summary } = run;
  expect(run.plan.load.stages).toHaveLength(30);
  expect(summary.sent).toBe(summary.planned - summary.dropped);
  expect(summary.statuses).toEqual({ 200: sum(log, 'good') - before, 503: sum(log, 'shed') });
  expect((summary.outcomes.reset ?? 0) + (summary.outcomes.closed_early ?? 0)).toBe(sum(log, 'connectionsDropped'));
  expect(summary.sent).toBe(sum(log, 'arrived') + sum(log, 'connectionsDropped') - before);
  // Failing fast never looks like being fast: no good answer takes less than its 40 ms.
  expect(summary.responseTime.p50Us).toBeGreaterThan(limits.serviceMs * 1000);

  const dialog = page.getByRole('dialog', { name: 'Add resources from a file' });
  await page.getByRole('tab', { name: 'Target' }).click();
  await button(page, 'Add resources from a file').click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: 'Choose a file' }).click()]);
  await chooser.setFiles({ name: 'typeperf.tsv', mimeType: 'text/tab-separated-values', buffer: Buffer.from(typeperf(log)) });
  await dialog.getByText(/seconds of the run: CPU/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep it with the run' }).click();
  await dialog.waitFor({ state: 'detached' });

  const { findings, ceilingPerSecond, recoverySeconds } = await scene.get<{
    findings: readonly Finding[];
    ceilingPerSecond: number;
    recoverySeconds: number;
  }>(context, `/api/v1/runs/${id}/story`);
  const startedAt = Date.parse(run.startedAt) / 1000;
  /** Seconds of the run, by the target's own clock. */
  const firstOf = (of: 'shed' | 'connectionsDropped') => (log.find((second) => second[of] > 0)?.at ?? Number.NaN) - startedAt;
  const foundAt = (kind: string) => findings.find((finding) => finding.kind === kind)?.second ?? Number.NaN;
  expect(Math.abs(ceilingPerSecond / capacity - 1)).toBeLessThan(0.25);
  expect(Math.abs(foundAt('first_connection_error') - firstOf('connectionsDropped'))).toBeLessThanOrEqual(2);
  expect(Math.abs(foundAt('first_error_status') - firstOf('shed'))).toBeLessThanOrEqual(2);
  // 250/s are reached in second 9.
  expect(Math.abs(foundAt('goodput_ceiling') - 9)).toBeLessThanOrEqual(3);
  expect(Math.abs(foundAt('resource_saturated') - 9)).toBeLessThanOrEqual(3);
  expect(findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['failing_fast', 'recovered']));
  expect(recoverySeconds).toBeGreaterThan(0);

  // Every question is answered on the page, without raw data.
  await page.goto(`${scene.product.url}/runs/${id}`);
  await story.locator('summary').first().click();
  for (const { text } of findings) await story.getByText(text, { exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await button(page, 'Share').click();
  await button(page, 'Create link').click();
  const url = await page.getByLabel('Public link').inputValue();
  const reader = await (await scene.browser.newContext({ javaScriptEnabled: false })).newPage();
  await reader.goto(url);
  const ceiling = findings.find(({ kind }) => kind === 'goodput_ceiling')?.text ?? '';
  expect(await reader.locator('body').textContent()).toContain(ceiling);

  const report = await context.request.get(`${scene.product.url}/api/v1/runs/${id}/export?format=html`);
  const file = join(scene.product.dataDir, 'report.html');
  await writeFile(file, await report.body());
  const alone = await scene.browser.newContext({ offline: true, viewport: { width: 360, height: 780 } });
  const asked: string[] = [];
  const offline = await alone.newPage();
  offline.on('request', (request) => asked.push(request.url()));
  await offline.goto(pathToFileURL(file).href);
  await offline.getByText(ceiling).waitFor();
  await expectNoSidewaysScroll(offline);
  expect(asked).toEqual([pathToFileURL(file).href]);
  expect(faults).toEqual([]);
});
