import { Button } from '@mantine/core';
import { countGenerators } from '@plimsoll/contracts/planned-generators';
import { loopbackWord } from '@plimsoll/contracts/target-policy';
import { launchingWords } from '@plimsoll/wording/en/app';
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { sendOneWords } from '@plimsoll/wording/en/send-one';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { later } from '../../api/later.ts';
import { health, system } from '../../api/system.ts';
import { TooShort } from '../../domain/experiment/too-short.tsx';
import { describeAllowed } from '../../domain/plan/describe-allowed.ts';
import { ActionBar } from '../../ui/form/action-bar.tsx';
import formStyles from '../../ui/form/form.module.css';
import { Kbd } from '../../ui/keys/kbd.tsx';
import { commandKey } from '../../ui/keys/platform-keys.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import type { LaunchState } from './launch-state.ts';
import { PlanPreview } from './plan-preview.tsx';
import { FastAnswer } from './send-one/fast-answer.tsx';
import { NothingAnswered } from './send-one/nothing-answered.tsx';
import { firstRequest } from './values/form-values.ts';

const FewWorkers = later(() => import('../../domain/workers/few-workers.tsx'), 'FewWorkers');

interface Props {
  readonly state: LaunchState;
  /** Was the page opened from a saved plan? */
  readonly isOfPlan: boolean;
}

/** The load before it is sent, drawn from the same line the engine paces by. */
export function WhatWillHappen({ state, isOfPlan }: Props) {
  const { form, yaml, sending, sendOne, run, runAnyway, saveNew, saveChange, lengthen } = state;
  const isForm = yaml === null;
  const unanswered = sendOne.current?.asked ? null : sendOne.current?.result?.failure;
  const { data: alive } = useQuery(health);
  const plan = form.judged.body;
  const refusal = sending.refusalOf(plan);
  const problemCount = form.problems.length;
  const { data: limits } = useQuery(system);
  const { team = [], mode = 'allowlist', allowed = [], proven = [] } = limits?.targets ?? {};
  const loopback = allowed.filter((entry) => entry === loopbackWord);
  const narrowed = team.length > 0 ? [...loopback, ...team] : mode === 'open-lab' ? [] : allowed;
  const listed = [...describeAllowed(narrowed), ...proven.map(({ host }) => host)];
  return (
    <section className={`card pad stack ${formStyles.formAside}`} aria-label={launchWords.happen} style={{ gap: 12 }}>
      <h2>{launchWords.happen}</h2>
      {plan ? (
        <PlanPreview plan={plan} row={firstRequest(form.values)} />
      ) : (
        <p className={`soft small ${formStyles.happenNone}`}>{launchWords.happenNone}</p>
      )}
      {plan && <TooShort plans={[plan]} tone="even" onLonger={(short) => void lengthen(short)} />}
      {alive && alive.workers < (plan ? countGenerators(plan.generators) : 1) && (
        <Suspense>
          <FewWorkers online={alive.workers} plans={plan ? [plan] : []} of="plan" />
        </Suspense>
      )}
      {limits && plan?.workers.label && !limits.workerLabels.includes(plan.workers.label) && (
        <Notice tone="warn">{launchFormWords.willWait({ label: plan.workers.label })}</Notice>
      )}
      {form.shown && problemCount > 0 && (
        <Notice tone="bad" announce>
          {launchWords.problems({ count: problemCount })}
        </Notice>
      )}
      <FastAnswer plan={plan} sendOne={sendOne} onWire={isForm ? () => form.set({ client: 'wire' }) : null} />
      {unanswered && (
        <>
          <NothingAnswered failure={unanswered} />
          <Button variant="default" fullWidth loading={sending.running} onClick={() => runAnyway()}>
            {sendOneWords.anyway}
          </Button>
        </>
      )}
      {refusal && <ProblemNotice error={refusal} />}
      {isOfPlan && plan && !sending.isSaved(plan) && (
        <p className="small soft" style={{ margin: 0 }}>
          {launchWords.differs}
        </p>
      )}
      <ActionBar>
        <Button variant="filled" size="md" fullWidth loading={sending.running || sendOne.sending === 'before'} onClick={() => run()}>
          {launchingWords.run}
          <Kbd>{commandKey('↵')}</Kbd>
        </Button>
      </ActionBar>
      {isOfPlan && (
        <Button variant="default" fullWidth loading={sending.savingChange} onClick={() => saveChange()}>
          {launchWords.saveChange}
        </Button>
      )}
      <Button variant="subtle" fullWidth loading={sending.savingNew} onClick={() => saveNew()}>
        {isOfPlan ? launchWords.saveAnother : launchWords.savePlan}
      </Button>
      <p className="faint small" style={{ margin: 0 }}>
        {limits
          ? listed.length > 0
            ? launchWords.policyList({ list: listed.join(', ') })
            : mode === 'open-lab'
              ? launchWords.policyLab
              : launchWords.policyDemo
          : ''}{' '}
        {plan?.autoStop === false ? launchWords.autoStopOff : launchWords.autoStopOn}
      </p>
    </section>
  );
}
