import { Button, PasswordInput, TextInput } from '@mantine/core';
import { setupSchema } from '@plimsoll/contracts/account';
import { fieldProblems } from '@plimsoll/contracts/problem';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/client.ts';
import { type SetupInput, session, setUp, setupState } from '../../api/session.ts';
import { Mark } from '../../ui/empty-state.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { HealthChecks } from './health-checks.tsx';

const empty: SetupInput = { name: '', email: '', password: '', team: '' };

/** First run: the owner and the team, on one page. */
export function SetupPage() {
  const { t } = useTranslation();
  usePageTitle(t('setup.title'));
  return (
    <main className="centre" id="main">
      <div className="stack" style={{ maxInlineSize: 460 }}>
        <div className="row tight">
          <Mark size={28} />
          <h1>{t('setup.title')}</h1>
        </div>
        <p className="soft" style={{ margin: 0 }}>
          {t('setup.intro')}
        </p>
        <SetupForm />
        <HealthChecks />
      </div>
    </main>
  );
}

function SetupForm() {
  const { t } = useTranslation();
  const [input, setInput] = useState(empty);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useQuery(setupState);
  const create = useMutation({
    mutationFn: setUp,
    onSuccess: async () => {
      queryClient.setQueryData(setupState.queryKey, { needed: false });
      await queryClient.fetchQuery({ ...session, staleTime: 0 });
      await navigate({ to: '/launch', search: { demo: '1' } });
    },
    onError: (error) => {
      if (isProblem(error)) setErrors(byField(error.errors));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = setupSchema.safeParse(input);
    setErrors(parsed.success ? {} : byField(fieldProblems(parsed.error, input, issueSentence)));
    if (parsed.success) create.mutate(parsed.data);
  };
  const field = (name: keyof SetupInput) => ({
    label: t(`setup.${name}`),
    name,
    value: input[name],
    error: errors[`/${name}`] ?? null,
    onChange: (event: { currentTarget: { value: string } }) => setInput({ ...input, [name]: event.currentTarget.value }),
  });
  return (
    <form className="card pad stack" onSubmit={submit} noValidate>
      <TextInput {...field('name')} autoComplete="name" autoFocus />
      <TextInput {...field('email')} type="email" autoComplete="username" />
      <PasswordInput
        {...field('password')}
        description={t('setup.passwordHint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
      />
      <TextInput {...field('team')} description={t('setup.teamHint')} autoComplete="organization" />
      {create.error && !isFieldOnly(create.error) && <ProblemNotice error={create.error} />}
      <Button type="submit" variant="filled" loading={create.isPending} fullWidth>
        {t('setup.submit')}
      </Button>
    </form>
  );
}

function isFieldOnly(error: unknown): boolean {
  return isProblem(error) && error.errors.length > 0;
}

function byField(errors: readonly { field: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(errors.map((error) => [error.field, error.message]).reverse());
}
