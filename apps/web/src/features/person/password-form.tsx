import { Button } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { changePasswordSchema } from '@plimsoll/contracts/account';
import { personWords } from '@plimsoll/wording/en/person';
import { useQueryClient } from '@tanstack/react-query';
import { changePassword } from '../../api/team/session.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useSending } from '../../ui/form/sending.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';

const noPasswords = { currentPassword: '', newPassword: '' };
const judge = (values: typeof noPasswords) => judgeBy(changePasswordSchema, values);

/** A new password; every other device is signed out. */
export function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const form = useJudgedForm({ initial: () => noPasswords, judge });
  const { start, pending, made, refusal } = useSending({
    send: (body: typeof noPasswords) => changePassword(body).then(() => true),
    refuse: form.refuse,
    done: () => {
      form.reset();
      return queryClient.invalidateQueries({ queryKey: ['own-sessions'] });
    },
  });
  const isWrong = isProblem(refusal, 'invalid_input') && refusal.errors.length === 0;
  return (
    <form className="card pad stack" style={{ gap: 14 }} noValidate onSubmit={form.attempt(start)} aria-label={personWords.password}>
      <h2>{personWords.password}</h2>
      <p className="small soft" style={{ margin: 0 }}>
        {personWords.passwordWhat}
      </p>
      {made && <Notice tone="good">{personWords.changed}</Notice>}
      {isWrong && (
        <Notice tone="bad" announce>
          {personWords.wrong}
        </Notice>
      )}
      {refusal && !isWrong && <ProblemNotice error={refusal} />}
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField form={form} field="currentPassword" label={personWords.current} />
      <PasswordField form={form} field="newPassword" label={personWords.next} isNew />
      <div>
        <Button type="submit" variant="filled" loading={pending}>
          {personWords.change}
        </Button>
      </div>
    </form>
  );
}
