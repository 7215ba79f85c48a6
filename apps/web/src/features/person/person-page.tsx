import { shellWords } from '@plimsoll/wording/en/app';
import { useQuery } from '@tanstack/react-query';
import { ownSessions } from '../../api/team/account.ts';
import { session } from '../../api/team/session.ts';
import { Loading } from '../../ui/notice/loading.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { EmailForm } from './email-form.tsx';
import { LanguageForm } from './language-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

/** One's own account. */
export function PersonPage() {
  usePageTitle(shellWords.account);
  const { data: who } = useQuery(session);
  const { isLoading } = useQuery(ownSessions);
  return (
    <>
      <h1>{shellWords.account}</h1>
      <div className="sub">
        {who?.user.name} · {who?.user.email}
      </div>
      {isLoading ? (
        <Loading rows={8} />
      ) : (
        <div className="grid2" style={{ alignItems: 'start' }}>
          <div className="stack" style={{ gap: 14 }}>
            <PasswordForm email={who?.user.email ?? ''} />
            <EmailForm />
            <LanguageForm language={who?.language ?? null} />
          </div>
          <div className="stack" style={{ gap: 14 }}>
            <Sessions />
            <TwoFactor />
          </div>
        </div>
      )}
    </>
  );
}
