/** A base and its candidates by the names that tell them apart, and what they say together. */

import { type ComparedMetric, isMain } from '@plimsoll/contracts/compared-metric';
import { type Arm, type Candidate, type ComparisonResult, isComparable, mayBeDecided } from '@plimsoll/contracts/comparison';
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { SharedContent } from '@plimsoll/contracts/share';
import { isOpen } from '@plimsoll/contracts/verdict';
import { armsWords } from '../../en/comparison/arms.ts';
import { headlineWords } from '../../en/comparison/verdict.ts';
import { armWords } from '../../en/names.ts';
import { named, paragraph } from '../list.ts';
import { refusalOfArm } from './arm-refusal-sentence.ts';
import { armsSentence, distinctNames, incomparableSentence, ownLimitOf, ownLimitSentence, ownLimits } from './arm-words.ts';
import { comparisonHeadline, messagesHeadline } from './comparison-headline.ts';
import { doubtSentence } from './doubt-sentence.ts';
import { failedSentence } from './failed-sentence.ts';
import { capital, namesByDifference } from './field-name.ts';

interface Named<A extends Arm> {
  readonly name: string;
  readonly arm: A;
}
export type NamedArm = Named<Arm>;
export interface NamedCandidate extends Named<Candidate> {
  /** Else nothing that is shown of it has a verdict. */
  readonly comparable: boolean;
}

export interface NamedArms extends Pick<ComparisonResult, 'noiseFloor' | 'minimumEffect'> {
  readonly base: NamedArm;
  /** At least one. */
  readonly candidates: readonly NamedCandidate[];
}

/** Two arms go by what differs, or by their plans where those differ, else they are base and candidate; more go by their plans. */
function listArmNames({ base, candidates }: Pick<ComparisonResult, 'base' | 'candidates'>): string[] {
  const [only, ...more] = candidates;
  const names = [base, ...candidates].map(({ runs }) => runs[0]?.name ?? '');
  if (!only || more.length > 0) return distinctNames(names);
  const byDifference = namesByDifference(only.comparability.differences);
  if (byDifference) return [capital(byDifference.base), capital(byDifference.candidate)];
  return names[0] === names[1] ? [armWords.base, armWords.candidate] : names;
}

export function namedArms(comparison: Omit<ComparisonResult, 'sentence' | 'window'>): NamedArms {
  const { base, candidates, noiseFloor, minimumEffect } = comparison;
  const [baseName = '', ...names] = listArmNames(comparison);
  return {
    base: { name: baseName, arm: base },
    candidates: candidates.map((arm, at) => ({ name: names[at] ?? '', arm, comparable: isComparable(arm) })),
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
    candidates: comparisons.flatMap(({ variant, result }) =>
      result.candidates.map((arm) => ({ name: names[variant] ?? '', arm, comparable: true })),
    ),
    noiseFloor,
    minimumEffect,
  };
}

/** The arms that a share compares; null where it compares nothing: a run, a search, a sweep that is a map. */
export function sharedArms(content: SharedContent): NamedArms | null {
  if (content.kind === 'run') return null;
  if (content.kind === 'comparison') return namedArms(content.comparison);
  const { kind, arms, comparisons } = content.experiment;
  return kind === 'ab' || kind === 'aa' ? namedVariants(comparisons, arms) : null;
}

/** A metric's value of each arm, the base's first. */
export function valuesOfArms({ candidates }: NamedArms, metric: ComparedMetric): (number | null)[] {
  const deltas = candidates.map(({ arm }) => arm.metrics.find((one) => one.metric === metric));
  return [deltas[0]?.base ?? null, ...deltas.map((delta) => delta?.candidate ?? null)];
}

interface Said {
  /** The verdict alone. */
  readonly headline: string;
  /** Why there is none, or what makes it doubtful. */
  readonly remarks: readonly string[];
}

/** All candidates in one sentence, without a verdict on what cannot be compared. */
export function sentenceOfArms(arms: Pick<NamedArms, 'base' | 'candidates' | 'minimumEffect'>): string {
  const { headline, remarks } = saidOfArms(arms);
  return paragraph([headline, ...remarks]);
}

/** The same in parts. */
export function saidOfArms({ base, candidates, minimumEffect }: Pick<NamedArms, 'base' | 'candidates' | 'minimumEffect'>): Said {
  const [only, ...more] = candidates;
  if (only && more.length === 0) return saidOfOne(base, only, minimumEffect);
  const limit = ownLimitSentence([base, ...candidates]) ?? [];
  if (candidates.every(({ arm, comparable }) => comparable && !mayBeDecided(arm)))
    return { headline: headlineWords.noVerdict, remarks: [...refusalsOf(candidates), limit].flat() };
  const against = armsSentence(
    base.name,
    candidates.map(({ name, arm, comparable }) => ({ name, metrics: arm.metrics, comparable })),
  );
  const doubts = candidates.flatMap(({ name, arm, comparable }) =>
    arm.doubts && comparable ? named(name, doubtSentence(arm.doubts)) : [],
  );
  const failed = candidates.map(({ name, arm, comparable }) => (comparable ? failedSentence(arm, base.name, name) : null));
  return { headline: against, remarks: [...failed, ...doubts, limit].flat().filter((one) => one !== null) };
}

/** Each reason once; one that lies with a candidate behind its name. */
function refusalsOf(candidates: readonly NamedCandidate[]): string[] {
  const told = candidates.flatMap(({ name, arm: { code } }) => {
    if (!code?.refused) return [];
    const reason = refusalOfArm(code.refused);
    return [code.refused.side === 'base' ? reason : named(name, reason)];
  });
  return [...new Set(told)];
}

function saidOfOne(base: NamedArm, candidate: NamedCandidate, minimumEffect: number): Said {
  const { name, arm, comparable } = candidate;
  if (!comparable) return { headline: incomparableSentence(arm.comparability), remarks: [] };
  if (arm.code?.refused)
    return {
      headline: headlineWords.noVerdict,
      remarks: [refusalOfArm(arm.code.refused), ownLimitOf(ownLimits(base.arm, arm)) ?? []].flat(),
    };
  // An undecided arm may have been refused for a reason that stands in its own sentence alone.
  const decided = arm.metrics.some(({ metric, verdict }) => isMain(metric) && !isOpen(verdict));
  if (!decided && !arm.code) return { headline: arm.sentence, remarks: [] };
  const isNamed = name !== armWords.candidate;
  const limit = isNamed ? ownLimitSentence([base, candidate]) : ownLimitOf(ownLimits(base.arm, arm));
  const varied = name === namesByDifference(arm.comparability.differences)?.candidate;
  const shown = isNamed ? (varied ? capital(name) : name) : null;
  return {
    headline: paragraph([failedSentence(arm, base.name, name), comparisonHeadline(arm.metrics, shown, minimumEffect)]),
    remarks: [messagesHeadline(arm.metrics), arm.doubts ? doubtSentence(arm.doubts) : null, limit].filter((one) => one !== null),
  };
}

/** The headline of a comparison: from its figures, also where an earlier version wrote another sentence. */
export function comparisonSentence(comparison: ComparisonResult): string {
  return sentenceOfArms(namedArms(comparison));
}

/** `Seconds 5 to 20 of each run.` */
export function windowSentence({ window }: Pick<ComparisonResult, 'window'>): string | null {
  return window && armsWords.window(window);
}
