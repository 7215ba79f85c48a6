/** State of the launch page: form or YAML, judged alike. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { SavedPlan } from '@plimsoll/contracts/saved-plan';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import { launchWords } from '@plimsoll/wording/en/launch';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { system } from '../../api/system.ts';
import { lastingPlan } from '../../domain/plan/lasting-plan.ts';
import { keepPlanDraft } from '../../domain/plan/plan-draft.ts';
import { beyondLimits } from '../../domain/plan/plan-limits.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSubmitKey } from '../../ui/form/submit-key.ts';
import { toast } from '../../ui/notice/toast.tsx';
import { usePlanSending } from './plan-sending.ts';
import { useSendOne } from './send-one/use-send-one.ts';
import { type Draft, keepDraft } from './values/draft.ts';
import type { FormValues } from './values/form-values.ts';
import { type JudgedPlan, judgeForm } from './values/judged-plan.ts';
import { formToPlan, planToForm } from './values/plan-form.ts';

interface Input {
  /** Id of the run or plan the page was opened from, or `new`. */
  readonly source: string;
  readonly saved: SavedPlan | null;
  readonly begun: Draft;
  readonly mode: 'form' | 'yaml';
  showYaml(): void;
  /** The page is now one of this saved plan. */
  onSaved(saved: SavedPlan): void;
}

interface YamlText {
  readonly text: string | null;
  readonly judged: JudgedPlan;
}
const noYaml: YamlText = { text: null, judged: { body: null, problems: [] } };

export type LaunchState = ReturnType<typeof useLaunchState>;

export function useLaunchState({ source, saved, begun, mode, showYaml, onSaved }: Input) {
  const [revision, setRevision] = useState(begun.revision);
  const [yaml, setYaml] = useState<YamlText>({ ...noYaml, text: begun.yaml });
  const newest = useRef(begun.yaml);
  const leaving = useRef(false);
  const { data: limits } = useQuery(system);
  const judge = useCallback(
    (values: FormValues) => (mode === 'yaml' ? yaml.judged : judgeForm(values, limits)),
    [mode, yaml.judged, limits],
  );
  const keep = useCallback((values: FormValues) => keepDraft(source, { values, yaml: yaml.text, revision }), [source, yaml.text, revision]);
  const form = useJudgedForm({ initial: () => begun.values, judge, keep });
  const { body: plan } = form.judged;
  useEffect(() => {
    if (plan) keepPlanDraft({ plan, source: source === 'new' ? null : source });
  }, [plan, source]);

  const { set } = form;
  const editYaml = useCallback(
    async (text: string) => {
      newest.current = text;
      setYaml((before) => ({ ...before, text }));
      const { parsePlanYaml } = await import('@plimsoll/contracts/plan-yaml');
      const read = parsePlanYaml(text, issueSentence);
      const judged = 'plan' in read ? { body: read.plan, problems: beyondLimits(read.plan, limits) } : { body: null, ...read };
      // More may have been typed since.
      if (newest.current !== text) return;
      setYaml({ text, judged });
      // The refusal was of another text.
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
  /** Makes the plan's load as long as a verdict needs. */
  const lengthen = async (short: Plan) => {
    const { load } = lastingPlan(short, leastVerdictSeconds * 1000);
    if (yaml.text !== null) {
      const { lengthenYaml } = await import('@plimsoll/contracts/plan-yaml');
      return editYaml(lengthenYaml(yaml.text, load));
    }
    if (!load.stages) return set({ duration: load.duration ?? '' });
    set({ stages: values.stages.map((row, at) => ({ ...row, over: load.stages?.[at]?.over ?? row.over })) });
  };
  const unjudged = useRef(begun.yaml);
  useEffect(() => {
    if (unjudged.current !== null) void editYaml(unjudged.current);
    unjudged.current = null;
  }, [editYaml]);
  // A plan written as YAML stays YAML, wherever a link leads: with a mistake in it the form could not show it.
  useEffect(() => {
    if (mode !== 'form' || yaml.text === null) return;
    if (leaving.current) setYaml(noYaml);
    else showYaml();
    leaving.current = false;
  }, [mode, yaml.text, showYaml]);
  const toForm = () => {
    if (yaml.text !== null && !yaml.judged.body) {
      form.attempt(() => undefined)();
      toast(launchWords.fixLines);
      return false;
    }
    leaving.current = true;
    return true;
  };
  const sending = usePlanSending({
    saved,
    revision,
    secretsFrom: source === 'new' ? undefined : source,
    refuse: form.refuse,
    onSaved: (now) => {
      setRevision(now.revision);
      keepDraft(now.id, { values, yaml: yaml.text, revision: now.revision });
      onSaved(now);
    },
  });
  const sendOne = useSendOne(plan, source === 'new' ? undefined : source, [limits?.demoTarget, limits?.demoGrpcTarget]);
  const run = form.attempt((body) => void sendOne.before(body, sending.run));
  const runAnyway = form.attempt(sending.run);
  useSubmitKey(run);
  const saveNew = form.attempt(sending.saveNew);
  const saveChange = form.attempt(sending.saveChange);
  return { form, yaml: yaml.text, editYaml, toYaml, toForm, run, runAnyway, saveNew, saveChange, sending, sendOne, lengthen };
}
