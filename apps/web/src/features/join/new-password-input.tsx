import { PasswordInput } from '@mantine/core';
import { commonWords, setupWords } from '@plimsoll/wording/en/main';
import { type Fields, textField } from '../../ui/form/fields.ts';

/** Where a new password is typed; it stands at `/password`. */
export function NewPasswordInput({
  form,
  label,
  autoFocus = false,
}: {
  form: Fields<{ password: string }>;
  label: string;
  autoFocus?: boolean;
}) {
  return (
    <PasswordInput
      {...textField(form, 'password')}
      label={label}
      description={setupWords.passwordHint}
      autoComplete="new-password"
      autoFocus={autoFocus}
      visibilityToggleButtonProps={{ 'aria-label': commonWords.showPassword }}
    />
  );
}
