/** Thresholds and validity while a run goes on, as often as they cost at most a twentieth of a thread. */

import type { LiveState } from '@plimsoll/contracts/live';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { asksTargetCpu, parseThreshold } from '@plimsoll/contracts/threshold';
import { evaluateThresholds } from '@plimsoll/statistics/thresholds';
import { judgeValidity } from '@plimsoll/statistics/validity';

/** Beyond this many samples, live thresholds and validity rest until the end: they are made from all samples. */
const mostJudged = 3600;
/** Milliseconds between two judgements, at least. */
const leastPauseMs = 900;

type Judged = Pick<LiveState, 'validity' | 'thresholds'>;

/** Names of requests in thresholds. */
function requestsNamed(thresholds: readonly string[]): ReadonlySet<string> {
  return new Set(
    thresholds.map(parseThreshold).flatMap((threshold) => ('error' in threshold || threshold.request === null ? [] : [threshold.request])),
  );
}

export class LiveJudge {
  readonly #plan: Plan;
  readonly #named: ReadonlySet<string>;
  readonly #asksCpu: boolean;
  #samples: Sample[] = [];
  #fresh = false;
  #last: Judged = { validity: null, thresholds: [] };
  #notBefore = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#named = requestsNamed(plan.thresholds);
    this.#asksCpu = asksTargetCpu(plan.thresholds);
  }

  /** Of requests only those that thresholds name are kept: they hold the most of a sample. */
  add(sample: Sample): void {
    this.#fresh = true;
    const byRequest = sample.byRequest.filter(({ name }) => this.#named.has(name));
    if (this.#samples.length <= mostJudged) this.#samples.push({ ...sample, byRequest });
  }

  /** `readCpu`: the target's mean CPU from a second on; asked where a threshold is about it. */
  async judge(readCpu: (fromSecond: number) => Promise<number | null>): Promise<Judged> {
    const now = performance.now();
    if (!this.#fresh || now < this.#notBefore) return this.#last;
    if (this.#samples.length > mostJudged) {
      this.#samples = [];
      this.#notBefore = Number.POSITIVE_INFINITY;
      return this.#last;
    }
    this.#fresh = false;
    const [measured] = this.#samples.filter(({ warmup }) => !warmup);
    const cpu = this.#asksCpu && measured ? await readCpu(measured.second) : null;
    const from = performance.now();
    this.#last = {
      validity: judgeValidity(this.#plan, this.#samples),
      thresholds: evaluateThresholds(this.#plan.thresholds, this.#samples, { cpu }),
    };
    const cost = performance.now() - from;
    this.#notBefore = now + Math.max(leastPauseMs, cost * 20);
    return this.#last;
  }
}
