import type { StartedTwoFactor } from '@plimsoll/contracts/two-factor';
import { twoFactorWords } from '@plimsoll/wording/en/two-factor';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { startTwoFactor, twoFactor } from '../../api/team/two-factor.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { Loaded } from '../../ui/notice/loaded.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { PasswordStep } from './two-factor-fields.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

/** The second factor of the own account: off, being set up, or on. */
export function TwoFactor() {
  const queryClient = useQueryClient();
  const state = useQuery(twoFactor);
  const [started, setStarted] = useState<StartedTwoFactor | null>(null);
  const [said, setSaid] = useState<'turnedOn' | 'turnedOff' | null>(null);
  const settle = (now: 'turnedOn' | 'turnedOff') => {
    setStarted(null);
    setSaid(now);
    // The session is another one now.
    return queryClient.invalidateQueries();
  };
  return (
    <section className="card pad stack" style={{ gap: 14 }} aria-label={twoFactorWords.title}>
      <CardHead title={twoFactorWords.title}>{twoFactorWords.what}</CardHead>
      <Loaded query={state} rows={2}>
        {({ enabled, recoveryCodesLeft }) => (
          <>
            {said && started === null && (
              <Notice tone="good" announce>
                {twoFactorWords[said]}
              </Notice>
            )}
            {enabled ? (
              <TwoFactorOn left={recoveryCodesLeft} done={() => settle('turnedOff')} />
            ) : started ? (
              <TwoFactorSetup started={started} done={() => settle('turnedOn')} cancel={() => setStarted(null)} />
            ) : (
              <>
                {said === null && <p style={{ margin: 0 }}>{twoFactorWords.isOff}</p>}
                <PasswordStep send={startTwoFactor} done={setStarted} action={twoFactorWords.begin} />
              </>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
