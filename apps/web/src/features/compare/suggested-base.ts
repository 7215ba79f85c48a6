import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { plan as planQuery } from '../../api/plans.ts';
import { run as runQuery, runs as runsQuery } from '../../api/runs.ts';
import { suggestBase } from './pickable-runs.ts';

/** The plan of this run, null where it has none or is not known yet. */
export function usePlanOfRun(id: string | undefined): { readonly id: string; readonly baselineRunId: string | null } | null {
  const { data: run } = useQuery({ ...runQuery(id ?? ''), enabled: id !== undefined });
  const { data: saved } = useQuery({ ...planQuery(run?.planId ?? ''), enabled: Boolean(run?.planId) });
  return run?.planId ? { id: run.planId, baselineRunId: saved?.baselineRunId ?? null } : null;
}

/** Chooses a base for a candidate that came alone, once: who then takes it away has no other put there. */
export function useSuggestedBase(candidate: string | undefined, choose: (base: string) => void): void {
  const { data: run } = useQuery({ ...runQuery(candidate ?? ''), enabled: candidate !== undefined });
  const plan = useQuery({ ...planQuery(run?.planId ?? ''), enabled: Boolean(run?.planId) });
  const mates = useQuery({
    ...runsQuery({ state: 'finished', ...(run?.planId ? { planId: run.planId } : { search: run?.plan.name }), limit: 100 }),
    enabled: run !== undefined,
  });
  const suggestedFor = useRef<string | null>(null);
  const settled = run && mates.isFetched && !mates.isPlaceholderData && (!run.planId || plan.isFetched);
  useEffect(() => {
    if (!settled || suggestedFor.current === run.id) return;
    suggestedFor.current = run.id;
    const base = suggestBase(run, plan.data?.baselineRunId ?? null, mates.data?.items ?? []);
    if (base) choose(base);
  });
}
