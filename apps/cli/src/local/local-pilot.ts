/** Targets on one machine, loaded at once without a server: the first round measures whether they disturb each other, as that of an experiment does. */
import { randomInt } from 'node:crypto';
import { chooseDesign, sharedMachineOf, turnLengths } from '@plimsoll/contracts/design';
import type { CreateExperiment } from '@plimsoll/contracts/experiment';
import { blocksFor, type TurnPlan } from '@plimsoll/contracts/turns';
import { byDisturbance, type Interference, interference } from '@plimsoll/statistics/interference';
import type { LocalRun } from './make-loads.ts';

/** The variant that changed most at once, by its place. */
export interface Disturbance extends Interference {
  readonly variant: number;
}

/** Each alone at both ends of the round, all at once between. Null: there is nothing to measure. */
export function pilotTurns(experiment: CreateExperiment): TurnPlan | null {
  const { design, reason } = chooseDesign(experiment);
  if (design !== 'together' || sharedMachineOf(reason) !== 'measured') return null;
  const { variants } = experiment;
  return { ...blocksFor(0), ...turnLengths(variants), pilot: true, sides: variants.length, seed: randomInt(2 ** 31) };
}

/** Null: too few seconds tell it. `least`: a smaller change counts as none. */
export function disturbanceOf(round: readonly LocalRun[], least: number): Disturbance | null {
  const told = round.flatMap(({ run, samples }, variant) => {
    const found = run.turns && interference(run.turns, samples, least);
    return found ? [{ ...found, variant }] : [];
  });
  return told.toSorted(byDisturbance)[0] ?? null;
}
