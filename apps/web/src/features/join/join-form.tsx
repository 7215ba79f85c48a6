import { Button, TextInput } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { emailSchema, newPasswordSchema, personNameSchema } from '@plimsoll/contracts/account';
import { joinWords } from '@plimsoll/wording/en/join';
import { setupWords } from '@plimsoll/wording/en/main';
import { z } from 'zod';
import { acceptInvitation } from '../../api/team/invitations.ts';
import { textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { isFieldOnly, useSending } from '../../ui/form/sending.ts';
import { TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';
import { useArrive } from './arrive.ts';
import { NewPasswordInput } from './new-password-input.tsx';

const empty = { name: '', email: '', password: '' };
type Values = typeof empty;

const namedSchema = z.strictObject({ name: personNameSchema, password: newPasswordSchema });
const addressedSchema = namedSchema.extend({ email: emailSchema });
const judgeNamed = ({ name, password }: Values) => judgeBy(namedSchema, { name, password });
const judgeAddressed = (values: Values) => judgeBy(addressedSchema, values);

/** A new account that joins; the address is asked for where the invitation names none. */
export function JoinForm({ token, team, asksEmail }: { token: string; team: string; asksEmail: boolean }) {
  const arrive = useArrive();
  const form = useJudgedForm({ initial: () => empty, judge: asksEmail ? judgeAddressed : judgeNamed });
  const { start, pending, refusal } = useSending({
    send: (body: z.output<typeof namedSchema> & { email?: string }) => acceptInvitation({ token, ...body }),
    refuse: form.refuse,
    done: async () => {
      await arrive('/');
      toast(joinWords.welcome({ team }));
    },
  });
  const taken = isProblem(refusal, 'conflict');
  return (
    <form className="card pad stack" noValidate onSubmit={form.attempt(start)}>
      {taken && (
        <Notice tone="warn" announce>
          {joinWords.taken}
        </Notice>
      )}
      {refusal && !taken && !isFieldOnly(refusal) && <ProblemNotice error={refusal} />}
      <TextInput {...textField(form, 'name')} label={setupWords.name} name="name" autoComplete="name" autoFocus />
      {asksEmail && <TextInput {...textField(form, 'email')} label={setupWords.email} type="email" name="email" autoComplete="username" />}
      <NewPasswordInput form={form} label={setupWords.password} />
      <Button type="submit" variant="filled" loading={pending} fullWidth>
        {joinWords.submit}
      </Button>
      <div className="small soft">
        {joinWords.account}{' '}
        <TextLink size="sm" to="/sign-in" search={{ next: `/join/${token}` }}>
          {joinWords.signIn}
        </TextLink>
      </div>
    </form>
  );
}
