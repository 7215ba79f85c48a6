/**
 * The order in which the variants of an experiment run. What drifts over minutes (a target that warms up, a neighbour that gets
 * busy) must not look like a difference: each round runs every variant once, every second round mirrors the one before it
 * (ABBA), so that a steady drift cancels out, and each pair of rounds begins one variant later, so that nobody is always in the
 * middle.
 */
import { countSides } from '@plimsoll/contracts/design';

/** Variants of one round in order; a permutation of 0 … variants − 1. */
export function roundOrder(variants: number, round: number): number[] {
  const forward = Array.from({ length: variants }, (_, place) => (place + Math.floor(round / 2)) % variants);
  return round % 2 === 0 ? forward : forward.reverse();
}

/** The first `rounds` rounds, one after the other. */
export function interleaved(variants: number, rounds: number): number[] {
  return Array.from({ length: rounds }, (_, round) => roundOrder(variants, round)).flat();
}

/** The variants of an experiment's first runs, in order. An A/A runs its one variant as two sides; a search plans as it goes. */
export function firstRuns(experiment: {
  readonly kind: string;
  readonly variants: readonly unknown[];
  readonly repeats: number;
}): number[] {
  if (experiment.kind === 'capacity') return [];
  return interleaved(countSides(experiment), experiment.repeats);
}
