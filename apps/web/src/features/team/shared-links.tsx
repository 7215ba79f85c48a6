import '../../i18n/share-text.ts';
import { Button, Modal } from '@mantine/core';
import { can, type Role } from '@plimsoll/contracts/account';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { revokeAllShares, shares as sharesQuery } from '../../api/shares.ts';
import { ShareList } from '../../domain/share/share-list.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';

/** All links of the team, and the one switch that ends them. */
export function SharedLinks({ role }: { role: Role }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(sharesQuery);
  return (
    <section className="card pad" aria-label={t('share.links')}>
      <div className="row" style={{ marginBlockEnd: 6 }}>
        <h2>{t('share.links')}</h2>
        <span className="push" />
        {data && can(role, 'share.revoke') && (
          <Button size="compact-sm" color="red" onClick={() => setAsking(true)}>
            {t('share.revokeAll')}
          </Button>
        )}
      </div>
      <ShareList />
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('share.revokeAllAsk')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Confirmation onDone={() => setAsking(false)} />
      </Modal>
    </section>
  );
}

function Confirmation({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: revokeAllShares,
    onSuccess: async ({ revoked }) => {
      await Promise.all(['shares', 'badge'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      toast(t('share.revokedAll', { count: revoked }));
      onDone();
    },
  });
  return (
    <>
      <p style={{ marginBlockStart: 0 }}>{t('share.revokeAllText')}</p>
      {revoke.error && <ProblemNotice error={revoke.error} />}
      <div className="row">
        <span className="push" />
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button variant="filled" color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('share.revokeAll')}
        </Button>
      </div>
    </>
  );
}
