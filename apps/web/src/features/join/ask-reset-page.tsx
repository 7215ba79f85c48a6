import { Button, TextInput } from '@mantine/core';
import { askPasswordResetSchema } from '@plimsoll/contracts/password-resets';
import { resetWords } from '@plimsoll/wording/en/join';
import { setupWords } from '@plimsoll/wording/en/main';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { system } from '../../api/system.ts';
import { askPasswordReset } from '../../api/team/account.ts';
import { textField } from '../../ui/form/fields.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/notice/loaded.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { WayIn } from './way-in.tsx';

const judge = (values: z.input<typeof askPasswordResetSchema>) => judgeBy(askPasswordResetSchema, values);

/** For who forgot the password: a mail, or whom to ask. */
export function AskResetPage() {
  const installation = useQuery(system);
  return (
    <WayIn title={resetWords.askTitle}>
      <Loaded query={installation}>{({ mail }) => (mail ? <AskForm /> : <p style={{ margin: 0 }}>{resetWords.noMail}</p>)}</Loaded>
      <TextLink size="sm" py={3} to="/sign-in">
        {resetWords.back}
      </TextLink>
    </WayIn>
  );
}

function AskForm() {
  const form = useJudgedForm({ initial: () => ({ email: '' }), judge });
  const { start, pending, made, refusal } = useSending({
    send: (body: { email: string }) => askPasswordReset(body).then(() => true),
    refuse: form.refuse,
  });
  return (
    <form className="card pad stack" noValidate onSubmit={form.attempt(start)}>
      <div className="soft">{resetWords.askText}</div>
      {made && (
        <Notice tone="calm" announce>
          {resetWords.asked}
        </Notice>
      )}
      <FormRefusal error={refusal} />
      <TextInput {...textField(form, 'email')} label={setupWords.email} type="email" name="email" autoComplete="username" autoFocus />
      <Button type="submit" variant="filled" loading={pending} fullWidth>
        {resetWords.ask}
      </Button>
    </form>
  );
}
