import { Button, PasswordInput, TextInput } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { setupSchema } from '@plimsoll/contracts/account';
import { commonWords, setupWords, signInWords } from '@plimsoll/wording/en/main';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { z } from 'zod';
import { session, signIn } from '../../api/team/session.ts';
import { textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { TextLink } from '../../ui/links.tsx';
import { Mark } from '../../ui/notice/empty-state.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { useSearchState } from '../../ui/search-state.ts';

const SecondStep = lazy(() => import('./second-step.tsx').then((module) => ({ default: module.SecondStep })));

/** Only a path of ours may follow a sign-in. */
const searchSchema = z.object({
  next: z
    .string()
    .regex(/^\/(?![/\\])/)
    .optional()
    .catch(undefined),
});

/** An old password may be shorter than a new one has to be. */
const signInSchema = setupSchema.pick({ email: true }).extend({ password: z.string().min(1, { error: () => signInWords.noPassword }) });
const judge = (values: z.input<typeof signInSchema>) => judgeBy(signInSchema, values);

export function SignInPage() {
  usePageTitle(signInWords.title);
  return (
    <main className="centre" id="main">
      <div className="stack">
        <div className="row tight">
          <Mark size={28} />
          <h1>{signInWords.title}</h1>
        </div>
        <SignInForm />
        <div className="row">
          <TextLink size="sm" to="/reset">
            {signInWords.forgot}
          </TextLink>
          <TextLink size="sm" to="/sign-up" className="push">
            {signInWords.noAccount}
          </TextLink>
        </div>
      </div>
    </main>
  );
}

function SignInForm() {
  const [{ next }] = useSearchState(searchSchema);
  const queryClient = useQueryClient();
  const router = useRouter();
  const form = useJudgedForm({ initial: () => ({ email: '', password: '' }), judge });
  const [codeAsked, setCodeAsked] = useState(false);
  const enter = async () => {
    queryClient.clear();
    await queryClient.fetchQuery({ ...session, staleTime: 0 });
    router.history.push(next ?? '/');
  };
  const { start, pending, refusal } = useSending({
    send: signIn,
    refuse: form.refuse,
    done: (answer) => {
      if (answer === 'signed in') return enter();
      form.reset();
      setCodeAsked(true);
    },
  });
  const wrong = isProblem(refusal) && [400, 401, 403].includes(refusal.problem.status);
  if (codeAsked)
    return (
      <Suspense>
        <SecondStep done={enter} back={() => setCodeAsked(false)} />
      </Suspense>
    );
  return (
    <form className="card pad stack" noValidate onSubmit={form.attempt(start)}>
      {wrong && (
        <Notice tone="bad" announce>
          {signInWords.wrong}
        </Notice>
      )}
      {refusal && !wrong && <ProblemNotice error={refusal} />}
      <TextInput
        {...textField(form, 'email')}
        label={setupWords.email}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        required
        withAsterisk={false}
      />
      <PasswordInput
        {...textField(form, 'password')}
        label={setupWords.password}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': commonWords.showPassword }}
      />
      <Button type="submit" variant="filled" loading={pending} fullWidth>
        {signInWords.submit}
      </Button>
    </form>
  );
}
