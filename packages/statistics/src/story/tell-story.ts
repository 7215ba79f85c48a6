/** The story of a run, told from its samples. Pure, and also usable while the run goes on. */
import { type Plan, peakInFlight } from '@plimsoll/contracts/plan';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import type { Story } from '@plimsoll/contracts/story';
import { shortestSecondMs } from '@plimsoll/contracts/whole-seconds';
import { findingSentence } from '@plimsoll/wording/story-sentence';
import { stageLabel } from '../run/csv.ts';
import { mergeIntoPoints } from '../second/point.ts';
import { listFindings } from './list-findings.ts';
import { StageList } from './list-stages.ts';
import { LoadCurve } from './load-curve.ts';
import type { ResourceSecond } from './story-context.ts';

export type { ResourceSecond } from './story-context.ts';

export interface StoryOptions {
  /** Of the target, by second of the run. */
  readonly resources?: readonly ResourceSecond[];
  /** Bits per second of the interface towards the target, where known. */
  readonly lineBitsPerSecond?: number | null;
}

/** Samples in any order, warm-up included. */
export function tellStory(plan: Plan, samples: readonly Sample[], { resources = [], lineBitsPerSecond = null }: StoryOptions = {}): Story {
  const stages = new StageList();
  const curve = new LoadCurve(plan);
  const measured: Point[] = [];
  mergeIntoPoints(samples, 1, {
    names: ['responseTime', 'serviceTime'],
    withoutRequests: true,
    seen: (point, { responseTime }) => {
      stages.add(stageLabel(plan, point.second), point, responseTime);
      if (point.warmup || point.lengthMs < shortestSecondMs) return;
      curve.add(point, responseTime);
      measured.push(point);
    },
  });
  const { findings, ceiling } = listFindings({ plan, seconds: measured, resources, lineBitsPerSecond });
  const { streams, pipelining, maxActiveRequests } = plan.connection;
  const bound = peakInFlight(plan) === maxActiveRequests ? 'limit' : streams > 1 || pipelining > 1 ? 'slots' : 'connections';
  const recoveries = findings.flatMap((one) => (one.kind === 'recovered' ? one.figures.afterSeconds : []));
  return {
    findings: findings.map((finding) => ({ ...finding, text: findingSentence(finding, bound) })),
    stages: stages.list(resources),
    ceilingPerSecond: ceiling?.perSecond ?? null,
    recoverySeconds: recoveries.length > 0 ? Math.max(...recoveries) : null,
    overload: ceiling && curve.judge(ceiling.perSecond),
  };
}
