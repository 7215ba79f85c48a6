/** Finds a Chromium for browser journeys. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findCommand } from './find-command.ts';

/** The shell first: the same Chromium without a desktop's windows, for four fifths of the processor time. Playwright takes it, too. */
const commands = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a Chromium: on PATH, else the one Playwright downloaded, else null. */
export function findChromium(): string | null {
  for (const name of commands) {
    const installed = findCommand(name);
    // Ubuntu's chromium-browser is a stub that only says what else to install.
    if (installed && spawnSync(installed, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0) return installed;
  }
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
