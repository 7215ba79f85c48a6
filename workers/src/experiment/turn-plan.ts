/** The turns of the next round of an experiment: how long they are, and how much of their beginning is dropped. */
import { countSides, sharedMachineOf, turnLengths } from '@plimsoll/contracts/design';
import type { ExperimentRemark } from '@plimsoll/contracts/experiment-remark';
import { blocksFor, nextBlocks, type Turns } from '@plimsoll/contracts/turns';
import type { ClaimedExperiment } from '@plimsoll/store/experiment-life';
import type { ExperimentResult, StepRow } from '@plimsoll/store/experiment-row';
import { plannedLooks } from './planned-looks.ts';

type Shape = Pick<ClaimedExperiment, 'design' | 'variants' | 'repeats' | 'extendTo' | 'kind' | 'designReason'>;

/**
 * Decided from what is stored, so that any worker decides the same: at least as much is dropped as before, three times the p99 seen so far, and twice
 * as much once a planned look found that it mattered which side went first. The first round drops by `historyP99Us`, of the plan's runs before it. A first round at once may measure whether its targets disturb each other. Null: no turns.
 */
export function nextTurns(
  { designReason, kind, variants, ...experiment }: Shape,
  steps: readonly StepRow[],
  { orderMatters = false }: Pick<ExperimentResult, 'orderMatters'>,
  historyP99Us: number | null = null,
): Omit<Turns, 'sides' | 'side' | 'seed'> | null {
  const made = steps.filter(({ inserted_at, turns }) => inserted_at !== null && !turns?.pilot);
  const { design } = experiment;
  const measures =
    design === 'together' && sharedMachineOf(designReason) === 'measured' && steps.every(({ inserted_at }) => inserted_at === null);
  if (design !== 'turns' && !measures) return null;
  const before = Math.max(0, ...made.map(({ turns }) => turns?.burnInSeconds ?? 0));
  const p99Us = Math.max(made.length === 0 ? (historyP99Us ?? 0) : 0, ...made.map(({ summary }) => summary?.responseTime.p99Us ?? 0));
  const rounds = made.length / countSides({ kind, variants });
  const lengthen = orderMatters && plannedLooks(experiment).includes(rounds);
  const lengths = turnLengths(variants);
  if (measures) return { ...blocksFor(0), ...lengths, pilot: true };
  return { ...nextBlocks(p99Us, { atLeast: lengthen ? 2 * before : before, ...lengths }), ...lengths };
}

/** From which run on more of each turn was dropped. */
export function burnInRemarks(steps: readonly StepRow[]): ExperimentRemark[] {
  return steps.flatMap(({ turns, position }, at): ExperimentRemark[] => {
    const before = steps.slice(0, at).findLast((step) => step.turns)?.turns;
    if (!turns || !before || turns.pilot || before.pilot || turns.burnInSeconds <= before.burnInSeconds) return [];
    return [{ kind: 'longerBurnIn', run: position + 1, seconds: turns.burnInSeconds, before: before.burnInSeconds }];
  });
}
