/** Fewer workers are online than a load needs: its pool starts them, or somebody has to. */
import { poolsOfPlaces, poolsText } from '@plimsoll/contracts/generators';
import type { Plan } from '@plimsoll/contracts/plan';
import { countGenerators } from '@plimsoll/contracts/planned-generators';
import type { System } from '@plimsoll/contracts/system';
import { fewWorkersWords } from '@plimsoll/wording/en/few-workers';
import { useQuery } from '@tanstack/react-query';
import { system } from '../../api/system.ts';
import { Notice } from '../../ui/notice/notice.tsx';

interface Props {
  /** Workers that take loads. */
  readonly online: number;
  /** The load, or each variant of an experiment. */
  readonly plans: readonly Plan[];
  readonly of: 'plan' | 'experiment';
}

export function FewWorkers({ online, plans, of }: Props) {
  const { data: limits } = useQuery(system);
  const needed = Math.max(1, ...plans.map(({ generators }) => countGenerators(generators)));
  if (!limits) return null;
  if (plans.length > 0 && plans.every((plan) => isScaled(plan, limits.pools)))
    return <Notice tone="even">{online === 0 ? fewWorkersWords.willStart : fewWorkersWords.willStartMore({ needed, online })}</Notice>;
  const needs = of === 'plan' ? fewWorkersWords.planNeeds : fewWorkersWords.eachNeeds;
  return <Notice tone="warn">{online === 0 ? fewWorkersWords.willWait : needs({ count: online, needed })}</Notice>;
}

/** Does something scale each pool that makes a part of it? */
function isScaled(plan: Plan, pools: System['pools']): boolean {
  const asked = poolsOfPlaces(poolsText(plan), countGenerators(plan.generators));
  return asked.every((label) => pools.includes(label ?? ''));
}
