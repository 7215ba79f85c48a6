/** A base and its candidates by the names that tell them apart, and what they say together. */

import type { Arm, Candidate, ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { SharedContent } from '@plimsoll/contracts/share';
import { armsSentence, distinctNames } from './arm-words.ts';

interface Named<A extends Arm> {
  readonly name: string;
  readonly arm: A;
}
export type NamedArm = Named<Arm>;
export type NamedCandidate = Named<Candidate>;

export interface NamedArms extends Pick<ComparisonResult, 'noiseFloor' | 'minimumEffect'> {
  readonly base: NamedArm;
  /** At least one. */
  readonly candidates: readonly NamedCandidate[];
}

type Arms = Pick<ComparisonResult, 'base' | 'candidates'>;

/** Two arms are base and candidate; more go by the names of their plans. */
function namesOf({ base, candidates }: Arms): string[] {
  if (candidates.length === 1) return ['Base', 'Candidate'];
  return distinctNames([base, ...candidates].map(({ runs }) => runs[0]?.name ?? ''));
}

export function namedArms(comparison: ComparisonResult): NamedArms {
  const { base, candidates, noiseFloor, minimumEffect } = comparison;
  const [baseName = '', ...names] = namesOf(comparison);
  return {
    base: { name: baseName, arm: base },
    candidates: candidates.map((arm, at) => ({ name: names[at] ?? '', arm })),
    noiseFloor,
    minimumEffect,
  };
}

/** An experiment's arms. `names` are of its variants, the base's first. Null before two of them have run. */
export function namedVariants(comparisons: Experiment['comparisons'], names: readonly string[]): NamedArms | null {
  const [first] = comparisons;
  if (!first) return null;
  const { base, noiseFloor, minimumEffect } = first.result;
  return {
    base: { name: names[0] ?? '', arm: base },
    candidates: comparisons.flatMap(({ variant, result }) => result.candidates.map((arm) => ({ name: names[variant] ?? '', arm }))),
    noiseFloor,
    minimumEffect,
  };
}

/** What a share compares; null where it compares nothing: a run, a search, a sweep that is a map. */
export function sharedArms(content: SharedContent): NamedArms | null {
  if (content.kind === 'run') return null;
  if (content.kind === 'comparison') return namedArms(content.comparison);
  const { kind, arms, comparisons } = content.experiment;
  return kind === 'ab' || kind === 'aa' ? namedVariants(comparisons, arms) : null;
}

/** All candidates in one sentence; of one it is the candidate's own. */
export function comparisonSentence(arms: Arms): string {
  const [only, ...more] = arms.candidates;
  if (only && more.length === 0) return only.sentence;
  const [base = '', ...names] = namesOf(arms);
  return armsSentence(
    base,
    arms.candidates.map(({ metrics }, at) => ({ name: names[at] ?? '', metrics })),
  );
}

/** `Seconds 5 to 20 of each run.` */
export function windowSentence({ window }: Pick<ComparisonResult, 'window'>): string | null {
  return window && `Seconds ${window.from} to ${window.to} of each run.`;
}
