import { SegmentedControl, TextInput } from '@mantine/core';
import { choicesOf, numeric, type SettingName } from '@plimsoll/contracts/setting';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { valueWords } from './words.ts';

interface Props {
  readonly setting: SettingName;
  readonly value: string;
  readonly error: string | null;
  readonly pointer: string;
  /** Says whose setting it is, for those who do not see the card. */
  readonly label: string;
  onChange(value: string): void;
  onLeave(): void;
}

/** One value of one setting: a switch between on and off, or text. */
export function SettingField({ setting, value, error, pointer, label, onChange, onLeave }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const choices = choicesOf(setting);
  if (choices)
    return (
      <div>
        <div className="field-label" id={id} style={{ marginBlockEnd: 6 }}>
          {t(`setting.${setting}`)}
        </div>
        <SegmentedControl
          aria-label={label}
          value={value}
          onChange={onChange}
          data={choices.map((one) => ({ value: one, label: valueWords(setting, one) }))}
        />
        {error && <div className="field-error">{error}</div>}
      </div>
    );
  return (
    <TextInput
      label={t(`setting.${setting}`)}
      aria-label={label}
      className={setting === 'url' ? 'setting-wide' : ''}
      value={value}
      error={error}
      data-pointer={pointer}
      inputMode={numeric(setting) ? 'decimal' : 'url'}
      spellCheck={false}
      autoComplete="off"
      {...(numeric(setting) ? {} : { 'data-mono': true })}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
}
