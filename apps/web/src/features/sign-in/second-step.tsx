import { Button, TextInput } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { secondStepSchema } from '@plimsoll/contracts/two-factor';
import { secondStepWords, twoFactorWords } from '@plimsoll/wording/en/two-factor';
import { sendSecondStep } from '../../api/team/two-factor.ts';
import { textField } from '../../ui/form/fields.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';

const judge = (values: { code: string }) => judgeBy(secondStepSchema, values);

/** The code after the password. */
export function SecondStep({ done, back }: { done(): unknown; back(): void }) {
  const form = useJudgedForm({ initial: () => ({ code: '' }), judge });
  const { start, pending, refusal } = useSending({ send: sendSecondStep, refuse: form.refuse, done });
  const ended = isProblem(refusal, 'not_signed_in');
  return (
    <form className="card pad stack" noValidate onSubmit={form.attempt(start)} aria-label={secondStepWords.title}>
      <h2>{secondStepWords.title}</h2>
      <p className="small soft" style={{ margin: 0 }}>
        {secondStepWords.what}
      </p>
      <FormRefusal error={refusal} own={ended && secondStepWords.ended} />
      <TextInput
        {...textField(form, 'code')}
        label={twoFactorWords.code}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
        autoFocus
      />
      <Button type="submit" variant="filled" loading={pending} disabled={ended} fullWidth>
        {secondStepWords.submit}
      </Button>
      <Button onClick={back} fullWidth>
        {secondStepWords.back}
      </Button>
    </form>
  );
}
