/** The real Chromium of this machine, driven by Playwright. */
import { chromiumFlags, findChromium } from '@plimsoll/testbed/chromium';
import { type Browser, chromium } from 'playwright-core';

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: run "npm run pretest".');
  return chromium.launch({ executablePath, args: [...chromiumFlags] });
}
