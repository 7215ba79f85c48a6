import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { commonWords, setupWords } from '@plimsoll/wording/en/main';
import { type Fields, type TextName, textField } from './fields.ts';

interface Props<V> extends Omit<PasswordInputProps, 'form'> {
  readonly form: Fields<V>;
  readonly field: TextName<V>;
  /** It is chosen here, not known before: says what it takes. */
  readonly isNew?: boolean;
}

/** A password, which its owner may look at. */
export function PasswordField<V>({ form, field, isNew = false, ...input }: Props<V>) {
  return (
    <PasswordInput
      {...textField(form, field)}
      description={isNew ? setupWords.passwordHint : undefined}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': commonWords.showPassword, tabIndex: 0 }}
      {...input}
    />
  );
}
