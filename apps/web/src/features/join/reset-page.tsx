import { Button } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { newPasswordSchema } from '@plimsoll/contracts/account';
import { resetWords } from '@plimsoll/wording/en/join';
import { setupWords, signInWords } from '@plimsoll/wording/en/main';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { z } from 'zod';
import { setPasswordByLink } from '../../api/team/account.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useSending } from '../../ui/form/sending.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { WayIn } from './way-in.tsx';

const schema = z.strictObject({ password: newPasswordSchema });
const judge = (values: z.input<typeof schema>) => judgeBy(schema, values);

/** Where a link for a new password leads. */
export function ResetPage() {
  const { token } = useParams({ strict: false }) as { token: string };
  const queryClient = useQueryClient();
  const form = useJudgedForm({ initial: () => ({ password: '' }), judge });
  const { start, pending, made, refusal } = useSending({
    send: ({ password }: z.output<typeof schema>) => setPasswordByLink({ token, password }).then(() => true),
    refuse: form.refuse,
    // Whoever is signed in here may be the one whose sessions ended.
    done: () => queryClient.clear(),
  });
  if (made)
    return (
      <WayIn title={resetWords.title}>
        <Notice tone="good" announce>
          {resetWords.done}
        </Notice>
        {/* React focuses no links by itself. */}
        <div ref={(place) => place?.querySelector('a')?.focus()}>
          <ButtonLink to="/sign-in" variant="filled" fullWidth>
            {signInWords.submit}
          </ButtonLink>
        </div>
      </WayIn>
    );
  if (isProblem(refusal, 'not_found'))
    return (
      <WayIn title={resetWords.goneTitle}>
        <p className="soft" style={{ margin: 0 }} role="alert">
          {resetWords.goneText}
        </p>
        <TextLink size="sm" py={3} to="/reset">
          {resetWords.askTitle}
        </TextLink>
      </WayIn>
    );
  return (
    <WayIn title={resetWords.title}>
      <p className="soft" style={{ margin: 0 }}>
        {resetWords.what}
      </p>
      <form className="card pad stack" noValidate onSubmit={form.attempt(start)}>
        <FormRefusal error={refusal} />
        <PasswordField form={form} field="password" label={setupWords.password} isNew autoFocus />
        <Button type="submit" variant="filled" loading={pending} fullWidth>
          {resetWords.submit}
        </Button>
      </form>
    </WayIn>
  );
}
