/** Finds a Chromium for browser journeys. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { onPath } from './redis.ts';

/** Path of a Chromium: on PATH, else the one Playwright downloaded, else null. */
export function findChromium(): string | null {
  const installed = onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
  if (installed) return installed;
  const downloaded = chromium.executablePath();
  return downloaded && existsSync(downloaded) ? downloaded : null;
}

/** Flags that let it run as root, headless, and keep it from talking to anybody. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;
