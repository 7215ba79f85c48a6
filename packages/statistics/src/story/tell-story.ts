/** The story of a run, told from its samples. Pure, and also usable while the run goes on. */
import { type Plan, peakInFlight } from '@plimsoll/contracts/plan';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import type { Story } from '@plimsoll/contracts/story';
import { countedMark } from '@plimsoll/contracts/streaming';
import { messageTimes } from '@plimsoll/contracts/times';
import { sayStory } from '@plimsoll/wording/story-sentence';
import { judgeLimits, type LimitSources } from '../limit/judge-limits.ts';
import { listMeasured } from '../limit/measured-second.ts';
import { stageLabel } from '../run/csv.ts';
import { mergeIntoPoints } from '../second/point.ts';
import { listFindings } from './list-findings.ts';
import { StageList } from './list-stages.ts';
import { LoadCurve } from './load-curve.ts';
import { findRegionsApart, type StoryRegion } from './region-story.ts';
import { hasRates, type ResourceSecond } from './story-context.ts';
import { StreamStory } from './stream-story.ts';

export type { StoryRegion } from './region-story.ts';
export type { ResourceSecond } from './story-context.ts';

export interface StoryOptions {
  /** Resources of the target, by second of the run. */
  readonly resources?: readonly ResourceSecond[];
  /** Further sources of the judge of limits; the same as for the stamp of the run. */
  readonly limitSources?: LimitSources;
  /** The same samples by region, of a plan with several. */
  readonly regions?: readonly StoryRegion[];
}

/** Samples in any order, warm-up included. */
export function tellStory(
  plan: Plan,
  samples: readonly Sample[],
  { resources = [], limitSources = {}, regions = [] }: StoryOptions = {},
): Story {
  const stages = new StageList();
  const curve = new LoadCurve(plan);
  const streams = new StreamStory();
  const measured: Point[] = [];
  mergeIntoPoints(samples, 1, {
    names: ['responseTime', 'serviceTime', ...messageTimes],
    withoutRequests: true,
    seen: (point, merged) => {
      const { responseTime } = merged;
      stages.add(stageLabel(plan, point.second), point, responseTime);
      if (point.warmup) return;
      const loaded = hasRates(plan, point);
      if (loaded) curve.add(point, responseTime);
      streams.add(point, merged, loaded);
      measured.push(point);
    },
  });
  const limits = judgeLimits(plan, listMeasured(samples), limitSources).seconds;
  const { lineBitsPerSecond = null } = limitSources;
  const { findings: ofRequests, ceiling } = listFindings({ plan, seconds: measured, limits, resources, lineBitsPerSecond });
  const findings = [...ofRequests, ...streams.list(), ...findRegionsApart(plan, regions)].sort((a, b) => a.second - b.second);
  const nothingGood = measured.every(({ done }) => done === 0);
  const { connection } = plan;
  const bound =
    peakInFlight(plan) === connection.maxActiveRequests
      ? 'limit'
      : connection.streams > 1 || connection.pipelining > 1
        ? 'slots'
        : 'connections';
  const recoveries = findings.flatMap((one) => (one.kind === 'recovered' ? one.figures.afterSeconds : []));
  return sayStory({
    findings: findings.map((finding) => ({ ...finding, text: '' })),
    stages: stages.list(resources),
    ceilingPerSecond: ceiling?.perSecond ?? null,
    recoverySeconds: recoveries.length > 0 ? Math.max(...recoveries) : null,
    overload: ceiling && curve.judge(ceiling.perSecond),
    code: { bound, nothingGood, ...countedMark(connection) },
  });
}
