import { invitationsWords } from '@plimsoll/wording/en/members';
import { CopyLine } from '../../../ui/copy.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';

/** A link that is shown this once: as text, to copy, and as a code for a phone. */
export function OnceLink({ title, text, url }: { title: string; text: string; url: string }) {
  return (
    <div className="stack" style={{ gap: 10 }}>
      <div>
        <b>{title}</b>
        <br />
        {text}
      </div>
      <CopyLine text={url} label={invitationsWords.copy} />
      <QrCode text={url} label={title} />
    </div>
  );
}
