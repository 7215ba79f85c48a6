/// <reference lib="dom" />
/** The look of a page, measured in the browser: how far it moves while it loads, controls that are too small to press, parts that vanish. */
import { until } from '@plimsoll/testbed/until';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    /** Sum of the layout shifts that nobody asked for. */
    shifted: number;
    /** Requests to the API that are not answered yet. */
    unanswered: number;
  }
}

/** More than any page asks for while it loads; what asks again and again would find no end of waiting. */
const slowAnswers = 25;

/** Pages whose layout shifts are summed up. */
const watched = new WeakSet<Page>();

/** The first answers of the API arrive one after the other, as on a slow network. Call it before the page is opened. */
export async function openSlowly(page: Page, url: string): Promise<void> {
  if (!watched.has(page)) {
    watched.add(page);
    // Within the page: a route would take the browser its cache, and all it compiled with it.
    await page.addInitScript((slow) => {
      let asked = 0;
      window.unanswered = 0;
      const send = window.fetch.bind(window);
      window.fetch = async (input, init) => {
        asked += 1;
        window.unanswered += 1;
        if (asked <= slow) await new Promise((resolve) => setTimeout(resolve, 30 * asked));
        return send(input, init).finally(() => {
          window.unanswered -= 1;
        });
      };
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) window.shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    }, slowAnswers);
  }
  await page.goto(url);
  await expectLoaded(page);
}

/** Waits until a page has its heading and nothing on it is busy any more. */
async function expectLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  const open = () => page.evaluate(() => window.unanswered + document.querySelectorAll('[aria-busy="true"]').length);
  // An answer may ask for more.
  for (let round = 0; round < 2; round += 1) {
    await until(`${page.url()} has all its answers`, 30_000, open, (count) => count === 0);
    await page.waitForTimeout(100);
  }
}

/** Nothing on the page moved by itself while it loaded: "good" of Web Vitals is half of what is allowed by it. */
export async function expectSteady(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.shifted), page.url()).toBeLessThan(0.05);
}

/** On a phone, everything that can be pressed is at least 24 px wide and high (WCAG 2.2, 2.5.8); links inside a sentence may be smaller. */
export async function expectRoomToPress(page: Page): Promise<void> {
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, [role="slider"]')].flatMap((element) => {
        const { width, height, right } = element.getBoundingClientRect();
        const { display, visibility } = getComputedStyle(element);
        // Fractions of a pixel come from scaled fonts.
        const fits = width >= 23.9 && height >= 23.9;
        const isSeen = width > 1 && right > 0 && visibility !== 'hidden' && display !== 'inline';
        return fits || !isSeen ? [] : [`${element.tagName} "${element.ariaLabel ?? element.textContent}" ${width} × ${height}`];
      }),
    );
  // A page that has just become narrow is laid out by and by on a busy machine.
  await until(`all that can be pressed on ${page.url()} is large enough`, 30_000, small, (found) => found.length === 0);
}

/** The colours of an element's states as the browser computes them. */
export function colours(element: Locator): Promise<{ border: string; outline: string; outlineStyle: string; background: string }> {
  return element.evaluate((found) => {
    const { borderTopColor, outlineColor, outlineStyle, backgroundColor } = getComputedStyle(found);
    return { border: borderTopColor, outline: outlineColor, outlineStyle, background: backgroundColor };
  });
}

/** Contrast of two colours as `getComputedStyle` writes them, `rgb(…)`: WCAG 2.2. */
export function contrastOf(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(([part]) => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
