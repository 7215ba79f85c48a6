import '../../../i18n/storage-text.ts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice/notice.tsx';

/** What is left of an old run's samples. */
export function KeptNotice({ seconds }: { seconds: 0 | 10 }) {
  const { t } = useTranslation();
  return (
    <Notice tone="even" icon={IconInfoCircle}>
      {t(seconds === 0 ? 'storage.gone' : 'storage.thin')}
    </Notice>
  );
}
