/// <reference lib="dom" />
/** Rules of every page: nothing serious for assistive technology, nothing wider than a phone. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Waits until no colour is on its way to another; what moves for ever, as a spinner does, is let be. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    // Asked again and again: one whose element goes never says that it is finished.
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    while (document.getAnimations().some(isMoving)) await frame();
  });
}

/** The rules that a colour scheme can break; the others ask the same elements the same questions in both. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** As axe keeps its rules. */
interface AxeRule {
  readonly id: string;
  /** Of whatever fails by it. Absent: each of its checks has its own. */
  readonly impact?: string;
  /** What fails is for people to judge, and no violation. */
  readonly reviewOnFail: boolean;
}

/** Rules that can find nothing serious, by what axe says of them: `region` alone walks through all of the page. */
function listLesserRules(): string[] {
  const { _audit: audit } = axe as unknown as { readonly _audit?: { readonly rules: readonly AxeRule[] } };
  if (!audit) throw new Error('This version of axe-core keeps its rules elsewhere.');
  return audit.rules.filter(({ impact, reviewOnFail }) => reviewOnFail || impact === 'minor' || impact === 'moderate').map(({ id }) => id);
}

const lesserRules = Object.fromEntries(listLesserRules().map((id) => [id, { enabled: false }]));
/** Half as long as the text that `axe.source` is. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing serious on this page, or within this part of it: every rule in light, those of colour in dark, too. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Each finding is looked at once more: on a busy machine a page may still have been on its way.
    const found = (await listSerious(page, colorScheme, within)).length > 0 ? await listSerious(page, colorScheme, within, 1000) : [];
    expect(found).toEqual([]);
  }
}

/** The serious findings for assistive technology in this colour scheme, a line each. */
async function listSerious(page: Page, colorScheme: 'light' | 'dark', within = 'html', afterMs = 0): Promise<string[]> {
  await page.waitForTimeout(afterMs);
  await settled(page);
  // It stays with the page: to bring it takes longer than to look.
  for (const frame of page.frames()) if (await frame.evaluate(() => window.axe === undefined)) await frame.evaluate(source);
  // Elements in order are not described: that saves half of the time, in the page and here.
  const options: RunOptions = {
    resultTypes: ['violations'],
    rules: lesserRules,
    ...(colorScheme === 'dark' && { runOnly: rulesOfColour }),
  };
  const violations = await page.evaluate(async ([part, asked]) => (await window.axe?.run(part, asked))?.violations, [
    within,
    options,
  ] as const);
  if (!violations) throw new Error('axe is not in the page');
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${page.url()} ${colorScheme} ${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.waitForTimeout(200);
  // A chart follows the width of its place, on a busy machine later.
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.waitForFunction(fits, null, { timeout: 30_000 }).catch(() => undefined);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, page.url()).toBeLessThanOrEqual(0);
  if (before) await page.setViewportSize(before);
}
