import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useExperimentForm, useField } from './form-context.ts';

/** How often, how far apart, and what it is called. */
export function CommonFields() {
  const { t } = useTranslation();
  const { shape, plan, autoName } = useExperimentForm();
  const repeats = useField(shape === 'sweep' ? 'sweepRepeats' : 'repeats', '/repeats');
  const coolDown = useField('coolDown', '/coolDown');
  const extendTo = useField('extendTo', '/extendTo');
  const tryLength = useField('tryLength', '/tryLength');
  const name = useField('name', '/name');
  const below = ['label', 'input', 'description', 'error'] as const;
  return (
    <>
      <div className="fields3">
        {shape === 'capacity' ? (
          <TextInput {...tryLength} label={t('newExperiment.tryLength')} />
        ) : (
          <TextInput {...repeats} label={t('newExperiment.repeats')} inputMode="numeric" />
        )}
        <TextInput {...coolDown} label={t('newExperiment.coolDown')} />
        {shape === 'ab' && (
          <TextInput
            {...extendTo}
            label={t('newExperiment.extendTo')}
            placeholder={t('newExperiment.never')}
            description={t('newExperiment.extendHint')}
            inputWrapperOrder={[...below]}
            inputMode="numeric"
          />
        )}
      </div>
      <TextInput {...name} label={t('newExperiment.name')} placeholder={autoName || t('newExperiment.capacityName', { name: plan.name })} />
    </>
  );
}
