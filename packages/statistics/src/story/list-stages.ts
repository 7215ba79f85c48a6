/** The stages of a run beside each other, with percentiles read from merged histograms. */
import type { StoryStage } from '@plimsoll/contracts/story';
import { addHistogram, emptyHistogram, type Histogram, valuesAt } from '../histogram/histogram.ts';
import { sumByKey } from '../second/merge-fields.ts';
import type { StorySecond } from './rated-second.ts';
import type { ResourceSecond } from './story-context.ts';

interface Stage {
  readonly name: string;
  readonly seconds: StorySecond[];
  readonly responseTime: Histogram;
}

/** Takes seconds by rising second, warm-up included, and gives their stages. */
export class StageList {
  readonly #stages: Stage[] = [];

  /** `responseTime` is read at once and may be reused. */
  add(name: string, second: StorySecond, responseTime: Histogram): void {
    let stage = this.#stages.at(-1);
    if (stage?.name !== name) {
      stage = { name, seconds: [], responseTime: emptyHistogram() };
      this.#stages.push(stage);
    }
    stage.seconds.push(second);
    addHistogram(stage.responseTime, responseTime);
  }

  list(resources: readonly ResourceSecond[]): StoryStage[] {
    return this.#stages.map((stage) => describe(stage, resources));
  }
}

function describe({ name, seconds, responseTime }: Stage, resources: readonly ResourceSecond[]): StoryStage {
  const [first, last] = [seconds[0], seconds.at(-1)] as [StorySecond, StorySecond];
  const lengthMs = seconds.reduce((sum, one) => sum + one.lengthMs, 0);
  const rate = (of: (second: StorySecond) => number) => (seconds.reduce((sum, one) => sum + of(one), 0) * 1000) / lengthMs;
  const [p50Us, p95Us, p99Us] = valuesAt(responseTime, [50, 95, 99]);
  const own = resources.filter(({ second }) => second >= first.second && second <= last.second);
  return {
    name,
    fromSecond: first.second,
    toSecond: last.second + 1,
    plannedPerSecond: rate(({ planned }) => planned),
    sentPerSecond: rate(({ sent }) => sent),
    goodPerSecond: rate(({ done }) => done),
    failedPerSecond: rate(({ failed }) => failed),
    p50Us: p50Us ?? null,
    p95Us: p95Us ?? null,
    p99Us: p99Us ?? null,
    statuses: sumByKey(seconds.map(({ statuses }) => statuses)),
    resources: own.length > 0 ? meanResources(own) : null,
  };
}

function meanResources(seconds: readonly ResourceSecond[]): Record<string, number> {
  const values = new Map<string, number[]>();
  for (const { values: one } of seconds)
    for (const [metric, value] of Object.entries(one)) values.set(metric, [...(values.get(metric) ?? []), value]);
  return Object.fromEntries([...values].map(([metric, list]) => [metric, list.reduce((sum, value) => sum + value, 0) / list.length]));
}
