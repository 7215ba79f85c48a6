/** When an experiment whose runs are made at once is looked at, and what it will be able to see. */
import { lastingMs } from '@plimsoll/contracts/design';
import { durationMs } from '@plimsoll/contracts/duration';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { planLooks } from '@plimsoll/statistics/look-plan';
import { detectableAfter, type PairNoise } from '@plimsoll/statistics/power';
import type { ClaimedExperiment } from '@plimsoll/store/experiment-life';

type Looked = Pick<ClaimedExperiment, 'extendTo' | 'repeats'>;

/** The rounds after which its verdicts may end it. */
export function plannedLooks({ extendTo, repeats }: Looked): number[] {
  return planLooks(repeats, Math.max(repeats, extendTo ?? 0));
}

/** The shares of all data that there will be, at each planned look. */
export function lookShares(experiment: Looked): number[] {
  const looks = plannedLooks(experiment);
  return looks.map((rounds) => rounds / (looks.at(-1) ?? rounds));
}

/** The relative change of the median that it will see once all of its rounds are made, in nine of ten; null where nothing is known of its noise. */
export function powerOf(
  experiment: Looked & Pick<ClaimedExperiment, 'variants'>,
  found: readonly { readonly pairNoise: PairNoise | null }[],
): Experiment['power'] {
  const plan = experiment.variants[0]?.plan;
  const lengthMs = plan === undefined ? null : lastingMs(plan);
  const noises = found.flatMap(({ pairNoise }) => pairNoise ?? []);
  if (plan === undefined || lengthMs === null || noises.length === 0) return null;
  const after = (Math.max(...plannedLooks(experiment)) * (lengthMs - durationMs(plan.warmup))) / 1000;
  const question = { candidates: Math.max(1, experiment.variants.length - 1), lookShares: lookShares(experiment) };
  return { detectable: Math.max(...noises.map((noise) => detectableAfter(noise, after, question))), after };
}
