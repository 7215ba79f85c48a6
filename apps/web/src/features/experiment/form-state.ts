/** State of the create page: judged as it is typed, sent with one key so that a double press is one experiment. */
import type { CreateExperiment } from '@plimsoll/contracts/experiment';
import type { Plan } from '@plimsoll/contracts/plan';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import type { SettingName } from '@plimsoll/contracts/setting';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isProblem } from '../../api/client.ts';
import { startExperiment } from '../../api/experiments.ts';
import { randomKey } from '../../api/random-key.ts';
import { system } from '../../api/system.ts';
import { t } from '../../i18n/i18n.ts';
import { focusFirst, useSubmitKey } from '../../ui/form-actions.ts';
import { useTouched } from '../../ui/form-touched.ts';
import { draftedValues, draftOf, dropDraft, keepDraft } from './draft.ts';
import type { ExperimentForm } from './form-context.ts';
import { defaultName, type Origin, type Shape } from './form-values.ts';
import { judgeExperiment, placed } from './judged.ts';
import { settingWords } from './words.ts';

interface Input {
  readonly shape: Shape;
  /** Where the plan came from, as in start-plan.ts. */
  readonly source: string;
  readonly plan: Plan;
  readonly origin: Origin;
  readonly varied: readonly SettingName[];
}

export function useExperimentFormState({ shape, source, plan, origin, varied }: Input) {
  const of = draftOf(source, plan, varied);
  const [values, setValues] = useState(() => draftedValues(of, plan, varied));
  useEffect(() => keepDraft(of, values), [of, values]);
  const touched = useTouched();
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const { data: limits } = useQuery(system);
  const autoName = defaultName(shape, plan, values, settingWords, (setting) => t(`setting.${setting}`));
  const judged = useMemo(() => {
    const named = { ...values, name: values.name.trim() || autoName };
    return judgeExperiment({ shape, plan, values: named, origin, system: limits, words: settingWords });
  }, [shape, plan, values, autoName, origin, limits]);
  const problems = judged.problems.length > 0 ? judged.problems : placed(shape, plan, values, refused);
  const sending = useSending(setRefused);
  const form: ExperimentForm = {
    shape,
    plan,
    values,
    autoName,
    set: (change) => {
      setRefused([]);
      setValues((previous) => ({ ...previous, ...change }));
    },
    error: (pointer) => {
      if (!submitted && !touched.has(pointer) && refused.length === 0) return null;
      return problems.find((problem) => problem.field === pointer)?.message ?? null;
    },
    touch: touched.touch,
  };
  const start = () => {
    setSubmitted(true);
    if (judged.body) sending.start(judged.body);
    else focusFirst(problems);
  };
  useSubmitKey(start);
  return { form, judged, problems, shown: submitted || refused.length > 0, start, starting: sending.starting, refusal: sending.refusal };
}

/** Posting it. Problems with a pointer go to their field, the rest is shown whole. */
function useSending(onFields: (fields: readonly FieldProblem[]) => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const key = useRef({ body: '', key: '' });
  const start = useMutation({
    mutationFn: (body: CreateExperiment) => {
      const text = JSON.stringify(body);
      if (key.current.body !== text) key.current = { body: text, key: randomKey() };
      return startExperiment(body, key.current.key);
    },
    onError: (error) => onFields(isProblem(error) ? error.errors : []),
    onSuccess: (made) => {
      key.current = { body: '', key: '' };
      dropDraft();
      void queryClient.invalidateQueries({ queryKey: ['experiments'] });
      void navigate({ to: '/experiments/$experimentId', params: { experimentId: made.id } });
    },
  });
  return {
    start: (body: CreateExperiment) => !start.isPending && start.mutate(body),
    starting: start.isPending || start.isSuccess,
    refusal: start.error,
  };
}
