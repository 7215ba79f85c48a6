/** What a CI system counts as tests: did it run, did the target answer, was the generator fit, and each threshold and verdict. */
import { decidingOf } from '@plimsoll/contracts/compared-metric';
import { isComparable } from '@plimsoll/contracts/comparison';
import { isNothingGood } from '@plimsoll/contracts/failure';
import type { Run } from '@plimsoll/contracts/run';
import { shortMetric } from '@plimsoll/wording/arm-words';
import { commandWords } from '@plimsoll/wording/command-words';
import { runSentence } from '@plimsoll/wording/run-sentence';
import type { Made, MadeCapacity } from '../result/made.ts';
import { foundSentence } from '../terminal/print-capacity.ts';
import { thresholdFigure } from '../terminal/print-run.ts';

export interface Check {
  readonly suite: string;
  readonly name: string;
  /** Null: it passed. */
  readonly failure: string | null;
  /** Not decided: neither passed nor failed. */
  readonly skipped?: string;
}

/** Never none: a run that measured nothing fails in three of them. */
export function listChecks(made: Made): Check[] {
  if (made.kind === 'run') return checksOfRun(made.run);
  if (made.kind === 'capacity') return [checkOfSearch(made)];
  const runs = made.runs.flatMap((run, at) => checksOfRun(run, `${run.plan.name} (${at + 1})`));
  const compared = (made.result?.candidates ?? []).flatMap((candidate) =>
    decidingOf(candidate.metrics).map((delta): Check => {
      const check = { suite: made.name, name: commandWords.check.decided({ metric: shortMetric(delta) }), failure: null };
      if (!isComparable(candidate)) return { ...check, skipped: candidate.comparability.sentence };
      if (delta.verdict === 'worse') return { ...check, failure: delta.reason };
      return delta.verdict === 'not_enough_evidence' ? { ...check, skipped: delta.reason } : check;
    }),
  );
  const nothing: Check = { suite: made.name, name: commandWords.check.answered, failure: commandWords.result.nothing };
  return [...(compared.length > 0 ? compared : [nothing]), ...runs];
}

/** A try that broke is no failure: without one nothing would be found. */
function checkOfSearch(made: MadeCapacity): Check {
  const check = { suite: made.name, name: commandWords.check.found, failure: null };
  if (made.found?.rate == null) return { ...check, failure: foundSentence(made) };
  return made.found.confirmed ? check : { ...check, skipped: foundSentence(made) };
}

function checksOfRun(run: Run, suite = run.plan.name): Check[] {
  const { state, summary, validity, thresholds } = run;
  const check = (name: string, failure: string | null): Check => ({ suite, name, failure });
  const answered = summary !== null && summary.requests > 0 && !isNothingGood(summary);
  const invalid = validity?.stamp === 'invalid' || validity === null;
  return [
    check(commandWords.check.ran, state === 'completed' ? null : runSentence(run)),
    check(commandWords.check.answered, answered ? null : runSentence(run)),
    check(commandWords.check.valid, invalid ? (validity?.reasons.join(' ') ?? '') || commandWords.result.nothing : null),
    ...thresholds.map(({ expression, value, passed }) => check(expression, passed ? null : thresholdFigure(expression, value))),
  ];
}
