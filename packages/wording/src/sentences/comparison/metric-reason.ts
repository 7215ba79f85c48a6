/** The reason for a metric's verdict. */
import type { ArmRefusal } from '@plimsoll/contracts/arm-refusal';
import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import type { Claim, MetricCode, MetricDelta } from '@plimsoll/contracts/verdict';
import { buildsReasonWords, scopeWords, verdictReasonWords } from '../../en/comparison/verdict.ts';
import { metricFirstWords } from '../../en/names.ts';
import { changeFigure, limitFigure } from '../../figures/metric-figures.ts';
import { refusalOfArm } from './arm-refusal-sentence.ts';
import { changePhrase } from './change-phrase.ts';

/** `refused`: why an arm carries no verdict at all. A delta of a version before has its sentence already. */
export function sayMetric(delta: MetricDelta, refused: ArmRefusal | null): MetricDelta {
  return delta.code ? { ...delta, reason: metricReason(delta, delta.code, refused) } : delta;
}

function metricReason(delta: MetricDelta, code: MetricCode, refused: ArmRefusal | null): string {
  const { metric, claims } = delta;
  const interval = claims?.services.interval ?? delta.interval;
  const name = metricFirstWords[metric];
  if (code.kind === 'refused') return refused ? refusalOfArm(refused) : '';
  if (code.kind === 'notInBoth') return notInBoth(delta)({ metric: name });
  if (!('change' in code)) return verdictReasonWords[code.kind]({ metric: name });
  return verdictReasonWords[code.kind]({
    metric: name,
    change: changePhrase(metric, code.change),
    low: changeFigure(metric, interval?.low ?? null),
    high: changeFigure(metric, interval?.high ?? null),
    limit: limitFigure(metric, code.minimumEffect),
    scope: 'theseRuns' in code && code.theseRuns ? scopeWords.theseRuns : '',
    builds: claims ? buildsReason(metric, claims.builds, code.minimumEffect) : '',
    early: changePhrase(metric, 'early' in code ? code.early : null),
    late: changePhrase(metric, 'late' in code ? code.late : null),
  });
}

/** There is no ratio of its figures: one is missing, both are, or one is 0. */
function notInBoth({ base, candidate }: MetricDelta): (typeof verdictReasonWords)['notInBoth' | 'inNeither' | 'zero'] {
  if (base !== null && candidate !== null) return verdictReasonWords.zero;
  return base === null && candidate === null ? verdictReasonWords.inNeither : verdictReasonWords.notInBoth;
}

/** What is said of two services, said of their builds. */
function buildsReason(metric: ComparedMetric, claim: Claim | null, minimumEffect: number): string {
  if (!claim) return buildsReasonWords.unknown;
  const { verdict, interval } = claim;
  const kind = verdict === 'no_difference' ? 'same' : verdict === 'not_enough_evidence' ? 'unclear' : 'changed';
  return buildsReasonWords[kind]({
    low: changeFigure(metric, interval?.low ?? null),
    high: changeFigure(metric, interval?.high ?? null),
    limit: limitFigure(metric, minimumEffect),
  });
}
