/** Thresholds and validity while a run goes on, as often as they cost at most a twentieth of a thread. */

import type { LiveState } from '@plimsoll/contracts/live';
import { type MeasuredTarget, unknownTarget } from '@plimsoll/contracts/measured-target';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { asksTarget, parseThreshold } from '@plimsoll/contracts/threshold';
import { evaluateThresholds } from '@plimsoll/statistics/thresholds';
import { judgeValidity } from '@plimsoll/statistics/validity';
import type { TargetOfSecond } from '../run/target-of-second.ts';

/** Beyond this many samples, live thresholds and validity rest until the end: they are made from all samples. */
const mostJudged = 3600;
/** Milliseconds between two judgements, at least. */
const leastPauseMs = 900;

/** How the target's resources are read. */
interface TargetReaders {
  /** Over the seconds from this one on; asked where a threshold is about them. */
  measured(fromSecond: number): Promise<MeasuredTarget>;
  bySecond(): Promise<TargetOfSecond>;
}

type Judged = Pick<LiveState, 'validity' | 'thresholds'>;

function requestsNamed(thresholds: readonly string[]): ReadonlySet<string> {
  return new Set(
    thresholds.map(parseThreshold).flatMap((threshold) => ('error' in threshold || threshold.request === null ? [] : [threshold.request])),
  );
}

export class LiveJudge {
  readonly #plan: Plan;
  readonly #named: ReadonlySet<string>;
  readonly #asksTarget: boolean;
  #samples: Sample[] = [];
  #fresh = false;
  #last: Judged = { validity: null, thresholds: [] };
  #notBefore = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#named = requestsNamed(plan.thresholds);
    this.#asksTarget = asksTarget(plan.thresholds);
  }

  /** Only requests that thresholds name are kept: requests hold the most of a sample. */
  add(sample: Sample): void {
    this.#fresh = true;
    const byRequest = sample.byRequest.filter(({ name }) => this.#named.has(name));
    if (this.#samples.length <= mostJudged) this.#samples.push({ ...sample, byRequest });
  }

  async judge(target: TargetReaders): Promise<Judged> {
    const now = performance.now();
    if (!this.#fresh || now < this.#notBefore) return this.#last;
    if (this.#samples.length > mostJudged) {
      this.#samples = [];
      this.#notBefore = Number.POSITIVE_INFINITY;
      return this.#last;
    }
    this.#fresh = false;
    const [measured] = this.#samples.filter(({ warmup }) => !warmup);
    const asked = this.#asksTarget && measured ? await target.measured(measured.second) : unknownTarget;
    const targetOf = await target.bySecond();
    const from = performance.now();
    this.#last = {
      validity: judgeValidity(this.#plan, this.#samples, { targetOf }),
      thresholds: evaluateThresholds(this.#plan.thresholds, this.#samples, asked),
    };
    const cost = performance.now() - from;
    this.#notBefore = now + Math.max(leastPauseMs, cost * 20);
    return this.#last;
  }
}
