import { shellWords } from '@plimsoll/wording/en/app';
import { waysWords } from '@plimsoll/wording/en/ways';
import { useQuery } from '@tanstack/react-query';
import { ownSessions } from '../../api/team/account.ts';
import { session } from '../../api/team/session.ts';
import { Loading } from '../../ui/notice/loading.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmailForm } from './email-form.tsx';
import { LanguageForm } from './language-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorNotice } from './second-factor-notice.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

/** One's own account. */
export function PersonPage() {
  usePageTitle(shellWords.account);
  const { data: who } = useQuery(session);
  const { isLoading } = useQuery(ownSessions);
  const { passwords = true, provider = null } = who?.ways ?? {};
  const byPassword = passwords && (who?.hasPassword ?? true);
  const waits = who?.needsSecondFactor ?? false;
  return (
    <>
      <h1>{shellWords.account}</h1>
      <div className="sub">
        {who?.user.name} · {who?.user.email}
      </div>
      {who && waits && <SecondFactorNotice keepsPasskeys={who.ways.passkeys} />}
      {isLoading ? (
        <Loading rows={8} />
      ) : (
        <div className="grid2" style={{ alignItems: 'start' }}>
          <div className="stack" style={{ gap: 14 }}>
            {byPassword ? (
              !waits && (
                <>
                  <PasswordForm email={who?.user.email ?? ''} />
                  <EmailForm />
                </>
              )
            ) : (
              <div className="card pad">
                {passwords ? waysWords.noPassword({ provider: provider ?? '' }) : waysWords.signedInBy({ provider: provider ?? '' })}
              </div>
            )}
            <LanguageForm language={who?.language ?? null} />
          </div>
          <div className="stack" style={{ gap: 14 }}>
            <Sessions />
            {who?.ways.passkeys && <Passkeys hasPassword={who.hasPassword} waits={waits} />}
            {byPassword && <TwoFactor />}
          </div>
        </div>
      )}
    </>
  );
}
