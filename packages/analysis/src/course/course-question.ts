/** The pairs of runs of an experiment by which the interval of each candidate closes in. */
import { type CountedRounds, countSides, isOneLoad, secondsOfLoad } from '@plimsoll/contracts/design';
import type { ExperimentRun } from '@plimsoll/contracts/experiment';
import { isTerminal } from '@plimsoll/contracts/run';
import type { CourseQuestion } from './experiment-course.ts';

interface Paired extends CountedRounds {
  readonly runs: readonly Pick<ExperimentRun, 'position' | 'variant' | 'runId' | 'state'>[];
}

/** Of the rounds in which both sides are measured, those under way among them; no pairs where no round is one load. */
export function courseQuestion(teamId: string, experiment: Paired): CourseQuestion {
  const { runs, design } = experiment;
  const sides = countSides(experiment);
  const rounds = isOneLoad(design) ? Math.ceil(runs.length / sides) : 0;
  const measured = (round: number, variant: number) => {
    const run = runs.find((one) => Math.floor(one.position / sides) === round && one.variant === variant);
    return run?.runId && run.state && (run.state === 'completed' || !isTerminal(run.state)) ? run.runId : null;
  };
  const pairsOf = (variant: number) =>
    Array.from({ length: rounds }, (_, round) => [measured(round, 0), measured(round, variant)] as const).flatMap(([base, candidate]) =>
      base && candidate ? [[base, candidate] as const] : [],
    );
  return {
    teamId,
    plannedSeconds: Math.max(secondsOfLoad(experiment, true), secondsOfLoad(experiment, false)),
    candidates: Array.from({ length: sides - 1 }, (_, at) => ({ variant: at + 1, pairs: pairsOf(at + 1) })),
  };
}
