/** When an experiment whose runs are made at once is looked at, and what it will be able to see. */
import { countSides, roundSeconds } from '@plimsoll/contracts/design';
import type { PairNoise, Power } from '@plimsoll/contracts/power';
import { planLooks } from '@plimsoll/statistics/look-plan';
import { foreseePower } from '@plimsoll/statistics/power';
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

/** What it will see, and once `made` of its rounds are all: could have seen. Null where nothing is known of its noise. */
export function powerOf(
  experiment: Looked & Pick<ClaimedExperiment, 'kind' | 'variants' | 'detect' | 'design'>,
  noises: readonly PairNoise[],
  from: Power['from'],
  made?: number,
): Power | null {
  const plan = experiment.variants[0]?.plan;
  const sides = countSides(experiment);
  const seconds = plan === undefined ? null : roundSeconds(plan, experiment.design, sides);
  if (seconds === null) return null;
  const power = foreseePower(noises, {
    seconds,
    looks: plannedLooks(experiment),
    candidates: sides - 1,
    detect: experiment.detect,
    ...(made !== undefined && { made }),
  });
  return power && { ...power, from };
}
