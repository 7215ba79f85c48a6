/** State of the launch page: form or YAML, judged alike; draft kept; sent with one key so that a double press is one run. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/client.ts';
import { changePlan, savePlan } from '../../api/plans.ts';
import { randomKey } from '../../api/random-key.ts';
import { startRun } from '../../api/runs.ts';
import { system } from '../../api/system.ts';
import { keepPlanDraft } from '../../domain/plan/plan-draft.ts';
import { beyondLimits } from '../../domain/plan/plan-limits.ts';
import { focusFirst, useSubmitKey } from '../../ui/form-actions.ts';
import { useTouched } from '../../ui/form-touched.ts';
import { toast } from '../../ui/toast.tsx';
import { keepDraft } from './draft.ts';
import type { FormValues } from './form-values.ts';
import { judgeForm } from './judged-plan.ts';
import type { LaunchForm } from './launch-context.ts';
import { formToPlan, planToForm } from './plan-form.ts';

export interface ShownProblem extends FieldProblem {
  readonly line?: number;
  readonly column?: number;
}

interface Input {
  readonly source: string;
  readonly initial: () => FormValues;
  readonly planId: string | undefined;
  readonly mode: 'form' | 'yaml';
}

export type LaunchState = ReturnType<typeof useLaunchState>;

export function useLaunchState({ source, initial, planId, mode }: Input) {
  const { t } = useTranslation();
  const [values, setValues] = useState(initial);
  const [yaml, setYaml] = useState<string | null>(null);
  const [yamlJudged, setYamlJudged] = useState<{ plan: Plan | null; problems: readonly ShownProblem[] }>({ plan: null, problems: [] });
  const touched = useTouched();
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const { data: limits } = useQuery(system);
  const judgedForm = useMemo(() => judgeForm(values, limits), [values, limits]);
  useEffect(() => keepDraft(source, values), [source, values]);

  const judged = mode === 'yaml' ? yamlJudged : judgedForm;
  useEffect(() => {
    if (judged.plan) keepPlanDraft({ plan: judged.plan, source: source === 'new' ? null : source });
  }, [judged.plan, source]);
  const problems: readonly ShownProblem[] = judged.problems.length > 0 ? judged.problems : refused;
  const sending = useSending({ planId, secretsFrom: source === 'new' ? undefined : source, onFields: setRefused, plan: judged.plan });

  const editYaml = useCallback(
    async (text: string) => {
      setYaml(text);
      setRefused([]);
      const { parsePlanYaml } = await import('@plimsoll/contracts/plan-yaml');
      const read = parsePlanYaml(text);
      if ('plan' in read) {
        setYamlJudged({ plan: read.plan, problems: beyondLimits(read.plan, limits) });
        setValues(planToForm(read.plan));
      } else setYamlJudged({ plan: null, problems: read.problems });
    },
    [limits],
  );
  const toYaml = useCallback(async () => {
    const { planToYaml } = await import('@plimsoll/contracts/plan-yaml');
    const { plan } = judgedForm;
    await editYaml(plan ? planToYaml(plan) : `${JSON.stringify(formToPlan(values).input, null, 2)}\n`);
    return true;
  }, [editYaml, judgedForm, values]);
  const toForm = async () => {
    if (yaml !== null && !yamlJudged.plan) {
      setSubmitted(true);
      toast(t('launch.fixLines'));
      return false;
    }
    setYaml(null);
    return true;
  };
  const shown = submitted || refused.length > 0;
  const within = (pointer: string) => (problem: FieldProblem) => problem.field === pointer || problem.field.startsWith(`${pointer}/`);
  const update: LaunchForm['update'] = (change) => {
    setRefused([]);
    setValues((previous) => ({ ...previous, ...change(previous) }));
  };
  const form: LaunchForm = {
    values,
    ready: judged.plan !== null && judged.problems.length === 0,
    set: (change) => update(() => change),
    update,
    error: (pointer) => (shown || touched.has(pointer) ? (problems.find((problem) => problem.field === pointer)?.message ?? null) : null),
    errorIn: (pointer) => (shown || touched.has(pointer) ? (problems.find(within(pointer))?.message ?? null) : null),
    wrong: (...pointers) => shown && pointers.some((pointer) => problems.some(within(pointer))),
    touch: touched.touch,
  };
  const attempt = (action: () => void) => () => {
    setSubmitted(true);
    if (!judged.plan || judged.problems.length > 0) return focusFirst(problems);
    action();
  };
  const run = attempt(sending.start);
  useSubmitKey(run);
  return {
    form,
    yaml,
    editYaml,
    toYaml,
    toForm,
    problems,
    plan: judged.plan,
    submitted: shown,
    run,
    save: attempt(sending.save),
    running: sending.running,
    saving: sending.saving,
    refusal: sending.refusal,
  };
}

/** Posting the plan: as a run, or to keep. Problems with a pointer go to their field, the rest is shown whole. */
interface Sending {
  readonly plan: Plan | null;
  readonly planId: string | undefined;
  /** The run or plan the form was opened from: its secrets are known to the server only. */
  readonly secretsFrom: string | undefined;
  onFields(fields: FieldProblem[]): void;
}

function useSending({ plan, planId, secretsFrom, onFields }: Sending) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const key = useRef({ plan: '', key: '' });
  const onError = (error: unknown) => {
    if (isProblem(error)) onFields(error.errors.map((one) => ({ ...one, field: one.field.replace(/^\/plan/, '') })));
  };
  const start = useMutation({
    mutationFn: (body: Plan) => {
      const text = JSON.stringify(body);
      if (key.current.plan !== text) key.current = { plan: text, key: randomKey() };
      return startRun(body, secretsFrom, key.current.key);
    },
    onError,
    onSuccess: (run) => {
      key.current = { plan: '', key: '' };
      void queryClient.invalidateQueries({ queryKey: ['runs'] });
      void navigate({ to: '/runs/$runId', params: { runId: run.id } });
    },
  });
  const save = useMutation({
    mutationFn: (body: Plan) => (planId ? changePlan(planId, body) : savePlan(body, secretsFrom)),
    onError,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['plans'] });
      toast(t('launch.saved'));
    },
  });
  return {
    start: () => plan && !start.isPending && start.mutate(plan),
    save: () => plan && save.mutate(plan),
    running: start.isPending || start.isSuccess,
    saving: save.isPending,
    refusal: start.error ?? save.error,
  };
}
