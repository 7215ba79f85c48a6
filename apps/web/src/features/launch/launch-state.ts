/** State of the launch page: form or YAML, judged alike; sent as a run, or kept. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePlan, savePlan } from '../../api/plans.ts';
import { startRun } from '../../api/runs.ts';
import { system } from '../../api/system.ts';
import { keepPlanDraft } from '../../domain/plan/plan-draft.ts';
import { beyondLimits } from '../../domain/plan/plan-limits.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { useSubmitKey } from '../../ui/form/submit-key.ts';
import { toast } from '../../ui/notice/toast.tsx';
import { keepDraft } from './values/draft.ts';
import type { FormValues } from './values/form-values.ts';
import { type JudgedPlan, judgeForm } from './values/judged-plan.ts';
import { formToPlan, planToForm } from './values/plan-form.ts';

interface Input {
  readonly source: string;
  readonly initial: () => FormValues;
  readonly planId: string | undefined;
  readonly mode: 'form' | 'yaml';
}

interface YamlText {
  readonly text: string | null;
  readonly judged: JudgedPlan;
}
const noYaml: YamlText = { text: null, judged: { body: null, problems: [] } };

export type LaunchState = ReturnType<typeof useLaunchState>;

export function useLaunchState({ source, initial, planId, mode }: Input) {
  const { t } = useTranslation();
  const [yaml, setYaml] = useState(noYaml);
  const { data: limits } = useQuery(system);
  const judge = useCallback(
    (values: FormValues) => (mode === 'yaml' ? yaml.judged : judgeForm(values, limits)),
    [mode, yaml.judged, limits],
  );
  const keep = useCallback((values: FormValues) => keepDraft(source, values), [source]);
  const form = useJudgedForm({ initial, judge, keep });
  const { body: plan } = form.judged;
  useEffect(() => {
    if (plan) keepPlanDraft({ plan, source: source === 'new' ? null : source });
  }, [plan, source]);

  const { set } = form;
  const editYaml = useCallback(
    async (text: string) => {
      setYaml((before) => ({ ...before, text }));
      const { parsePlanYaml } = await import('@plimsoll/contracts/plan-yaml');
      const read = parsePlanYaml(text, issueSentence);
      const judged = 'plan' in read ? { body: read.plan, problems: beyondLimits(read.plan, limits) } : { body: null, ...read };
      setYaml({ text, judged });
      // What was refused was another text.
      set('plan' in read ? planToForm(read.plan) : {});
    },
    [limits, set],
  );
  const { values } = form;
  const toYaml = useCallback(async () => {
    const { planToYaml } = await import('@plimsoll/contracts/plan-yaml');
    const { body } = judgeForm(values, limits);
    await editYaml(body ? planToYaml(body) : `${JSON.stringify(formToPlan(values).input, null, 2)}\n`);
    return true;
  }, [editYaml, values, limits]);
  const toForm = () => {
    if (yaml.text !== null && !yaml.judged.body) {
      form.attempt(() => undefined)();
      toast(t('launch.fixLines'));
      return false;
    }
    setYaml(noYaml);
    return true;
  };
  const sending = usePlanSending({ planId, secretsFrom: source === 'new' ? undefined : source, refuse: form.refuse });
  const run = form.attempt(sending.start);
  useSubmitKey(run);
  return { form, yaml: yaml.text, editYaml, toYaml, toForm, run, save: form.attempt(sending.save), sending };
}

interface Sending {
  readonly planId: string | undefined;
  /** The run or plan the form was opened from: its secrets are known to the server only. */
  readonly secretsFrom: string | undefined;
  refuse(problems: readonly FieldProblem[]): void;
}

/** Posting the plan: as a run, or to keep. */
function usePlanSending({ planId, secretsFrom, refuse }: Sending) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const inPlan = (problems: readonly FieldProblem[]) =>
    refuse(problems.map((problem) => ({ ...problem, field: problem.field.replace(/^\/plan/, '') })));
  const start = useSending({
    send: (body: Plan, key) => startRun(body, secretsFrom, key),
    refuse: inPlan,
    done: (run) => {
      void queryClient.invalidateQueries({ queryKey: ['runs'] });
      void navigate({ to: '/runs/$runId', params: { runId: run.id } });
    },
  });
  const save = useSending({
    send: (body: Plan) => (planId ? changePlan(planId, body) : savePlan(body, secretsFrom)),
    refuse: inPlan,
    done: () => {
      void queryClient.invalidateQueries({ queryKey: ['plans'] });
      toast(t('launch.saved'));
    },
  });
  return {
    start: start.start,
    save: save.start,
    running: start.pending || start.made !== undefined,
    saving: save.pending,
    refusal: start.refusal ?? save.refusal,
  };
}
