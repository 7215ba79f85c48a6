import { Button, TextInput } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { changeEmailSchema } from '@plimsoll/contracts/account';
import { ownEmailWords } from '@plimsoll/wording/en/person';
import { useQueryClient } from '@tanstack/react-query';
import { changeEmail } from '../../api/team/account.ts';
import { session } from '../../api/team/session.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { textField } from '../../ui/form/fields.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useSending } from '../../ui/form/sending.ts';
import { Notice } from '../../ui/notice/notice.tsx';

const empty = { email: '', password: '' };
const judge = (values: typeof empty) => judgeBy(changeEmailSchema, values);

/** The address one signs in with. */
export function EmailForm() {
  const queryClient = useQueryClient();
  const form = useJudgedForm({ initial: () => empty, judge });
  const { start, pending, made, refusal } = useSending({
    send: changeEmail,
    refuse: form.refuse,
    done: () => {
      form.reset();
      return queryClient.invalidateQueries({ queryKey: session.queryKey });
    },
  });
  const taken = isProblem(refusal, 'conflict');
  return (
    <form className="card pad stack" style={{ gap: 14 }} noValidate onSubmit={form.attempt(start)} aria-label={ownEmailWords.title}>
      <CardHead title={ownEmailWords.title}>{ownEmailWords.what}</CardHead>
      {made && <Notice tone="good">{ownEmailWords.changed({ email: made.email })}</Notice>}
      <FormRefusal error={refusal} own={taken && ownEmailWords.taken} />
      <TextInput {...textField(form, 'email')} label={ownEmailWords.next} type="email" autoComplete="email" />
      <PasswordField form={form} field="password" label={ownEmailWords.password} />
      <div>
        <Button type="submit" variant="filled" loading={pending}>
          {ownEmailWords.change}
        </Button>
      </div>
    </form>
  );
}
