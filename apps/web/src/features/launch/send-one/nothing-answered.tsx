import { sendOneWords } from '@plimsoll/wording/en/send-one';
import { Notice } from '../../../ui/notice/notice.tsx';

export function NothingAnswered({ failure, isDemo = false }: { failure: string; isDemo?: boolean }) {
  return (
    <Notice tone="bad" announce>
      {sendOneWords.nothing({ failure })}
      <div className="small soft">{isDemo ? sendOneWords.demo : sendOneWords.fromServer}</div>
    </Notice>
  );
}
