import { NativeSelect, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { CheckRows } from '../rows/check-rows.tsx';
import { ThresholdRows } from '../rows/threshold-rows.tsx';
import type { FormValues } from '../values/form-values.ts';

/** What a good response is, what the run must hold, and when it ends early. */
export function JudgingFields() {
  const { t } = useTranslation();
  const form = useLaunchForm();
  const { values, set } = form;
  return (
    <>
      <CheckRows rows={values.checks} pointer="/checks" legend={t('launch.checks')} onChange={(checks) => set({ checks })} />
      <ThresholdRows />
      <Switch
        {...fieldAt(form, '/abortOnFail')}
        checked={values.abortOnFail}
        onChange={(event) => set({ abortOnFail: event.currentTarget.checked })}
        label={t('launchForm.abortOnFail')}
        description={t('launchForm.abortOnFailWhat')}
      />
      <div className={formStyles.fields3} style={{ alignItems: 'end' }}>
        {values.protocol !== 'grpc' && (
          <NativeSelect
            label={t('launch.errorStatuses')}
            value={values.errorStatuses}
            onChange={(event) => set({ errorStatuses: event.currentTarget.value as FormValues['errorStatuses'] })}
            data={[
              { value: '4xx-5xx', label: t('launch.errors4xx5xx') },
              { value: '5xx', label: t('launch.errors5xx') },
              { value: 'none', label: t('launch.errorsNone') },
            ]}
          />
        )}
        <Switch
          className={formStyles.span2}
          checked={values.autoStop}
          onChange={(event) => set({ autoStop: event.currentTarget.checked })}
          label={t('launch.autoStop')}
          description={t('launch.autoStopWhat')}
        />
      </div>
    </>
  );
}
