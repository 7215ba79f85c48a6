import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '../../i18n/share-text.ts';

/** Takes back what one row names; `label` says which. */
export function RevokeButton({ label, loading, onClick }: { label: string; loading: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button size="compact-sm" color="red" aria-label={label} loading={loading} onClick={onClick}>
      {t('share.revoke')}
    </Button>
  );
}
