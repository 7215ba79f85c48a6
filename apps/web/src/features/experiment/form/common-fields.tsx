import { TextInput } from '@mantine/core';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useExperimentForm } from './experiment-context.ts';

/** The fields of every kind of experiment: the repeats, the time between them, the name. */
export function CommonFields() {
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
          <TextInput {...tryLength} label={newExperimentWords.tryLength} />
        ) : (
          <TextInput {...repeats} label={newExperimentWords.repeats} inputMode="numeric" />
        )}
        <TextInput {...coolDown} label={newExperimentWords.coolDown} />
        {shape === 'ab' && (
          <TextInput
            {...extendTo}
            label={newExperimentWords.extendTo}
            placeholder={newExperimentWords.never}
            description={newExperimentWords.extendHint}
            inputWrapperOrder={[...below]}
            inputMode="numeric"
          />
        )}
      </div>
      <div className={formStyles.fields3}>
        <TextInput
          {...generators}
          label={newExperimentWords.generators}
          description={newExperimentWords.generatorsWhat}
          inputWrapperOrder={[...below]}
          inputMode="numeric"
        />
        <TextInput
          {...name}
          className={formStyles.span2 ?? ''}
          label={newExperimentWords.name}
          placeholder={autoName || newExperimentWords.capacityName({ name: plan.name })}
        />
      </div>
    </>
  );
}
