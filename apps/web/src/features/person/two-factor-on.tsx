import { Button } from '@mantine/core';
import { turnOffTwoFactorSchema } from '@plimsoll/contracts/two-factor';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renewRecoveryCodes, turnOffTwoFactor, twoFactor } from '../../api/team/two-factor.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { isFieldOnly, useSending } from '../../ui/form/sending.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { CodeField, PasswordField, PasswordStep, RecoveryCodes } from './two-factor-fields.tsx';

/** How many recovery codes are left is said from here on as a warning. */
const few = 3;

/** What can be done while it is on: new recovery codes, and turning it off. */
export function TwoFactorOn({ left, done }: { left: number; done(): unknown }) {
  const { t } = useTranslation();
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
      <p style={{ margin: 0 }}>{t('twoFactor.isOn')}</p>
      {left < few ? (
        <Notice tone="warn">{t('twoFactor.left', { count: left })}</Notice>
      ) : (
        <p style={{ margin: 0 }}>{t('twoFactor.left', { count: left })}</p>
      )}
      <div className="row tight">
        <Button {...toggle('renew')}>{t('twoFactor.renew')}</Button>
        <Button color="red" {...toggle('off')}>
          {t('twoFactor.off')}
        </Button>
      </div>
      {codes.length > 0 && (
        <>
          <Notice tone="calm" announce>
            {t('twoFactor.renewed')} {t('twoFactor.recoveryWhat')}
          </Notice>
          <RecoveryCodes codes={codes} />
        </>
      )}
      {open === 'renew' && (
        <>
          <p className="small soft" style={{ margin: 0 }}>
            {t('twoFactor.renewWhat')}
          </p>
          <PasswordStep
            send={renewRecoveryCodes}
            action={t('twoFactor.renew')}
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
  const { t } = useTranslation();
  const form = useJudgedForm({ initial: () => ({ password: '', code: '' }), judge });
  const { start, pending, refusal } = useSending({ send: turnOffTwoFactor, refuse: form.refuse, done });
  return (
    <form className="stack" style={{ gap: 10 }} noValidate onSubmit={form.attempt(start)}>
      <p className="small soft" style={{ margin: 0 }}>
        {t('twoFactor.offWhat')}
      </p>
      {refusal && !isFieldOnly(refusal) && <ProblemNotice error={refusal} />}
      <PasswordField form={form} />
      <CodeField form={form} any />
      <div>
        <Button type="submit" variant="filled" color="red" loading={pending}>
          {t('twoFactor.off')}
        </Button>
      </div>
    </form>
  );
}
