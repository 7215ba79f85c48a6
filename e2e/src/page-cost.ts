/// <reference lib="dom" />
/** The costs of a page for whoever waits for it: how much it moves while it loads, and how long its longest task keeps the thread. */
import type { BrowserContext, Page } from 'playwright-core';

export interface PageCost {
  /** Cumulative layout shift until it is drawn and at rest. */
  readonly shift: number;
  /** Parts that moved, for the message. */
  readonly moved: readonly string[];
  /** Processor time of the longest task of the page's thread: what a busy machine adds to its length does not count. */
  readonly longestTaskMs: number;
  /** Charts, and those of them whose axis at the side says nothing. */
  readonly charts: number;
  readonly mute: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[];
  }
}

const restMs = 700;

/** Waits until nothing is marked as on its way, and no file came for a while: what is fetched ahead for other pages comes later. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(async (wait) => {
    let [before, restsSince] = [-1, 0];
    for (;;) {
      const files = performance.getEntriesByType('resource').length;
      if (files !== before || document.querySelector('[aria-busy="true"]') !== null) restsSince = performance.now();
      if (performance.now() - restsSince >= wait) return;
      before = files;
      await new Promise((next) => setTimeout(next, 50));
    }
  }, restMs);
}

export async function measureCost(context: BrowserContext, url: string): Promise<PageCost> {
  const browser = context.browser();
  if (!browser) throw new Error('This context has no browser.');
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        window.shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
            const element = node instanceof Element ? node : node?.parentElement;
            return `${element?.tagName}.${element?.className} ${from.y},${from.height} → ${to.y},${to.height}`;
          }),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.goto(url);
  await untilDrawn(page);
  const shifts = await page.evaluate(() => window.shifts);
  const { charts, mute } = await page.evaluate(() => {
    const all = [...document.querySelectorAll('.recharts-wrapper')];
    return { charts: all.length, mute: all.filter((chart) => !chart.querySelector('.recharts-yAxis-tick-labels')).length };
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  await page.close();
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && threads.has(`${pid} ${tid}`));
  return {
    charts,
    mute,
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.flatMap(({ moved }) => moved),
    longestTaskMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  };
}
