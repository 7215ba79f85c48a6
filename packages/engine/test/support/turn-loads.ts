/** Two loads that take turns on one target, and what the target saw of them. */
import type { TurnPlan } from '@plimsoll/contracts/turns';
import { startWitness } from '@plimsoll/testbed/witness';
import { planFor, runPlansTogether } from './harness.ts';

/** Two groups of turns, in each of which either side has one: a burn-in of a second, and one that is measured. */
export const turns: TurnPlan = { sides: 2, blockSeconds: 2, burnInSeconds: 1, warmupSeconds: 0, lengthSeconds: 4, seed: 31 };
export const groups = [0, 1].map((group) => group * turns.blockSeconds);
export const open = { model: 'open', rate: 100, duration: '4s' } as const;

export async function onOneTarget(load: Parameters<typeof planFor>[1], options: Parameters<typeof runPlansTogether>[1] = {}, delayMs = 3) {
  const witness = await startWitness({ delayMs, log: true });
  try {
    const runs = await runPlansTogether(
      [0, 1].map(() => planFor(witness.url, load)),
      { turns, ...options },
    );
    return { runs, counts: await witness.counts(), log: await witness.log() };
  } finally {
    await witness.close();
  }
}
