/** The process that asks the exporters of one run and reads what they say. */
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { answerAsks } from '@plimsoll/network/answer-asks';
import { type GuardedGet, openGuardedGet } from '@plimsoll/network/guarded-get';
import { readPrometheus, type Scraped } from './prometheus.ts';

export interface ScrapeQuestion {
  readonly url: string;
  readonly policy: TargetPolicy;
}
export type ScrapeAnswer = { readonly scraped: Scraped } | { readonly problem: 'target_refused' | 'unreachable' | 'unreadable' };

/** An exporter that takes longer misses its second. */
const limits = { timeoutMs: 2000, mostBytes: 4 * 1024 * 1024 };
/** More are no exporter's: they would have to be counted where runs are looked after. */
const mostSamples = 50_000;
/** One for each exporter: it remembers which address answered. */
const opened = new Map<string, GuardedGet>();

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'phase' in error && error.phase === 'policy';
}

async function scrape({ url, policy }: ScrapeQuestion): Promise<ScrapeAnswer> {
  const key = JSON.stringify([url, policy]);
  const address = opened.get(key) ?? openGuardedGet(new URL(url), policy);
  opened.set(key, address);
  try {
    const scraped = readPrometheus(await address.get(limits));
    const samples = [...scraped.values()].reduce((sum, { length }) => sum + length, 0);
    if (samples === 0 || samples > mostSamples) return { problem: 'unreadable' };
    return { scraped };
  } catch (error) {
    return { problem: isRefused(error) ? 'target_refused' : 'unreachable' };
  }
}

answerAsks({ scrape });
