/** All findings of a run. A target that keeps up gives none. */
import type { BareFinding } from '@plimsoll/contracts/story';
import { findBacklogBursts } from './backlog-burst.ts';
import { findConcurrencyBound } from './concurrency-bound.ts';
import { findFailingFast } from './failing-fast.ts';
import { findFirstConnectionErrors } from './first-connection-error.ts';
import { findFirstErrorStatuses } from './first-error-status.ts';
import { type Ceiling, findCeiling, findGoodputCeiling } from './goodput-ceiling.ts';
import { findGoodputDips } from './goodput-dip.ts';
import { findKeepAliveIgnored } from './keep-alive-ignored.ts';
import { findRecovered } from './recovered.ts';
import { findSaturatedResources } from './resource-saturated.ts';
import { findSentLeftPlanned } from './sent-left-planned.ts';
import { buildContext, type StoryInput } from './story-context.ts';

export interface Findings {
  /** By rising second. */
  readonly findings: readonly BareFinding[];
  readonly ceiling: Ceiling | null;
}

/** A fall to a ceiling is told as that, within so many seconds. */
const sameSeconds = 2;

export function listFindings(input: StoryInput): Findings {
  const whole = buildContext(input);
  const ceiling = findCeiling(whole);
  const isFallToCeiling = (from: number) => ceiling?.starts.some((start) => Math.abs(start - from) <= sameSeconds) ?? false;
  const context = { ...whole, dips: whole.dips.filter(({ from }) => !isFallToCeiling(from)) };
  const findings = [
    ...findConcurrencyBound(context),
    ...findSentLeftPlanned(context),
    ...findGoodputCeiling(context, ceiling),
    ...findSaturatedResources(context),
    ...findFirstConnectionErrors(context),
    ...findFirstErrorStatuses(context),
    ...findFailingFast(context),
    ...findGoodputDips(context),
    ...findBacklogBursts(context),
    ...findRecovered(context, ceiling),
    ...findKeepAliveIgnored(context),
  ];
  return { findings: findings.sort((a, b) => a.second - b.second), ceiling };
}
