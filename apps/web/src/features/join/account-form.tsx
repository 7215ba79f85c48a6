import { Button, TextInput } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { setupWords } from '@plimsoll/wording/en/main';
import type { ReactNode } from 'react';
import { textField } from '../../ui/form/fields.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import type { Judged } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useSending } from '../../ui/form/sending.ts';

const empty = { name: '', email: '', password: '' };
export type NewAccount = typeof empty;

interface Props<Body> {
  readonly asksEmail?: boolean;
  readonly submit: string;
  /** What is said where the address has an account. */
  readonly taken: string;
  readonly judge: (values: NewAccount) => Judged<Body>;
  send(body: Body): Promise<unknown>;
  done(): unknown;
  readonly children?: ReactNode;
}

/** A new account: the name, the address that signs in, and the password. */
export function AccountForm<Body>({ asksEmail = true, submit, taken, judge, send, done, children }: Props<Body>) {
  const form = useJudgedForm({ initial: () => empty, judge });
  const { start, pending, refusal } = useSending({ send, refuse: form.refuse, done });
  return (
    <form className="card pad stack" noValidate onSubmit={form.attempt(start)}>
      <FormRefusal error={refusal} own={isProblem(refusal, 'conflict') && taken} tone="warn" />
      <TextInput {...textField(form, 'name')} label={setupWords.name} name="name" autoComplete="name" autoFocus />
      {asksEmail && <TextInput {...textField(form, 'email')} label={setupWords.email} type="email" name="email" autoComplete="username" />}
      <PasswordField form={form} field="password" label={setupWords.password} isNew />
      <Button type="submit" variant="filled" loading={pending} fullWidth>
        {submit}
      </Button>
      {children}
    </form>
  );
}
