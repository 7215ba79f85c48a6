/** The plan an experiment starts from: the launch form's draft, a run, a saved plan, or the demo target. */
import { planSchema } from '@plimsoll/contracts/plan';
import type { ShownPlan } from '@plimsoll/contracts/shown-plan';
import { useQuery } from '@tanstack/react-query';
import { plan as planQuery, plans as plansQuery } from '../../../api/plans.ts';
import { run as runQuery } from '../../../api/runs.ts';
import { system } from '../../../api/system.ts';
import { demoUrl } from '../../../domain/plan/demo-url.ts';
import { loadPlanDraft } from '../../../domain/plan/plan-draft.ts';
import type { Origin } from './form-values.ts';

export interface StartPlan {
  /** `draft`, `demo`, `plan:<id>` or `run:<id>`. */
  readonly source: string;
  readonly plan: ShownPlan;
  readonly origin: Origin;
}

function demoPlan(demoTarget: string): ShownPlan {
  return planSchema.parse({
    version: 1,
    name: 'Demo target',
    target: { url: demoUrl(demoTarget) },
    load: { model: 'closed', connections: 20, duration: '10s' },
  });
}

interface Wanted {
  readonly from?: string | undefined;
  readonly plan?: string | undefined;
}

/** `start` is undefined while it loads. Where the URL names nothing: the draft, else the first saved plan that can be read, else the demo target. */
export function useStartPlan({ from, plan: planId }: Wanted): { start: StartPlan | undefined; error: unknown } {
  const runId = from !== undefined && from !== 'draft' && from !== 'demo' ? from : undefined;
  const draft = loadPlanDraft();
  const limits = useQuery(system);
  const saved = useQuery(plansQuery);
  const fromRun = useQuery({ ...runQuery(runId ?? ''), enabled: runId !== undefined });
  const namesNothing = planId === undefined && runId === undefined && from !== 'demo' && !draft;
  // By itself and not from the list, which leaves out files.
  const wantedId = namesNothing ? saved.data?.items.find(({ plan }) => !plan.unreadable)?.id : planId;
  const fromPlan = useQuery({ ...planQuery(wantedId ?? ''), enabled: wantedId !== undefined });
  const error = limits.error ?? saved.error ?? fromRun.error ?? fromPlan.error;
  const start = (): StartPlan | undefined => {
    if (wantedId !== undefined)
      return fromPlan.data && { source: `plan:${wantedId}`, plan: fromPlan.data.plan, origin: { planId: wantedId, secretsFrom: null } };
    if (runId !== undefined)
      return (
        fromRun.data && {
          source: `run:${runId}`,
          plan: fromRun.data.plan,
          origin: { planId: fromRun.data.planId, secretsFrom: runId },
        }
      );
    if (draft && from !== 'demo') return { source: 'draft', plan: draft.plan, origin: { planId: null, secretsFrom: draft.source } };
    if (!limits.data || !saved.data) return undefined;
    return { source: 'demo', plan: demoPlan(limits.data.demoTarget), origin: { planId: null, secretsFrom: null } };
  };
  return { start: start(), error };
}
