/** A run without a server. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import type { LiveView } from '../terminal/live-view.ts';
import { type LocalRun, makeLoads } from './make-loads.ts';

export async function runHere(plan: Plan, policy: TargetPolicy, view: LiveView, signal: AbortSignal): Promise<LocalRun> {
  const onSample: Parameters<typeof makeLoads>[0]['onSample'] = (_, sample) => view.points(mergeIntoPoints([sample], 1));
  const [made] = await makeLoads({ plans: [plan], policy, seed: 0, signal, onSample });
  return made as LocalRun;
}
