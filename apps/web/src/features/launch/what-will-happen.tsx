import { Button } from '@mantine/core';
import type { Plan } from '@plimsoll/contracts/plan';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { health, system } from '../../api/system.ts';
import formStyles from '../../ui/form/form.module.css';
import { Kbd } from '../../ui/keys/kbd.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { PlanPreview } from './plan-preview.tsx';

interface Props {
  readonly plan: Plan | null;
  readonly problemCount: number;
  readonly showProblems: boolean;
  readonly error: unknown;
  readonly running: boolean;
  readonly saving: boolean;
  onRun(): void;
  onSave(): void;
}

/** The load before it is sent, drawn from the same line the engine paces by. */
export function WhatWillHappen({ plan, problemCount, showProblems, error, running, saving, onRun, onSave }: Props) {
  const { t } = useTranslation();
  const { data: state } = useQuery(health);
  const { data: limits } = useQuery(system);
  return (
    <section className={`card pad stack ${formStyles.formAside}`} aria-label={t('launch.happen')} style={{ gap: 12 }}>
      <h2>{t('launch.happen')}</h2>
      {plan ? <PlanPreview plan={plan} /> : <p className={`soft small ${formStyles.happenNone}`}>{t('launch.happenNone')}</p>}
      {state && state.workers === 0 && <Notice tone="warn">{t('launch.noWorker')}</Notice>}
      {state && plan && state.workers > 0 && state.workers < plan.generators && (
        <Notice tone="warn">{t('launchForm.willNeed', { count: state.workers, needed: plan.generators })}</Notice>
      )}
      {showProblems && problemCount > 0 && (
        <Notice tone="bad" announce>
          {t('launch.problems', { count: problemCount })}
        </Notice>
      )}
      {error !== null && error !== undefined && <ProblemNotice error={error} />}
      <Button variant="filled" size="md" fullWidth loading={running} onClick={onRun}>
        {t('launch.run')}
        <Kbd>⌘↵</Kbd>
      </Button>
      <Button variant="subtle" fullWidth loading={saving} onClick={onSave}>
        {t('launch.savePlan')}
      </Button>
      <p className="faint small" style={{ margin: 0 }}>
        {limits
          ? t(
              limits.targets.mode === 'open-lab'
                ? 'launch.policyLab'
                : limits.targets.allowed.length > 0
                  ? 'launch.policyList'
                  : 'launch.policyLoopback',
              { list: limits.targets.allowed.join(', ') },
            )
          : ''}{' '}
        {plan?.autoStop === false ? t('launch.autoStopOff') : t('launch.autoStopOn')}
      </p>
    </section>
  );
}
