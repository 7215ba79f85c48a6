/**
 * Where the plan's history does not tell how much its pairs differ by chance, the experiment's own first seconds do. They are no load beside it: their
 * pairs count like all others, and only how much they scatter is read early, never which way they point.
 */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import { isOneLoad } from '@plimsoll/contracts/design';
import { durationMs } from '@plimsoll/contracts/duration';
import { pilotSeconds } from '@plimsoll/contracts/power';
import type { Db } from '@plimsoll/store/db';
import { type ClaimedExperiment, savePower } from '@plimsoll/store/experiment-life';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { pause } from './make-step.ts';
import { powerOf } from './planned-looks.ts';

interface PilotContext {
  readonly db: Db;
  readonly analysis: Pick<Analysis, 'pairNoise'>;
}

const askMs = 2000;

/** Keeps what they tell as soon as the runs of the first round have lasted long enough. Resolves when that is done, or `over`. */
export async function tellPower(
  { db, analysis }: PilotContext,
  experiment: ClaimedExperiment,
  steps: readonly StepRow[],
  over: AbortSignal,
): Promise<void> {
  const { design, power, teamId, variants } = experiment;
  const [base, ...candidates] = [...steps].sort((one, other) => one.variant - other.variant).map(({ run_id }) => run_id);
  const pairs = candidates.flatMap((candidate) => (base && candidate ? [[base, candidate] as const] : []));
  if (!isOneLoad(design) || power !== null || pairs.length === 0 || !steps.some(({ position }) => position === 0)) return;
  await pause(durationMs(variants[0]?.plan.warmup ?? '0s') + pilotSeconds * 1000, over);
  while (!over.aborted) {
    const noises = await analysis.pairNoise({ teamId, pairs, leastSeconds: pilotSeconds });
    if (noises.length === pairs.length) return savePower(db, experiment, powerOf(experiment, noises, 'pilot'));
    await pause(askMs, over);
  }
}
