import { Anchor, Button, TextInput } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { ownPath } from '@plimsoll/contracts/own-path';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { setupWords, signInWords } from '@plimsoll/wording/en/main';
import { Suspense, useState } from 'react';
import { later } from '../../api/later.ts';
import { signIn, type Ways } from '../../api/team/door.ts';
import { textField } from '../../ui/form/fields.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useSending } from '../../ui/form/sending.ts';
import { Mark } from '../../ui/notice/empty-state.tsx';
import { usePageTitle } from '../../ui/page-title.ts';

const ProviderSignIn = later(() => import('../../domain/sign-in/provider-sign-in.tsx'), 'ProviderSignIn');
const PasskeySignIn = later(() => import('../../domain/sign-in/passkey-sign-in.tsx'), 'PasskeySignIn');
const SecondStep = later(() => import('./second-step.tsx'), 'SecondStep');

/** By hand: a schema brings a library as heavy as this page. The server judges by its own. */
function judge(values: { readonly email: string; readonly password: string }) {
  const problems: FieldProblem[] = [];
  if (!/^\S+@\S+$/.test(values.email)) problems.push({ field: '/email', message: signInWords.noEmail });
  if (values.password === '') problems.push({ field: '/password', message: signInWords.noPassword });
  return { body: problems.length > 0 ? null : values, problems };
}

/** The page that a sign-in leads to: only a path of ours. */
const nextPath = () => ownPath(new URLSearchParams(window.location.search).get('next'), window.location.origin);

/** Why the provider sent somebody back without a sign-in. */
const failure = (): string | null => new URLSearchParams(window.location.search).get('failed');

interface Props {
  /** Opens this path of the app. */
  onSignedIn(path: string): unknown;
  readonly ways: Ways;
}

/** Stands alone, without the app around it, or in it. */
export function SignInPage(props: Props) {
  const { ways } = props;
  usePageTitle(signInWords.title);
  return (
    <main className="centre" id="main">
      <div className="stack">
        <div className="row tight">
          <Mark size={28} />
          <h1>{signInWords.title}</h1>
        </div>
        {ways.provider !== null && (
          <Suspense>
            <ProviderSignIn provider={ways.provider} next={nextPath()} failed={failure()} only={!ways.passwords} />
          </Suspense>
        )}
        {ways.passwords && <SignInForm {...props} />}
        {ways.passkeys && (
          <Suspense>
            <PasskeySignIn done={() => props.onSignedIn(nextPath())} />
          </Suspense>
        )}
        {ways.passwords && (
          <div className="row">
            <Anchor size="sm" href="/reset">
              {signInWords.forgot}
            </Anchor>
            <Anchor size="sm" href="/sign-up" className="push">
              {signInWords.noAccount}
            </Anchor>
          </div>
        )}
      </div>
    </main>
  );
}

function SignInForm({ onSignedIn, ways }: Props) {
  const form = useJudgedForm({ initial: () => ({ email: '', password: '' }), judge });
  const [codeAsked, setCodeAsked] = useState(false);
  const enter = () => onSignedIn(nextPath());
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
      <FormRefusal error={refusal} own={wrong && signInWords.wrong} />
      <TextInput
        {...textField(form, 'email')}
        label={setupWords.email}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus={ways.provider === null}
        required
        withAsterisk={false}
      />
      <PasswordField form={form} field="password" label={setupWords.password} name="password" required withAsterisk={false} />
      <Button type="submit" variant={ways.provider === null ? 'filled' : 'default'} loading={pending} fullWidth>
        {signInWords.submit}
      </Button>
    </form>
  );
}
