/** The stages of a run beside each other, with percentiles read from merged histograms: no second and no request is left out. */
import type { StoryStage } from '@plimsoll/contracts/story';
import { addHistogram, emptyHistogram, type Histogram, valuesAt } from '../histogram/histogram.ts';
import { sumByKey } from '../second/merge-fields.ts';
import type { StorySecond } from './rated-second.ts';
import type { ResourceSecond } from './story-context.ts';

const drain = 'drain';
/** Ten answers in 3 ms are no 3 000/s. */
const leastDrainMs = 1000;

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
    return this.#stages.filter(happened).map((stage) => describe(stage, resources));
  }
}

/** A few milliseconds after the load, in which nothing came back, are no row. */
function happened({ name, seconds }: Stage): boolean {
  return name !== drain || seconds.some(({ sent, dropped, outcomes }) => sent + dropped > 0 || Object.keys(outcomes).length > 0);
}

function describe({ name, seconds, responseTime }: Stage, resources: readonly ResourceSecond[]): StoryStage {
  const [first, last] = [seconds[0], seconds.at(-1)] as [StorySecond, StorySecond];
  const lengthMs = seconds.reduce((sum, one) => sum + one.lengthMs, 0);
  const sum = (of: (second: StorySecond) => number) => seconds.reduce((total, one) => total + of(one), 0);
  const counts = {
    planned: sum(({ planned }) => planned),
    sent: sum(({ sent }) => sent),
    dropped: sum(({ dropped }) => dropped),
    done: sum(({ done }) => done),
    failed: sum(({ failed }) => failed),
  };
  const rate = (count: number) => (count * 1000) / (name === drain ? Math.max(leastDrainMs, lengthMs) : lengthMs);
  const [p50Us, p95Us, p99Us] = valuesAt(responseTime, [50, 95, 99]);
  const own = resources.filter(({ second }) => second >= first.second && second <= last.second);
  return {
    name,
    fromSecond: first.second,
    toSecond: last.second + 1,
    plannedPerSecond: rate(counts.planned),
    sentPerSecond: rate(counts.sent),
    goodPerSecond: rate(counts.done),
    failedPerSecond: rate(counts.failed),
    p50Us: p50Us ?? null,
    p95Us: p95Us ?? null,
    p99Us: p99Us ?? null,
    counts,
    statuses: sumByKey(seconds.map(({ statuses }) => statuses)),
    outcomes: sumByKey(seconds.map(({ outcomes }) => outcomes)),
    resources: own.length > 0 ? meanResources(own) : null,
  };
}

function meanResources(seconds: readonly ResourceSecond[]): Record<string, number> {
  const values = new Map<string, number[]>();
  for (const { values: one } of seconds)
    for (const [metric, value] of Object.entries(one)) values.set(metric, [...(values.get(metric) ?? []), value]);
  return Object.fromEntries([...values].map(([metric, list]) => [metric, list.reduce((sum, value) => sum + value, 0) / list.length]));
}
