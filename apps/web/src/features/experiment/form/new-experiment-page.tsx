import { SegmentedControl } from '@mantine/core';
import { listSettings, settingNames, usualSetting } from '@plimsoll/contracts/setting';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { z } from 'zod';
import { UnreadablePlan } from '../../../domain/plan/unreadable-plan.tsx';
import formStyles from '../../../ui/form/form.module.css';
import { ButtonLink } from '../../../ui/links.tsx';
import { Loading } from '../../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { useSearchState } from '../../../ui/search-state.ts';
import { shapes } from '../values/form-values.ts';
import { type StartPlan, useStartPlan } from '../values/start-plan.ts';
import { AbFields } from './ab-fields.tsx';
import { CapacityFields } from './capacity-fields.tsx';
import { CommonFields } from './common-fields.tsx';
import { DesignField } from './design-field.tsx';
import { ExperimentContext } from './experiment-context.ts';
import { useExperimentState } from './experiment-state.ts';
import { StartFrom } from './start-from.tsx';
import { SweepFields } from './sweep-fields.tsx';
import { WhatItTakes } from './what-it-takes.tsx';

const searchSchema = z.object({
  from: z
    .union([z.uuid(), z.enum(['draft', 'demo'])])
    .optional()
    .catch(undefined),
  plan: z.uuid().optional().catch(undefined),
  shape: z.enum(shapes).catch('ab'),
  /** Setting that an A/B starts with. */
  vary: z.enum(settingNames).optional().catch(undefined),
});

/** New experiment: waits for the plan it starts from, then holds the form. */
export function NewExperimentPage() {
  const [search] = useSearchState(searchSchema);
  usePageTitle(newExperimentWords.title);
  const { start, error } = useStartPlan(search);
  return (
    <>
      <h1>{newExperimentWords.title}</h1>
      {error ? <ProblemNotice error={error} /> : start ? <Begun start={start} /> : <Loading rows={6} />}
    </>
  );
}

function Begun({ start }: { start: StartPlan }) {
  if (!start.plan.unreadable) return <Create key={start.source} start={start} />;
  return (
    <div className="stack" style={{ marginBlockStart: 14 }}>
      <UnreadablePlan plans={[start.plan]} of="plan" />
      <div>
        <ButtonLink to="/experiments/new" search={{ from: 'demo' }}>
          {newExperimentWords.fromDemo}
        </ButtonLink>
      </div>
    </div>
  );
}

function Create({ start }: { start: StartPlan }) {
  const [{ shape, vary }, change] = useSearchState(searchSchema);
  const varied = [vary && listSettings(start.plan).includes(vary) ? vary : usualSetting(start.plan)];
  const state = useExperimentState({ shape, source: start.source, plan: start.plan, origin: start.origin, varied });
  const ofPlan = state.form.problems.filter((problem) => problem.field.startsWith('/plan')).map((problem) => problem.message);
  return (
    <ExperimentContext.Provider value={state.form}>
      <div className={formStyles.formPage}>
        <form className="card pad stack" style={{ gap: 18 }} noValidate onSubmit={(event) => event.preventDefault()}>
          <div className="row">
            <SegmentedControl
              aria-label={newExperimentWords.shape}
              value={shape}
              onChange={(next) => change({ shape: next === 'ab' ? undefined : next })}
              data={shapes.map((one) => ({ value: one, label: newExperimentWords[one] }))}
            />
            <span className="soft small" style={{ flex: '1 1 240px' }}>
              {newExperimentWords[`${shape}What`]}
            </span>
          </div>
          <StartFrom start={start} problems={ofPlan} onPick={change} />
          {shape === 'ab' ? <AbFields /> : shape === 'sweep' ? <SweepFields /> : <CapacityFields />}
          {shape === 'ab' && <DesignField />}
          <CommonFields />
        </form>
        <WhatItTakes
          shape={shape}
          start={start}
          judged={state.form.judged}
          problems={state.form.problems}
          shown={state.form.shown}
          starting={state.starting}
          refusal={state.refusal}
          onStart={state.start}
        />
      </div>
    </ExperimentContext.Provider>
  );
}
