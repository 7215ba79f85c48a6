import { notificationsWords } from '@plimsoll/wording/en/notifications';
import { CopyButton } from '../../../ui/copy.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';

/** A secret that is shown this once. */
export function OnceSecret({ secret, text }: { readonly secret: string; readonly text: string }) {
  return (
    <Notice tone="calm">
      <div style={{ marginBlockEnd: 8 }}>
        <b>{notificationsWords.secretTitle}</b>
        <br />
        {text}
      </div>
      <div className="row tight">
        <code style={{ overflowWrap: 'anywhere' }}>{secret}</code>
        <CopyButton text={secret} label={notificationsWords.copySecret} />
      </div>
    </Notice>
  );
}
