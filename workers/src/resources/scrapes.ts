/** Asks the exporters of one run, in a process apart that is made with the first ask. One that breaks is replaced after a while. */
import { type ApartProcess, openApartProcess } from '@plimsoll/network/apart-process';
import { childEnvironment } from '../config.ts';
import type { ScrapeAnswer, ScrapeQuestion } from './scrape-main.ts';

export interface Scrapes {
  ask(question: ScrapeQuestion): Promise<ScrapeAnswer>;
  close(): void;
}

/** The time of an ask: the exporter has 2 s of it. */
const longestMs = 3000;
/** Whoever broke one process may break the next. */
const restMs = 5000;

export function openScrapes(): Scrapes {
  let process: ApartProcess | null = null;
  let restsUntilMs = 0;
  let closed = false;
  return {
    async ask(question) {
      if (closed || performance.now() < restsUntilMs) return { problem: 'unreachable' };
      process ??= openApartProcess({ module: new URL('./scrape-main.ts', import.meta.url), environment: childEnvironment() });
      const asked = process;
      try {
        return await asked.ask<ScrapeAnswer>('scrape', question, longestMs);
      } catch {
        asked.close();
        if (process === asked) {
          process = null;
          restsUntilMs = performance.now() + restMs;
        }
        return { problem: 'unreachable' };
      }
    },
    close() {
      closed = true;
      process?.close();
    },
  };
}
