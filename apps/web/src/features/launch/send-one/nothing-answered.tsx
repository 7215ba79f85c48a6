import { sendOneWords } from '@plimsoll/wording/en/send-one';
import { Notice } from '../../../ui/notice/notice.tsx';

export function NothingAnswered({ failure, isDemo = false }: { failure: string; isDemo?: boolean }) {
  if (isDemo) return <Notice tone="even">{sendOneWords.demo}</Notice>;
  return (
    <Notice tone="bad" announce>
      {sendOneWords.nothing({ failure })}
      <div className="small soft">{sendOneWords.fromServer}</div>
    </Notice>
  );
}
