import { notificationsWords } from '@plimsoll/wording/en/notifications';
import { CopyLine } from '../../../ui/copy.tsx';
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
      <CopyLine text={secret} label={notificationsWords.copySecret} />
    </Notice>
  );
}
