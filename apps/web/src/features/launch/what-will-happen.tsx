import { Button } from '@mantine/core';
import { loopbackWord } from '@plimsoll/contracts/target-policy';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { health, system } from '../../api/system.ts';
import { describeAllowed } from '../../domain/plan/describe-allowed.ts';
import { ActionBar } from '../../ui/form/action-bar.tsx';
import formStyles from '../../ui/form/form.module.css';
import { Kbd } from '../../ui/keys/kbd.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import type { LaunchState } from './launch-state.ts';
import { PlanPreview } from './plan-preview.tsx';
import { firstRequest } from './values/form-values.ts';

interface Props {
  readonly state: LaunchState;
  /** Was the page opened from a saved plan? */
  readonly isOfPlan: boolean;
}

/** The load before it is sent, drawn from the same line the engine paces by. */
export function WhatWillHappen({ state: { form, sending, run, saveNew, saveChange }, isOfPlan }: Props) {
  const { t } = useTranslation();
  const { data: state } = useQuery(health);
  const plan = form.judged.body;
  const problemCount = form.problems.length;
  const { data: limits } = useQuery(system);
  const { team = [], mode = 'allowlist', allowed = [], proven = [] } = limits?.targets ?? {};
  const loopback = allowed.filter((entry) => entry === loopbackWord);
  const narrowed = team.length > 0 ? [...loopback, ...team] : mode === 'open-lab' ? [] : allowed;
  const listed = [...describeAllowed(t, narrowed), ...proven.map(({ host }) => host)];
  return (
    <section className={`card pad stack ${formStyles.formAside}`} aria-label={t('launch.happen')} style={{ gap: 12 }}>
      <h2>{t('launch.happen')}</h2>
      {plan ? (
        <PlanPreview plan={plan} row={firstRequest(form.values)} />
      ) : (
        <p className={`soft small ${formStyles.happenNone}`}>{t('launch.happenNone')}</p>
      )}
      {state && state.workers === 0 && <Notice tone="warn">{t('launch.noWorker')}</Notice>}
      {state && plan && state.workers > 0 && state.workers < plan.generators && (
        <Notice tone="warn">{t('launchForm.willNeed', { count: state.workers, needed: plan.generators })}</Notice>
      )}
      {limits && plan?.workers.label && !limits.workerLabels.includes(plan.workers.label) && (
        <Notice tone="warn">{t('launchForm.willWait', { label: plan.workers.label })}</Notice>
      )}
      {form.shown && problemCount > 0 && (
        <Notice tone="bad" announce>
          {t('launch.problems', { count: problemCount })}
        </Notice>
      )}
      {sending.refusal && <ProblemNotice error={sending.refusal} />}
      {isOfPlan && plan && !sending.isSaved(plan) && (
        <p className="small soft" style={{ margin: 0 }}>
          {t('launch.differs')}
        </p>
      )}
      <ActionBar>
        <Button variant="filled" size="md" fullWidth loading={sending.running} onClick={() => run()}>
          {t('launch.run')}
          <Kbd>⌘↵</Kbd>
        </Button>
      </ActionBar>
      {isOfPlan && (
        <Button variant="default" fullWidth loading={sending.savingChange} onClick={() => saveChange()}>
          {t('launch.saveChange')}
        </Button>
      )}
      <Button variant="subtle" fullWidth loading={sending.savingNew} onClick={() => saveNew()}>
        {t(isOfPlan ? 'launch.saveAnother' : 'launch.savePlan')}
      </Button>
      <p className="faint small" style={{ margin: 0 }}>
        {limits
          ? t(listed.length > 0 ? 'launch.policyList' : mode === 'open-lab' ? 'launch.policyLab' : 'launch.policyDemo', {
              list: listed.join(', '),
            })
          : ''}{' '}
        {plan?.autoStop === false ? t('launch.autoStopOff') : t('launch.autoStopOn')}
      </p>
    </section>
  );
}
