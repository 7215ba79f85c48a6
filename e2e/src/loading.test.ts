/// <reference lib="dom" />
/** Pages while they load: nothing moves, no task holds the thread long, and a shared page is read before any script has come. */
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { measureCost, type PageCost } from './page-cost.ts';
import { useScene } from './scene.ts';

const scene = useScene({ seeded: true });

const mostShift = 0.01;
const mostTaskMs = 100;
/**
 * On a slow machine: so many times the longest task of the page to sign in, which took 33 ms on the one that the bound was set on. It is loaded
 * anew beside each load that is held against it, for a host is slower at one moment than at another.
 */
const mostOfSignIn = 3;
const mostLoads = 5;

/** Of five loads at most, the first that stays within the bounds, else the last; and the longest task that it might have had. */
async function bestCost(context: BrowserContext, url: string, ofMachineMs: () => Promise<number>): Promise<PageCost & { mostMs: number }> {
  for (let load = 1; ; load += 1) {
    const cost = await measureCost(context, url);
    const mostMs = cost.longestTaskMs > mostTaskMs ? Math.max(mostTaskMs, await ofMachineMs()) : mostTaskMs;
    if (load === mostLoads || (cost.shift <= mostShift && cost.longestTaskMs <= mostMs)) return { ...cost, mostMs };
  }
}

test('pages that load move nothing and hold the thread for at most 100 ms at a time', async () => {
  const { paths, links } = scene.seeded;
  const found: string[] = [];
  for (const width of [1280, 360]) {
    const viewport = { width, height: 800 };
    const stranger = await scene.browser.newContext({ viewport });
    const owner = await scene.signedIn({ viewport });
    // The shorter of two: a core that is taken away for a moment makes one of them longer, a slow machine both.
    const signInMs = async () => {
      const [one, other] = [await measureCost(stranger, scene.product.url), await measureCost(stranger, scene.product.url)];
      return mostOfSignIn * Math.min(one.longestTaskMs, other.longestTaskMs);
    };
    const pages = [
      ['sign-in', stranger, '/'],
      ['home', owner, '/'],
      ['form', owner, '/launch'],
      ['run', owner, paths.candidate],
      ['compare', owner, paths.comparison],
      ['share', stranger, links.run],
      ['shared comparison', stranger, links.comparison],
    ] as const;
    for (const [name, who, path] of pages) {
      const ofMachineMs = name === 'sign-in' ? async () => 0 : signInMs;
      const { shift, moved, longestTaskMs, mostMs, charts, mute } = await bestCost(who, scene.product.url + path, ofMachineMs);
      console.log(
        `${name} at ${width}: shift ${shift.toFixed(4)}, longest task ${longestTaskMs.toFixed(0)} ms of ${mostMs.toFixed(0)}`,
        moved.join(' | '),
      );
      if (shift > mostShift) found.push(`${name} at ${width} moves by ${shift.toFixed(4)}: ${moved.join(' | ')}`);
      if (longestTaskMs > mostMs) found.push(`${name} at ${width} has a task of ${longestTaskMs.toFixed(0)} ms`);
      // Charts are drawn in parts as a page loads: each is whole in the end.
      expect(charts > 0, `${name} draws charts`).toBe(['run', 'compare', 'share', 'shared comparison'].includes(name));
      if (mute > 0) found.push(`${name} at ${width} has ${mute} charts without figures at their axis`);
    }
    await stranger.close();
    await owner.close();
  }
  expect(found).toEqual([]);
});

test('a shared page is read from its HTML alone, before its script comes, and stands as it did once that has', async () => {
  const reader = await (await scene.browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  let comes = () => {};
  const script = new Promise<void>((resolve) => {
    comes = resolve;
  });
  await reader.route('**/*.js', async (route) => {
    await script;
    await route.continue();
  });
  await reader.goto(scene.product.url + scene.seeded.links.run, { waitUntil: 'commit' });
  const heading = reader.getByRole('heading', { level: 1 });
  await heading.waitFor();
  const before = await heading.boundingBox();
  const told = await reader.locator('article').textContent();
  expect(await reader.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
  comes();
  await reader.locator('#first').waitFor({ state: 'detached' });
  expect(await heading.boundingBox()).toEqual(before);
  expect(told).toContain(await heading.textContent());
});
