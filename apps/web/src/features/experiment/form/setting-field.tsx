import { SegmentedControl, TextInput } from '@mantine/core';
import { listChoices, numeric, type SettingName } from '@plimsoll/contracts/setting';
import { settingWords } from '@plimsoll/wording/en/names';
import { settingValue } from '@plimsoll/wording/setting-value';
import { useId } from 'react';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { fieldAt, groupAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import experimentStyles from '../experiment.module.css';
import { useExperimentForm } from './experiment-context.ts';

interface Props {
  readonly setting: SettingName;
  readonly value: string;
  readonly pointer: string;
  /** Says whose setting it is, for those who do not see the card. */
  readonly label: string;
  onChange(value: string): void;
}

/** One value of one setting: a switch between on and off, or text. */
export function SettingField({ setting, value, pointer, label, onChange }: Props) {
  const form = useExperimentForm();
  const id = useId();
  const choices = listChoices(setting);
  if (choices)
    return (
      <div {...groupAt(form, pointer)}>
        <div className={formStyles.fieldLabel} id={id} style={{ marginBlockEnd: 6 }}>
          {settingWords[setting]}
        </div>
        <SegmentedControl
          aria-label={label}
          value={value}
          onChange={onChange}
          data={choices.map((one) => ({ value: one, label: settingValue(setting, one) }))}
        />
        <FieldError form={form} at={pointer} />
      </div>
    );
  return (
    <TextInput
      {...fieldAt(form, pointer)}
      label={settingWords[setting]}
      aria-label={label}
      className={setting === 'url' ? experimentStyles.settingWide : ''}
      value={value}
      inputMode={numeric(setting) ? 'decimal' : 'url'}
      spellCheck={false}
      autoComplete="off"
      {...(numeric(setting) ? {} : { 'data-mono': true })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
