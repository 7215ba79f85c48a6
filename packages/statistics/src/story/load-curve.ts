/** Good answers and their time by planned rate: what more load brings. */
import { durationMs } from '@plimsoll/contracts/duration';
import { buildRateLine } from '@plimsoll/contracts/load-shape';
import { type RateLine, rateAt } from '@plimsoll/contracts/rate-line';
import type { Overload, OverloadManner } from '@plimsoll/contracts/story';
import { addHistogram, emptyHistogram, type Histogram, merge, valueAt } from '../histogram/histogram.ts';
import type { StorySecond } from './rated-second.ts';
import type { StoryPlan } from './story-context.ts';

const mostSteps = 40;
/** Below this share of what it was before, the load has fallen. */
const falling = 0.95;
/** Beyond the ceiling begins clearly above it: at it, chance decides. */
const beyond = 1.05;
/** Answers that took this much longer than below the ceiling are slow … */
const slower = 3;
/** … and where nothing was below it, those that took longer than half a second. */
const slowUs = 500_000;
/** Failed and dropped requests are half of what was planned above the ceiling, at least: load is shed. */
const shedShare = 0.5;
/** Good answers below this share of the ceiling: the target does less than it can. */
const collapsed = 0.7;

interface Step {
  lengthMs: number;
  planned: number;
  done: number;
  /** Failed or never sent. */
  lost: number;
  readonly responseTime: Histogram;
}

const newStep = (): Step => ({ lengthMs: 0, planned: 0, done: 0, lost: 0, responseTime: emptyHistogram() });

/** Seconds by their planned rate, in equal steps up to the load's peak. Seconds of less load than there was before would mix in the recovery. */
export class LoadCurve {
  readonly #line: RateLine | null;
  readonly #warmupSeconds: number;
  readonly #peakRate: number;
  readonly #steps = new Map<number, Step>();
  /** The highest load so far, of the peak. */
  #mostShare = 0;

  constructor({ load, warmup }: StoryPlan) {
    this.#line = load.model === 'open' ? buildRateLine(load) : null;
    this.#warmupSeconds = durationMs(warmup) / 1000;
    this.#peakRate = Math.max(0, ...(this.#line?.segments ?? []).flatMap(({ fromRate, toRate }) => [fromRate, toRate]));
  }

  /** By rising second, without the warm-up. `responseTime` is read at once and may be reused. */
  add(second: StorySecond, responseTime: Histogram): void {
    if (!this.#line || this.#peakRate === 0) return;
    const share = rateAt(this.#line, second.second - this.#warmupSeconds + 0.5) / this.#peakRate;
    if (share < falling * this.#mostShare) return;
    this.#mostShare = Math.max(this.#mostShare, share);
    const place = Math.round(share * mostSteps);
    const step = this.#steps.get(place) ?? newStep();
    this.#steps.set(place, step);
    step.lengthMs += second.lengthMs;
    step.planned += second.planned;
    step.done += second.done;
    step.lost += second.failed + second.dropped;
    addHistogram(step.responseTime, responseTime);
  }

  /** The target's behaviour beyond this ceiling; null where the load never went beyond it. */
  judge(ceilingPerSecond: number): Overload | null {
    const steps = [...this.#steps].sort(([a], [b]) => a - b).map(([, step]) => step);
    const above = steps.filter((step) => perSecond(step, step.planned) > beyond * ceilingPerSecond);
    if (above.length === 0) return null;
    const below = steps.filter((step) => perSecond(step, step.planned) < ceilingPerSecond);
    const whole = sum(above);
    const goodPerSecond = perSecond(whole, whole.done);
    const p95Us = valueAt(whole.responseTime, 95);
    const p95BeforeUs = valueAt(sum(below).responseTime, 95);
    const isSlow = p95Us !== null && p95Us > (p95BeforeUs === null ? slowUs : slower * p95BeforeUs);
    const tooMuch = perSecond(whole, whole.planned) - ceilingPerSecond;
    const isShed = perSecond(whole, whole.lost) >= shedShare * tooMuch;
    const manner: OverloadManner =
      goodPerSecond < collapsed * ceilingPerSecond ? 'collapsed' : isSlow ? (isShed ? 'both' : 'slow') : 'shed';
    const figures = { manner, goodPerSecond, p95Us, p95BeforeUs };
    const curve = steps.map((step) => ({
      plannedPerSecond: perSecond(step, step.planned),
      goodPerSecond: perSecond(step, step.done),
      p95Us: valueAt(step.responseTime, 95),
    }));
    return { ...figures, text: '', curve };
  }
}

const perSecond = ({ lengthMs }: Step, count: number) => (lengthMs > 0 ? (count * 1000) / lengthMs : 0);

function sum(steps: readonly Step[]): Step {
  const total = (of: (step: Step) => number) => steps.reduce((all, step) => all + of(step), 0);
  return {
    lengthMs: total((step) => step.lengthMs),
    planned: total((step) => step.planned),
    done: total((step) => step.done),
    lost: total((step) => step.lost),
    responseTime: merge(steps.map(({ responseTime }) => responseTime)),
  };
}
