/** Prometheus text that is asked for each second, where the target policy allows it. */
import type { SourceProblem } from '@plimsoll/contracts/resources';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { openGuardedGet } from '@plimsoll/engine/guarded-get';
import { loopbackPort } from './process-probe.ts';
import { machineCores } from './process-usage.ts';
import { coresOf, figuresBetween, readPrometheus, type Scraped } from './prometheus.ts';
import { type ResourceProbe, tellsNothing } from './resource-probe.ts';

/** An exporter that takes longer misses its second. */
const limits = { timeoutMs: 2000, mostBytes: 4 * 1024 * 1024 };

export function openScrapeProbe({ name, url }: { readonly name: string; readonly url: string }, policy: TargetPolicy): ResourceProbe {
  const address = openGuardedGet(new URL(url), policy);
  const ownCores = loopbackPort(url) === null ? null : machineCores;
  let before: { readonly scraped: Scraped; readonly atMs: number } | null = null;
  let cores: number | null = null;

  async function scrape(): Promise<{ readonly scraped: Scraped; readonly atMs: number } | SourceProblem> {
    try {
      const scraped = readPrometheus(await address.get(limits));
      return scraped.size > 0 ? { scraped, atMs: performance.now() } : 'unreadable';
    } catch (error) {
      return isRefused(error) ? 'target_refused' : 'unreachable';
    }
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
  };
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'phase' in error && error.phase === 'policy';
}
