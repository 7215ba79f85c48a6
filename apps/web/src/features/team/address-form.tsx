import { Button, TextInput, type TextInputProps } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import styles from './tokens.module.css';

interface Props extends Omit<TextInputProps, 'onSubmit'> {
  readonly action: string;
  readonly pending: boolean;
  readonly refusal: Error | null;
  readonly onSubmit: (event?: SyntheticEvent<HTMLFormElement>) => void;
}

/** A form of one line: an address, and the button that sends it. */
export function AddressForm({ action, pending, refusal, onSubmit, ...input }: Props) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <div className={styles.tokenRow}>
        <TextInput {...input} autoCapitalize="none" spellCheck={false} style={{ flex: '1 1 300px' }} />
        <Button type="submit" loading={pending}>
          {action}
        </Button>
      </div>
      <FormRefusal error={refusal} />
    </form>
  );
}
