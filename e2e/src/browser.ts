/** The real Chromium of this machine, driven by Playwright. */
import { chromiumFlags, findChromium } from '@plimsoll/testbed/chromium';
import { type Browser, chromium } from 'playwright-core';

/**
 * Its contexts have no service worker unless they ask for one: an answer that a test gives in place of the product's would not always
 * reach a page that has one.
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: run "npm run pretest".');
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = (options) => newContext({ serviceWorkers: 'block', ...options });
  return browser;
}
