import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
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
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...textField(form, 'password')}
      label={label}
      description={t('setup.passwordHint')}
      autoComplete="new-password"
      autoFocus={autoFocus}
      visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
    />
  );
}
