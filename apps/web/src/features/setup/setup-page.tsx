import { Button, TextInput } from '@mantine/core';
import { setupSchema } from '@plimsoll/contracts/account';
import { setupWords } from '@plimsoll/wording/en/main';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SetupInput, session, setUp, setupState } from '../../api/team/session.ts';
import { textField } from '../../ui/form/fields.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useSending } from '../../ui/form/sending.ts';
import { Mark } from '../../ui/notice/empty-state.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { HealthChecks } from './health-checks.tsx';

const empty: SetupInput = { name: '', email: '', password: '', team: '' };
const judge = (values: SetupInput) => judgeBy(setupSchema, values);

/** First run: the owner and the team, on one page. */
export function SetupPage() {
  usePageTitle(setupWords.title);
  return (
    <main className="centre" id="main">
      <div className="stack" style={{ maxInlineSize: 460 }}>
        <div className="row tight">
          <Mark size={28} />
          <h1>{setupWords.title}</h1>
        </div>
        <p className="soft" style={{ margin: 0 }}>
          {setupWords.intro}
        </p>
        <SetupForm />
        <HealthChecks />
      </div>
    </main>
  );
}

function SetupForm() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useQuery(setupState);
  const form = useJudgedForm({ initial: () => empty, judge });
  const { start, pending, refusal } = useSending({
    send: setUp,
    refuse: form.refuse,
    done: async () => {
      queryClient.setQueryData(setupState.queryKey, (known) => known && { ...known, needed: false });
      await queryClient.fetchQuery({ ...session, staleTime: 0 });
      await navigate({ to: '/launch', search: { demo: '1' } });
    },
  });
  const field = (name: keyof SetupInput) => ({ ...textField(form, name), label: setupWords[name], name });
  return (
    <form className="card pad stack" onSubmit={form.attempt(start)} noValidate>
      <TextInput {...field('name')} autoComplete="name" autoFocus />
      <TextInput {...field('email')} type="email" autoComplete="username" />
      <PasswordField form={form} field="password" label={setupWords.password} name="password" isNew />
      <TextInput {...field('team')} description={setupWords.teamHint} autoComplete="organization" />
      <FormRefusal error={refusal} />
      <Button type="submit" variant="filled" loading={pending} fullWidth>
        {setupWords.submit}
      </Button>
    </form>
  );
}
