/** Prometheus text that is asked for each second, where the target policy allows it, and read in a process apart. */
import type { SourceProblem } from '@plimsoll/contracts/resources';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { loopbackPort } from './process-probe.ts';
import { machineCores } from './process-usage.ts';
import { coresOf, figuresBetween, type Scraped } from './prometheus.ts';
import { type ResourceProbe, tellsNothing } from './resource-probe.ts';
import type { Scrapes } from './scrapes.ts';

export function openScrapeProbe(
  { name, url }: { readonly name: string; readonly url: string },
  policy: TargetPolicy,
  scrapes: Scrapes,
): ResourceProbe {
  const ownCores = loopbackPort(url) === null ? null : machineCores;
  let before: { readonly scraped: Scraped; readonly atMs: number } | null = null;
  let cores: number | null = null;

  async function scrape(): Promise<{ readonly scraped: Scraped; readonly atMs: number } | SourceProblem> {
    const answer = await scrapes.ask({ url, policy });
    return 'problem' in answer ? answer.problem : { scraped: answer.scraped, atMs: performance.now() };
  }

  return {
    kind: 'scrape',
    name: () => name,
    cores: () => cores,
    quotaCores: () => null,
    async begin() {
      const first = await scrape();
      before = typeof first === 'string' ? null : first;
    },
    async look() {
      const now = await scrape();
      if (typeof now === 'string') return { figures: null, problem: now };
      const last = before;
      before = now;
      cores = coresOf(now.scraped, ownCores);
      if (!last) return { figures: null, problem: null };
      const figures = figuresBetween(last.scraped, now.scraped, (now.atMs - last.atMs) / 1000, ownCores);
      return tellsNothing(figures) ? { figures: null, problem: null } : { figures, problem: null };
    },
    close: () => scrapes.close(),
  };
}
