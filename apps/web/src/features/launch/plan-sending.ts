/** The outcome for the plan on the launch page: a run, a saved plan, or a change of the saved plan it was opened from. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import type { SavedPlan } from '@plimsoll/contracts/saved-plan';
import { launchWords } from '@plimsoll/wording/en/launch';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { changePlan, isNewerPlan, plan as planQuery, savePlan } from '../../api/plans.ts';
import { startPlan, startRun } from '../../api/runs.ts';
import { samePlan } from '../../domain/plan/same-plan.ts';
import { useSending } from '../../ui/form/sending.ts';
import { toast } from '../../ui/notice/toast.tsx';

interface Input {
  /** The saved plan that the form was opened from. */
  readonly saved: SavedPlan | null;
  /** The revision of it that the form began from. */
  readonly revision: number | null;
  /** The run or plan the form was opened from: its secrets are known to the server only. */
  readonly secretsFrom: string | undefined;
  refuse(problems: readonly FieldProblem[]): void;
  /** The form is now one of this saved plan. */
  onSaved(saved: SavedPlan): void;
}

export function usePlanSending({ saved, revision, secretsFrom, refuse, onSaved }: Input) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  /** The plan saved from here: the server's answer has its secrets masked. */
  const [kept, setKept] = useState<Plan | null>(null);
  /** A change that would replace one that somebody else made since. */
  const [replacing, setReplacing] = useState<{ readonly body: Plan; readonly revision: number } | null>(null);
  const isSaved = (plan: Plan) => saved !== null && (samePlan(plan, saved.plan) || (kept !== null && samePlan(plan, kept)));
  const inPlan = (problems: readonly FieldProblem[]) =>
    refuse(problems.map((problem) => ({ ...problem, field: problem.field.replace(/^\/plan/, '') })));
  const start = useSending({
    // A run of the plan as it is saved counts in its trend.
    send: (body: Plan, key) => (saved && isSaved(body) ? startPlan(saved.id, key) : startRun(body, secretsFrom, key)),
    refuse: inPlan,
    done: (run) => {
      void queryClient.invalidateQueries({ queryKey: ['runs'] });
      void navigate({ to: '/runs/$runId', params: { runId: run.id } });
    },
  });
  const take = (now: SavedPlan, body: Plan) => {
    queryClient.setQueryData(planQuery(now.id).queryKey, now);
    void queryClient.invalidateQueries({ queryKey: ['plans'] });
    setKept(body);
    onSaved(now);
  };
  const add = useSending({
    send: (body: Plan) => savePlan(body, secretsFrom).then((now) => ({ now, body })),
    refuse: inPlan,
    done: ({ now, body }) => {
      take(now, body);
      toast(launchWords.saved);
    },
  });
  const change = useSending({
    /** `over`: the revision that it is to replace; null: the form knows none. */
    send: async ({ body, over }: { body: Plan; over: number | null }) => {
      if (!saved) return null;
      try {
        if (over !== null) return { now: await changePlan(saved.id, body, over), body };
      } catch (error) {
        if (!isNewerPlan(error)) throw error;
      }
      const latest = await queryClient.fetchQuery({ ...planQuery(saved.id), staleTime: 0 });
      if (!samePlan(latest.plan, body)) return { now: null, body, revision: latest.revision };
      return { now: await changePlan(saved.id, body, latest.revision), body };
    },
    refuse: inPlan,
    done: (made) => {
      if (!made) return;
      setReplacing(made.now ? null : made);
      if (!made.now) return;
      take(made.now, made.body);
      toast(launchWords.changed({ name: made.now.plan.name }));
    },
  });
  return {
    /** Does the saved plan say this? */
    isSaved,
    run: start.start,
    running: start.pending || start.made !== undefined,
    saveNew: add.start,
    savingNew: add.pending,
    saveChange: (body: Plan) => change.start({ body, over: revision }),
    savingChange: change.pending,
    replacing: replacing !== null,
    replace: () => replacing && change.start({ body: replacing.body, over: replacing.revision }),
    keepTheirs: () => setReplacing(null),
    refusalOf: (body: Plan | null) => start.refusalOf(body) ?? add.refusalOf(body) ?? change.refusalOf(body && { body, over: revision }),
  };
}
