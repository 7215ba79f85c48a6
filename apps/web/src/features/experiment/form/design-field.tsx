import { SegmentedControl, TextInput } from '@mantine/core';
import { designs, isOneLoad } from '@plimsoll/contracts/design';
import { designSentence } from '@plimsoll/wording/design-sentence';
import { designWords } from '@plimsoll/wording/en/design';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useExperimentForm } from './experiment-context.ts';

const choices = ['auto', ...designs] as const;
const below = ['label', 'input', 'description', 'error'] as const;

/** At once, in turns or run by run, and why; the change to find where they are one load. */
export function DesignField() {
  const form = useExperimentForm();
  const { values, set, judged } = form;
  const { chosen } = judged;
  const together = chosen ? isOneLoad(chosen.design) : values.design === 'together' || values.design === 'turns';
  return (
    <div className={formStyles.fields3}>
      <div className={together ? (formStyles.span2 ?? '') : undefined} style={together ? undefined : { gridColumn: '1 / -1' }}>
        <div className={formStyles.fieldLabel}>{designWords.label}</div>
        <SegmentedControl
          aria-label={designWords.label}
          value={values.design}
          onChange={(next) => set({ design: choices.find((one) => one === next) ?? 'auto' })}
          data={choices.map((one) => ({ value: one, label: designWords.choices[one] }))}
        />
        {chosen && values.design === 'auto' && (
          <div className="small soft" style={{ marginBlockStart: 6 }}>
            {designSentence(chosen.design, chosen.reason)}
          </div>
        )}
        <FieldError form={form} at="/design" />
      </div>
      {together && <TextInput {...textField(form, 'detectPercent', '/detect')} label={designWords.detect} inputMode="decimal" />}
      <TextInput
        {...textField(form, 'restartUrl', '/restart/url')}
        className={formStyles.span2 ?? ''}
        label={designWords.restart}
        description={designWords.restartHint}
        inputWrapperOrder={[...below]}
        placeholder={designWords.never}
        inputMode="url"
      />
    </div>
  );
}
