import { Button } from '@mantine/core';
import { confirmTwoFactorSchema, type StartedTwoFactor } from '@plimsoll/contracts/two-factor';
import { twoFactorWords } from '@plimsoll/wording/en/two-factor';
import { confirmTwoFactor } from '../../api/team/two-factor.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { CodeField, RecoveryCodes } from './two-factor-fields.tsx';

const judge = (values: { code: string }) => judgeBy(confirmTwoFactorSchema, values);

interface Props {
  readonly started: StartedTwoFactor;
  done(): unknown;
  cancel(): void;
}

/** The secret and the recovery codes, shown once, and the first code that proves that the app has the secret. */
export function TwoFactorSetup({ started: { url, secret, recoveryCodes }, done, cancel }: Props) {
  const form = useJudgedForm({ initial: () => ({ code: '' }), judge });
  const { start, pending, refusal } = useSending({ send: confirmTwoFactor, refuse: form.refuse, done });
  return (
    <form className="stack" style={{ gap: 10 }} noValidate onSubmit={form.attempt(start)}>
      <h3>1. {twoFactorWords.scan}</h3>
      <div>
        <QrCode text={url} label={twoFactorWords.picture} />
      </div>
      <p className="small soft" style={{ margin: 0 }}>
        {twoFactorWords.typeIt}
      </p>
      <CopyLine text={secret} label={twoFactorWords.copyKey} />
      <h3>2. {twoFactorWords.recovery}</h3>
      <p className="small soft" style={{ margin: 0 }}>
        {twoFactorWords.recoveryWhat}
      </p>
      <RecoveryCodes codes={recoveryCodes} />
      <h3>3. {twoFactorWords.confirm}</h3>
      <FormRefusal error={refusal} />
      <CodeField form={form} />
      <div className="row tight">
        <Button type="submit" variant="filled" loading={pending}>
          {twoFactorWords.turnOn}
        </Button>
        <Button onClick={cancel}>{twoFactorWords.cancel}</Button>
      </div>
    </form>
  );
}
