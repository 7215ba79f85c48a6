import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stopAll } from '../../api/team/stop-all.ts';
import { ConfirmDialog } from '../../ui/notice/confirm-dialog.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';

/** For admins: ends every load of the team. */
export function TeamStop() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const stop = useMutation({
    mutationFn: () => stopAll({ scope: 'team' }),
    onSuccess: async ({ runs, experiments }) => {
      await Promise.all(['queue', 'runs', 'experiments'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      toast(t('teamStop.stopped', { runs, experiments }));
    },
    onSettled: () => setAsking(false),
  });
  return (
    <section className="card pad" aria-label={t('teamStop.title')}>
      <h2 style={{ marginBlockEnd: 6 }}>{t('teamStop.title')}</h2>
      <p className="soft small" style={{ marginBlock: '0 10px' }}>
        {t('teamStop.text')}
      </p>
      <Button size="compact-sm" color="red" onClick={() => setAsking(true)}>
        {t('teamStop.stop')}
      </Button>
      {stop.error && <ProblemNotice error={stop.error} />}
      <ConfirmDialog
        opened={asking}
        title={t('teamStop.ask')}
        text={t('teamStop.askText')}
        action={t('teamStop.stop')}
        pending={stop.isPending}
        onConfirm={() => stop.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
