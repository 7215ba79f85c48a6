/** Two plans against each other without a server: the rounds that an experiment on a server makes, judged by the same comparison. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { headlineMetrics } from '@plimsoll/contracts/compared-metric';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { chooseDesign, roundsToExtendTo } from '@plimsoll/contracts/design';
import { durationMs } from '@plimsoll/contracts/duration';
import { type CreateExperiment, mostRepeats } from '@plimsoll/contracts/experiment';
import type { Sample } from '@plimsoll/contracts/sample';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { compareArms, undecided } from '@plimsoll/statistics/compare';
import { roundOrder } from '@plimsoll/statistics/interleave';
import { planLooks } from '@plimsoll/statistics/look-plan';
import { type LocalRun, makeLoads } from './make-loads.ts';

export interface LocalAbOptions {
  readonly experiment: CreateExperiment;
  readonly policy: TargetPolicy;
  readonly signal: AbortSignal;
  readonly onRound: (round: number, of: number, result: ComparisonResult | null) => void;
  readonly onSample: (variant: number, sample: Sample) => void;
}

export interface LocalAb {
  readonly result: ComparisonResult | null;
  /** Of both sides, in the order in which they were made. */
  readonly runs: readonly LocalRun[];
}

export async function abHere({ experiment: asked, policy, signal, onRound, onSample }: LocalAbOptions): Promise<LocalAb> {
  // Turns of some seconds are a server's: here what cannot be made at once is made run by run.
  const design = chooseDesign(asked).design === 'together' ? 'together' : 'runs';
  const experiment = { ...asked, design } as const;
  const { variants, repeats, coolDown, detect } = experiment;
  const most = Math.max(repeats, roundsToExtendTo(experiment, mostRepeats) ?? repeats);
  const looks = design === 'together' ? planLooks(repeats, most) : Array.from({ length: most - repeats + 1 }, (_, at) => repeats + at);
  const sides: LocalRun[][] = variants.map(() => []);
  const runs: LocalRun[] = [];
  let result: ComparisonResult | null = null;
  for (let round = 0; round < most; round++) {
    onRound(round + 1, most, result);
    const order = roundOrder(variants.length, round);
    for (const turn of design === 'together' ? [order] : order.map((variant) => [variant])) {
      if (runs.length > 0) await sleep(durationMs(coolDown), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return { result, runs };
      const plans = turn.map((variant) => variants[variant]?.plan).filter((plan) => plan !== undefined);
      const seen = (load: number, sample: Sample) => onSample(turn[load] ?? 0, sample);
      const made = await makeLoads({ plans, policy, seed: randomInt(2 ** 31), signal, onSample: seen });
      runs.push(...made);
      // Going on would measure something else than was asked for.
      if (made.some(({ run }) => run.state !== 'completed')) return { result, runs };
      for (const [at, one] of made.entries()) sides[turn[at] ?? 0]?.push(one);
    }
    const look = looks.indexOf(round + 1);
    if (look < 0) continue;
    const [base = [], ...candidates] = sides;
    const lookShares = looks.map((rounds) => rounds / most);
    result = compareArms({
      base,
      candidates,
      noiseFloor: null,
      looks: look + 1,
      chosen: true,
      ...(design === 'together' ? { design, detect, lookShares } : {}),
    });
    if (undecided(result, headlineMetrics).length === 0) break;
  }
  return { result, runs };
}
