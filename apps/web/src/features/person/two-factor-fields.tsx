/** The parts that the forms of the second factor share. */
import { Button, TextInput } from '@mantine/core';
import { signInWords } from '@plimsoll/wording/en/main';
import { twoFactorWords } from '@plimsoll/wording/en/two-factor';
import { z } from 'zod';
import { CopyButton } from '../../ui/copy.tsx';
import { type Fields, textField } from '../../ui/form/fields.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useSending } from '../../ui/form/sending.ts';
import styles from './two-factor.module.css';

/** `any`: a recovery code does, too. */
export function CodeField({ form, any = false, focus = false }: { form: Fields<{ code: string }>; any?: boolean; focus?: boolean }) {
  return (
    <TextInput
      {...textField(form, 'code')}
      label={any ? twoFactorWords.anyCode : twoFactorWords.code}
      description={any ? undefined : twoFactorWords.codeHint}
      autoComplete="one-time-code"
      inputMode={any ? 'text' : 'numeric'}
      autoCapitalize="off"
      spellCheck={false}
      maxLength={40}
      autoFocus={focus}
    />
  );
}

const passwordSchema = z.strictObject({ password: z.string().min(1, { error: () => signInWords.noPassword }) });
const judge = (values: { password: string }) => judgeBy(passwordSchema, values);

interface StepProps<Made> {
  readonly action: string;
  send(body: { password: string }): Promise<Made>;
  done(made: Made): unknown;
}

/** Asks for the password before something. */
export function PasswordStep<Made>({ action, send, done }: StepProps<Made>) {
  const form = useJudgedForm({ initial: () => ({ password: '' }), judge });
  const { start, pending, refusal } = useSending({
    send,
    refuse: form.refuse,
    done: (made) => {
      form.reset();
      return done(made);
    },
  });
  return (
    <form className="stack" style={{ gap: 10 }} noValidate onSubmit={form.attempt(start)}>
      <FormRefusal error={refusal} />
      <PasswordField form={form} field="password" label={twoFactorWords.password} />
      <div>
        <Button type="submit" loading={pending}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** Recovery codes, to be kept elsewhere. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <ul className={`plain-list ${styles.codes}`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <CopyButton text={codes.join('\n')} label={twoFactorWords.copyCodes} />
      </div>
    </>
  );
}
