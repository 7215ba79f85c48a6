import { storageWords } from '@plimsoll/wording/en/storage';
import { IconInfoCircle } from '@tabler/icons-react';
import { Notice } from '../../../ui/notice/notice.tsx';

/** The rest of an old run's samples. */
export function KeptNotice({ seconds }: { seconds: 0 | 10 }) {
  return (
    <Notice tone="even" icon={IconInfoCircle}>
      {seconds === 0 ? storageWords.gone : storageWords.thin}
    </Notice>
  );
}
