import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useExperimentForm } from './experiment-context.ts';

/** How often, how far apart, and what it is called. */
export function CommonFields() {
  const { t } = useTranslation();
  const form = useExperimentForm();
  const { shape, plan, autoName } = form;
  const repeats = textField(form, shape === 'sweep' ? 'sweepRepeats' : 'repeats', '/repeats');
  const coolDown = textField(form, 'coolDown', '/coolDown');
  const extendTo = textField(form, 'extendTo', '/extendTo');
  const tryLength = textField(form, 'tryLength', '/tryLength');
  const generators = textField(form, 'generators', '/generators');
  const name = textField(form, 'name', '/name');
  const below = ['label', 'input', 'description', 'error'] as const;
  return (
    <>
      <div className={formStyles.fields3}>
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
      <div className={formStyles.fields3}>
        <TextInput
          {...generators}
          label={t('newExperiment.generators')}
          description={t('newExperiment.generatorsWhat')}
          inputWrapperOrder={[...below]}
          inputMode="numeric"
        />
        <TextInput
          {...name}
          className={formStyles.span2 ?? ''}
          label={t('newExperiment.name')}
          placeholder={autoName || t('newExperiment.capacityName', { name: plan.name })}
        />
      </div>
    </>
  );
}
