/** The load and the plan of a run in words. */

import { choosesClient } from '@plimsoll/contracts/connection';
import type { Plan } from '@plimsoll/contracts/plan';
import { loadDurationMs, peakRate } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import type { RunListItem } from '@plimsoll/contracts/run-list';
import type { SharedPlan } from '@plimsoll/contracts/share';
import { countedAs } from '@plimsoll/wording/counted-as';
import { launchingWords, loadWords } from '@plimsoll/wording/en/app';
import { httpClientWords } from '@plimsoll/wording/en/names';
import { formatCount, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';

/**
 * `closed, 200 connections, 10 s` · `open, 14 stages to 700/s`; what stands in for a load that cannot be read is called that.
 * `cutShort`: its length in words where it is not that of the plan.
 */
export function loadPhrase(plan: Pick<Plan, 'load' | 'connection'>, cutShort: string | null = null): string {
  const { load } = plan;
  const lengthMs = loadDurationMs(load);
  const length = cutShort ?? (lengthMs === null ? '' : formatLength(lengthMs));
  if (load.model === 'open') {
    const peak = formatSignificant(peakRate(load) ?? 0);
    return load.stages ? loadWords.openStages({ count: load.stages.length, peak, length }) : loadWords.open({ peak, length });
  }
  if (load.stages)
    return loadWords.closedStages({ count: load.stages.length, peak: formatCount(Math.max(...load.stages.map((s) => s.to))), length });
  const ends = [
    length,
    load.requests === undefined ? '' : loadWords.requests({ ...countedAs(plan), text: formatShortCount(load.requests) }),
  ].filter(Boolean);
  // Only a stand-in has neither.
  if (ends.length === 0) return loadWords.unreadable;
  const connections = load.connections ?? 1;
  return loadWords.closed({ count: connections, connections: formatCount(connections), ends: ends.join(loadWords.or) });
}

/** An imported run tells no load, only the tool that made it. */
export function runLoadWords({ plan, source }: Pick<RunListItem, 'source'> & { readonly plan: Pick<Plan, 'load' | 'connection'> }): string {
  return source ? loadWords.imported({ tool: source.tool }) : loadPhrase(plan);
}

export function planWords(plan: Plan | SharedPlan, cutShort: string | null = null): string {
  return [
    loadPhrase(plan, cutShort),
    plan.connection.client === 'undici' ? '' : httpClientWords[plan.connection.client],
    plan.connection.protocol === 'http1' ? '' : launchingWords.protocols[plan.connection.protocol],
    // A connection of gRPC is always kept, one of WebSockets never.
    !choosesClient(plan.connection) ? '' : plan.connection.keepAlive ? loadWords.keepAliveOn : loadWords.keepAliveOff,
    plan.warmup === '0s' ? '' : loadWords.warmup({ length: plan.warmup }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** As `planWords`; of an imported run, the tool. */
export function runPlanWords(run: Pick<Run, 'plan' | 'source'>): string {
  return run.source ? runLoadWords(run) : planWords(run.plan);
}
