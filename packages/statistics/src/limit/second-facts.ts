/** The facts of one second about the limit of the load. */
import type { LimitEvidenceKind } from '@plimsoll/contracts/limit';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { lineFull, lineShare } from '../second/line-share.ts';
import { countFinished } from '../second/seconds.ts';
import { findStrain, type Strain } from './generator-strain.ts';
import type { MeasuredSecond } from './measured-second.ts';
import type { ServiceQueue, ServiceTimes } from './service-queue.ts';
import { busyShare } from './short-windows.ts';
import { busyCores, hasRoom, isCoreFull, isProcessorFull, type TargetSecond } from './target-second.ts';

/** So many of what ended are no accident. */
const manyShare = 0.05;
/** The target did not answer in time. */
const unansweredKinds = ['timeout', 'connect_timeout'] as const satisfies OutcomeKind[];
/** The target turned the request away, and so do answers that say "too much" (RFC 6585, RFC 9110). */
const refusedKinds = ['connect_refused', 'reset', 'closed_early'] as const satisfies OutcomeKind[];
const refusedStatuses = ['429', '503'];
const refusedCalls = ['RESOURCE_EXHAUSTED', 'UNAVAILABLE'] as const;
/** Others' share of a machine that is worth telling. */
const noticed = 0.1;

export interface SecondFacts {
  readonly second: MeasuredSecond;
  readonly slotsBusy: boolean;
  readonly unanswered: number;
  readonly refused: number;
  readonly strain: Strain;
  readonly target: TargetSecond | null;
  /** Asked where it matters only: it decodes the second's service times. */
  readonly queue: () => ServiceQueue;
  readonly lineShare: number;
  /** Share of the machine's cores, by others than generator and target; null where it is not known. */
  readonly otherWork: number | null;
}

export interface FactSources {
  readonly times: ServiceTimes;
  readonly targetOf: (second: number) => TargetSecond | null;
  readonly lineBitsPerSecond: number | null;
  readonly busy: ReadonlySet<MeasuredSecond>;
}

export function findFacts(second: MeasuredSecond, { times, targetOf, lineBitsPerSecond, busy }: FactSources): SecondFacts {
  const target = targetOf(second.second);
  const ended = Math.max(1, countFinished(second.outcomes));
  const share = (count: number) => (count >= manyShare * ended ? count / ended : 0);
  const refusals =
    refusedKinds.reduce((sum, kind) => sum + (second.outcomes[kind] ?? 0), 0) +
    refusedStatuses.reduce((sum, status) => sum + (second.statuses[status] ?? 0), 0) +
    second.shards.reduce((sum, { grpcStatuses }) => sum + refusedCalls.reduce((of, status) => of + (grpcStatuses[status] ?? 0), 0), 0);
  const others = second.generator.otherWork ?? null;
  const otherWork = others === null ? null : Math.max(0, others - (target?.onThisMachine ? (target.cpu ?? 0) : 0));
  return {
    second,
    slotsBusy: busy.has(second),
    unanswered: share(unansweredKinds.reduce((sum, kind) => sum + (second.outcomes[kind] ?? 0), 0)),
    refused: share(refusals),
    strain: findStrain(second.generator, otherWork),
    target,
    queue: () => times.judge(second),
    lineShare: lineShare(second, lineBitsPerSecond),
    otherWork,
  };
}

type FoundEvidence = [LimitEvidenceKind, Record<string, number>];

/** The share of the machine that others took, told of every second. */
export function listOtherWork({ otherWork }: SecondFacts): FoundEvidence[] {
  return otherWork !== null && otherWork >= noticed ? [['other_work', { share: otherWork }]] : [];
}

/** The evidence that a second gives, with its figures. */
export function listEvidence(facts: SecondFacts, times: ServiceTimes): FoundEvidence[] {
  const { second, target, strain } = facts;
  const { generator } = second;
  const found: FoundEvidence[] = [];
  const add = (when: boolean, kind: LimitEvidenceKind, figures: Record<string, number>) => {
    if (when) found.push([kind, figures]);
  };
  add(facts.slotsBusy, 'slots_busy', { share: Math.min(1, busyShare(second)), slots: second.slots });
  add(facts.unanswered > 0, 'unanswered', { share: facts.unanswered });
  add(facts.refused > 0, 'refused', { share: Math.min(1, facts.refused) });
  if (target) {
    const cores = busyCores(target) ?? 0;
    add(isCoreFull(target), 'target_core_full', { share: target.busiestThread ?? 0 });
    add(isProcessorFull(target), 'target_cpu_full', { cores });
    add(hasRoom(target), 'target_cpu_free', { cores });
  }
  const [timeUs, baseUs] = [times.timeUs(second) ?? 0, times.baseUs ?? 0];
  const queue = facts.queue();
  add(queue === 'grew', 'service_time_grew', { timeUs, baseUs });
  add(queue === 'same', 'service_time_same', { timeUs, baseUs });
  add(strain.full, 'thread_full', { share: Math.min(1, Math.max(generator.eventLoopUtilisation, generator.cpu)) });
  add(strain.starved && !strain.throttled, 'waited_for_core', { share: generator.waitedForCore ?? 0 });
  add(strain.throttled, 'quota_used_up', { share: generator.throttled ?? 0 });
  add(strain.heldUp, 'loop_held_up', { timeUs: generator.eventLoopDelayP99Us });
  add(facts.lineShare >= lineFull, 'line_full', { share: Math.min(1, facts.lineShare) });
  return [...found, ...listOtherWork(facts)];
}
