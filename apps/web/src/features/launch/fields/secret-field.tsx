import { PasswordInput } from '@mantine/core';
import { maskedSecret } from '@plimsoll/contracts/problem';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly error: string | null;
  readonly 'data-pointer': string;
  readonly placeholder?: string;
  onChange(event: { currentTarget: { value: string } }): void;
  onBlur(): void;
}

/** A secret: hidden as it is typed, unless it is only a template. A stored one shows as `•••` and stays until it is typed over. */
export function SecretField({ label, value, ...field }: Props) {
  const [visible, setVisible] = useState(false);
  const stored = value === maskedSecret;
  return (
    <PasswordInput
      {...field}
      label={label}
      value={value}
      visible={visible || value.startsWith('{{')}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{ 'aria-label': launchFormWords.show, tabIndex: 0 }}
      autoComplete="new-password"
      spellCheck={false}
      onFocus={(event) => stored && event.currentTarget.select()}
      {...(stored ? { description: launchFormWords.stored, inputWrapperOrder: ['label', 'input', 'description', 'error'] as const } : {})}
    />
  );
}
