/// <reference lib="dom" />
/** The files that a new browser fetches for a page, as they came over the wire. */
import type { BrowserContext } from 'playwright-core';
import { untilDrawn } from './page-cost.ts';

export interface FirstLoad {
  readonly requests: string[];
  /** Bodies as they were sent, and headers. */
  readonly bytes: number;
  readonly encodings: Set<string>;
  readonly faults: string[];
}

/**
 * Opens the page of this address with an empty cache and looks at it until it is drawn, charts too, and nothing is under way. What is
 * fetched ahead for other pages comes after that, and is not counted.
 */
export async function firstLoad(context: BrowserContext, url: string): Promise<FirstLoad> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const requests: string[] = [];
  const encodings = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ response }) => {
    requests.push(new URL(response.url).pathname);
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
    if (/\.(js|css)$/.test(new URL(response.url).pathname)) encodings.add(encoding ?? 'none');
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'load' });
  await untilDrawn(page);
  await page.close();
  return { requests, bytes, encodings, faults };
}
