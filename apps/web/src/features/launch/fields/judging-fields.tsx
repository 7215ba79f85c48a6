import { NativeSelect, Switch } from '@mantine/core';
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { fieldAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { CheckRows } from '../rows/check-rows.tsx';
import { ThresholdRows } from '../rows/threshold-rows.tsx';
import type { FormValues } from '../values/form-values.ts';

/** The checks of a response, the thresholds of the run, and the rule that ends it early. */
export function JudgingFields() {
  const form = useLaunchForm();
  const { values, set } = form;
  return (
    <>
      <CheckRows rows={values.checks} pointer="/checks" legend={launchWords.checks} onChange={(checks) => set({ checks })} />
      <ThresholdRows />
      <Switch
        {...fieldAt(form, '/abortOnFail')}
        checked={values.abortOnFail}
        onChange={(event) => set({ abortOnFail: event.currentTarget.checked })}
        label={launchFormWords.abortOnFail}
        description={launchFormWords.abortOnFailWhat}
      />
      <div className={formStyles.fields3} style={{ alignItems: 'end' }}>
        {values.protocol !== 'grpc' && (
          <NativeSelect
            label={launchWords.errorStatuses}
            value={values.errorStatuses}
            onChange={(event) => set({ errorStatuses: event.currentTarget.value as FormValues['errorStatuses'] })}
            data={[
              { value: '4xx-5xx', label: launchWords.errors4xx5xx },
              { value: '5xx', label: launchWords.errors5xx },
              { value: 'none', label: launchWords.errorsNone },
            ]}
          />
        )}
        <Switch
          className={formStyles.span2}
          checked={values.autoStop}
          onChange={(event) => set({ autoStop: event.currentTarget.checked })}
          label={launchWords.autoStop}
          description={launchWords.autoStopWhat}
        />
      </div>
    </>
  );
}
