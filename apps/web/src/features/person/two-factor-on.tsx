import { Button } from '@mantine/core';
import { turnOffTwoFactorSchema } from '@plimsoll/contracts/two-factor';
import { twoFactorWords } from '@plimsoll/wording/en/two-factor';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { renewRecoveryCodes, turnOffTwoFactor, twoFactor } from '../../api/team/two-factor.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useSending } from '../../ui/form/sending.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { CodeField, PasswordStep, RecoveryCodes } from './two-factor-fields.tsx';

/** From here on the number of recovery codes left is a warning. */
const few = 3;

/** The actions while it is on: new recovery codes, and turning it off. */
export function TwoFactorOn({ left, done }: { left: number; done(): unknown }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<'renew' | 'off' | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const toggle = (what: 'renew' | 'off') => ({
    'aria-expanded': open === what,
    onClick: () => {
      setCodes([]);
      setOpen(open === what ? null : what);
    },
  });
  return (
    <>
      <p style={{ margin: 0 }}>{twoFactorWords.isOn}</p>
      {left < few ? (
        <Notice tone="warn">{twoFactorWords.left({ count: left })}</Notice>
      ) : (
        <p style={{ margin: 0 }}>{twoFactorWords.left({ count: left })}</p>
      )}
      <div className="row tight">
        <Button {...toggle('renew')}>{twoFactorWords.renew}</Button>
        <Button color="red" {...toggle('off')}>
          {twoFactorWords.off}
        </Button>
      </div>
      {codes.length > 0 && (
        <>
          <Notice tone="calm" announce>
            {twoFactorWords.renewed} {twoFactorWords.recoveryWhat}
          </Notice>
          <RecoveryCodes codes={codes} />
        </>
      )}
      {open === 'renew' && (
        <>
          <p className="small soft" style={{ margin: 0 }}>
            {twoFactorWords.renewWhat}
          </p>
          <PasswordStep
            send={renewRecoveryCodes}
            action={twoFactorWords.renew}
            done={({ recoveryCodes }) => {
              setCodes(recoveryCodes);
              setOpen(null);
              return queryClient.invalidateQueries({ queryKey: twoFactor.queryKey });
            }}
          />
        </>
      )}
      {open === 'off' && <TurnOff done={done} />}
    </>
  );
}

const judge = (values: { password: string; code: string }) => judgeBy(turnOffTwoFactorSchema, values);

function TurnOff({ done }: { done(): unknown }) {
  const form = useJudgedForm({ initial: () => ({ password: '', code: '' }), judge });
  const { start, pending, refusal } = useSending({ send: turnOffTwoFactor, refuse: form.refuse, done });
  return (
    <form className="stack" style={{ gap: 10 }} noValidate onSubmit={form.attempt(start)}>
      <p className="small soft" style={{ margin: 0 }}>
        {twoFactorWords.offWhat}
      </p>
      <FormRefusal error={refusal} />
      <PasswordField form={form} field="password" label={twoFactorWords.password} />
      <CodeField form={form} any />
      <div>
        <Button type="submit" variant="filled" color="red" loading={pending}>
          {twoFactorWords.off}
        </Button>
      </div>
    </form>
  );
}
