import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { isProblem } from '../../api/client.ts';
import { session, signIn } from '../../api/session.ts';
import { Mark } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useSearchState } from '../../ui/search-state.ts';

/** Only a path of ours may follow a sign-in. */
const searchSchema = z.object({
  next: z
    .string()
    .regex(/^\/(?![/\\])/)
    .optional()
    .catch(undefined),
});

export function SignInPage() {
  const { t } = useTranslation();
  usePageTitle(t('signIn.title'));
  const [{ next }] = useSearchState(searchSchema);
  const [input, setInput] = useState({ email: '', password: '' });
  const queryClient = useQueryClient();
  const router = useRouter();
  const enter = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      queryClient.clear();
      await queryClient.fetchQuery({ ...session, staleTime: 0 });
      router.history.push(next ?? '/');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate(input);
  };
  const wrong = isProblem(enter.error) && [400, 401, 403].includes(enter.error.problem.status);
  return (
    <main className="centre" id="main">
      <form className="stack" onSubmit={submit}>
        <div className="row tight">
          <Mark size={28} />
          <h1>{t('signIn.title')}</h1>
        </div>
        <div className="card pad stack">
          {wrong && (
            <Notice tone="bad" announce>
              {t('signIn.wrong')}
            </Notice>
          )}
          {enter.error && !wrong && <ProblemNotice error={enter.error} />}
          <TextInput
            label={t('setup.email')}
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            value={input.email}
            onChange={(event) => setInput({ ...input, email: event.currentTarget.value })}
          />
          <PasswordInput
            label={t('setup.password')}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={input.password}
            onChange={(event) => setInput({ ...input, password: event.currentTarget.value })}
            visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
          />
          <Button type="submit" variant="filled" loading={enter.isPending} fullWidth>
            {t('signIn.submit')}
          </Button>
        </div>
      </form>
    </main>
  );
}
