/** How a command ends: one number, judged from the verdicts that the run or the comparison has already. */
import { type ComparisonResult, isComparable } from '@plimsoll/contracts/comparison';
import type { Capacity } from '@plimsoll/contracts/experiment';
import { isNothingGood, judgeFailure } from '@plimsoll/contracts/failure';
import type { Run } from '@plimsoll/contracts/run';
import { isOpen, leadingVerdict, type MetricDelta, type Verdict, worstVerdict } from '@plimsoll/contracts/verdict';

export const exitCodes = {
  fine: 0,
  worse: 90,
  undecided: 91,
  invalid: 92,
  unanswered: 93,
  lost: 97,
  thresholds: 99,
  usage: 104,
  stopped: 130,
} as const;
export type ExitReason = keyof typeof exitCodes;

export type JudgedRun = Pick<Run, 'state' | 'ending' | 'summary' | 'validity' | 'thresholds' | 'baseline'>;

/** Why no verdict of its figures may be read; null: they may. A run without a sample is never a pass. */
function findTrouble({ state, ending, summary, validity, thresholds }: JudgedRun): ExitReason | null {
  if (state === 'worker_lost' || state === 'control_lost') return 'lost';
  if (state === 'target_refused') return 'usage';
  if (state === 'start_failed') return ending?.kind === 'overCaps' || ending?.kind === 'unreadablePlan' ? 'usage' : 'lost';
  if (state === 'stopped') return 'stopped';
  if (!summary || summary.requests === 0 || judgeFailure(summary) === 'unanswered') return 'unanswered';
  if (!validity || validity.stamp === 'invalid') return 'invalid';
  return state === 'completed' && thresholds.every(({ passed }) => passed) ? null : 'thresholds';
}

/** `strict`: a verdict against the baseline that is still open fails, too. A run without a good answer measured nothing, whatever its thresholds say. */
export function judgeRun(run: JudgedRun, strict: boolean): ExitReason {
  const trouble = findTrouble(run);
  if ((trouble === null || trouble === 'thresholds') && isNothingGood(run.summary)) return 'unanswered';
  return trouble ?? ofVerdict(againstBaseline(run.baseline), strict);
}

/** A metric that got better says nothing of one that is undecided. */
function againstBaseline(baseline: JudgedRun['baseline']): Verdict | null {
  return baseline && (baseline.verdict === 'better' ? worstVerdict(baseline.metrics) : baseline.verdict);
}

function ofVerdict(verdict: Verdict | null, strict: boolean): ExitReason {
  if (verdict === 'worse') return 'worse';
  return verdict !== null && isOpen(verdict) && strict ? 'undecided' : 'fine';
}

/** What a comparison speaks of: the services that ran, or their builds, each started anew several times. */
export type Spoken = 'services' | 'builds';

/**
 * The worst verdict among the headline metrics of all candidates. A build that nothing is known of is undecided, and so is a candidate that
 * cannot be compared.
 */
function verdictOf({ candidates }: Pick<ComparisonResult, 'candidates'>, of: Spoken): Verdict {
  const spoken = ({ verdict, claims }: MetricDelta) => (of === 'services' ? verdict : (claims?.builds?.verdict ?? 'not_enough_evidence'));
  const worst = candidates.map((one): Verdict => {
    if (!isComparable(one)) return 'not_enough_evidence';
    return worstVerdict(one.metrics.map((metric) => ({ ...metric, verdict: spoken(metric) })));
  });
  return leadingVerdict(worst, 'worst');
}

/** In this order the trouble of several runs is told. */
const gravest: readonly ExitReason[] = ['lost', 'usage', 'stopped', 'unanswered', 'invalid'];

/** `runs`: those that were compared. Null: there is no comparison. */
export function judgeComparison(
  result: ComparisonResult | null,
  runs: readonly JudgedRun[],
  strict: boolean,
  of: Spoken = 'services',
): ExitReason {
  const troubles = runs.map(findTrouble);
  const grave = gravest.find((reason) => troubles.includes(reason));
  if (grave) return grave;
  // Where one side alone has no good answer, that is what changed.
  if (runs.length > 0 && runs.every(({ summary }) => isNothingGood(summary))) return 'unanswered';
  if (!result || result.candidates.some(({ code }) => code?.refused?.kind === 'invalid')) return 'invalid';
  const verdict = verdictOf(result, of);
  if (verdict === 'worse') return 'worse';
  return troubles.includes('thresholds') ? 'thresholds' : ofVerdict(verdict, strict);
}

/** A search: nothing found is a failed threshold, unless the generator was what could not go on. */
export function judgeCapacity(capacity: Capacity | null, strict: boolean): ExitReason {
  if (!capacity) return 'unanswered';
  if (capacity.rate === null) return capacity.limit === null ? 'thresholds' : 'invalid';
  return capacity.confirmed || !strict ? 'fine' : 'undecided';
}
