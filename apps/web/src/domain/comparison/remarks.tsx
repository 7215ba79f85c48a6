import { paragraph } from '@plimsoll/wording/list';
import { Notice } from '../../ui/notice/notice.tsx';

/** What is to be known beside the headline of a comparison; nothing where there is nothing. */
export function Remarks({ said }: { said: readonly string[] }) {
  if (said.length === 0) return null;
  return (
    <div style={{ marginBlockStart: 10 }}>
      <Notice tone="warn">{paragraph(said)}</Notice>
    </div>
  );
}
