import { passkeyWords, waysWords } from '@plimsoll/wording/en/ways';
import { useQuery } from '@tanstack/react-query';
import { passkeys } from '../../api/team/passkeys.ts';
import { PasskeySignIn } from '../../domain/sign-in/passkey-sign-in.tsx';
import { Notice } from '../../ui/notice/notice.tsx';

/** What a person does who is in, and of whom a second factor is asked: show the passkey that is there, else turn one on. */
export function SecondFactorNotice({ keepsPasskeys }: { keepsPasskeys: boolean }) {
  const { data, isPending } = useQuery({ ...passkeys, enabled: keepsPasskeys });
  if (keepsPasskeys && isPending) return null;
  const shows = (data?.items.length ?? 0) > 0;
  return (
    <div className="stack" style={{ marginBlock: '12px 14px' }}>
      <Notice tone="warn" announce>
        {shows ? waysWords.showFactor : waysWords.secondFactor}
      </Notice>
      {shows && (
        <div style={{ maxInlineSize: 320 }}>
          <PasskeySignIn label={passkeyWords.show} done={() => window.location.assign('/')} />
        </div>
      )}
    </div>
  );
}
