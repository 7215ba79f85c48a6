import { Button, TextInput } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { signUpSchema } from '@plimsoll/contracts/account';
import { signUpWords } from '@plimsoll/wording/en/join';
import { setupWords } from '@plimsoll/wording/en/main';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { system } from '../../api/system.ts';
import { signUp } from '../../api/team/account.ts';
import { textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { isFieldOnly, useSending } from '../../ui/form/sending.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/notice/loaded.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { useArrive } from './arrive.ts';
import { NewPasswordInput } from './new-password-input.tsx';
import { WayIn } from './way-in.tsx';

const judge = (values: z.input<typeof signUpSchema>) => judgeBy(signUpSchema, values);

/** An account where anybody may have one; else whom to ask. */
export function SignUpPage() {
  const installation = useQuery(system);
  return (
    <WayIn title={signUpWords.title}>
      <Loaded query={installation}>
        {({ signup }) => (signup === 'open' ? <SignUpForm /> : <p style={{ margin: 0 }}>{signUpWords.closed}</p>)}
      </Loaded>
      <div className="small soft">
        {signUpWords.have}{' '}
        <TextLink size="sm" to="/sign-in">
          {signUpWords.signIn}
        </TextLink>
      </div>
    </WayIn>
  );
}

function SignUpForm() {
  const arrive = useArrive();
  const form = useJudgedForm({ initial: () => ({ name: '', email: '', password: '' }), judge });
  const { start, pending, refusal } = useSending({ send: signUp, refuse: form.refuse, done: () => arrive('/') });
  const taken = isProblem(refusal, 'conflict');
  return (
    <form className="card pad stack" noValidate onSubmit={form.attempt(start)}>
      {taken && (
        <Notice tone="warn" announce>
          {signUpWords.taken}
        </Notice>
      )}
      {refusal && !taken && !isFieldOnly(refusal) && <ProblemNotice error={refusal} />}
      <TextInput {...textField(form, 'name')} label={setupWords.name} name="name" autoComplete="name" autoFocus />
      <TextInput {...textField(form, 'email')} label={setupWords.email} type="email" name="email" autoComplete="username" />
      <NewPasswordInput form={form} label={setupWords.password} />
      <Button type="submit" variant="filled" loading={pending} fullWidth>
        {signUpWords.submit}
      </Button>
    </form>
  );
}
