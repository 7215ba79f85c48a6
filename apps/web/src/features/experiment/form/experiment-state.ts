/** State of the create page: judged as it is typed, sent as one experiment however often the button is pressed. */
import type { CreateExperiment } from '@plimsoll/contracts/experiment';
import type { Plan } from '@plimsoll/contracts/plan';
import type { SettingName } from '@plimsoll/contracts/setting';
import { settingWords } from '@plimsoll/wording/en/names';
import { settingPhrase } from '@plimsoll/wording/setting-value';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { startExperiment } from '../../../api/experiment.ts';
import { planCeiling } from '../../../api/experiment-power.ts';
import { system } from '../../../api/system.ts';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { useSending } from '../../../ui/form/sending.ts';
import { useSubmitKey } from '../../../ui/form/submit-key.ts';
import { draftedValues, dropDraft, keepDraft, writeDraft } from '../values/draft.ts';
import { defaultName, type ExperimentValues, type Origin, type Shape } from '../values/form-values.ts';
import { judgeExperiment, placed } from '../values/judged.ts';
import type { ExperimentForm } from './experiment-context.ts';

interface Input {
  readonly shape: Shape;
  /** Where the plan came from, as in start-plan.ts. */
  readonly source: string;
  readonly plan: Plan;
  readonly origin: Origin;
  readonly varied: readonly SettingName[];
}

export function useExperimentState({ shape, source, plan, origin, varied }: Input) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const of = writeDraft(source, plan, varied);
  const keep = useCallback((values: ExperimentValues) => keepDraft(of, values), [of]);
  const { data: limits } = useQuery(system);
  const { data: history } = useQuery({ ...planCeiling(origin.planId ?? ''), enabled: shape === 'ab' && origin.planId !== null });
  const ceiling = history?.ceiling;
  const nameOf = useCallback(
    (values: ExperimentValues) => defaultName(shape, plan, values, settingPhrase, (setting) => settingWords[setting]),
    [shape, plan],
  );
  const judge = useCallback(
    (values: ExperimentValues) => {
      const named = { ...values, name: values.name.trim() || nameOf(values) };
      return judgeExperiment({ shape, plan, values: named, origin, system: limits, words: settingPhrase, ceiling });
    },
    [shape, plan, origin, limits, nameOf, ceiling],
  );
  const kernel = useJudgedForm({ initial: () => draftedValues(of, plan, varied), judge, keep });
  const { values } = kernel;
  const form: ExperimentForm = { ...kernel, shape, plan, autoName: nameOf(values) };
  const sending = useSending({
    send: (body: CreateExperiment, key) => startExperiment(body, key),
    refuse: (problems) => form.refuse(placed(shape, plan, values, problems)),
    done: (made) => {
      dropDraft();
      void queryClient.invalidateQueries({ queryKey: ['experiments'] });
      void navigate({ to: '/experiments/$experimentId', params: { experimentId: made.id } });
    },
  });
  const start = form.attempt(sending.start);
  useSubmitKey(start);
  return { form, start, starting: sending.pending || sending.made !== undefined, refusal: sending.refusalOf(form.judged.body) };
}
