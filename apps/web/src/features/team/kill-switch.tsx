import { Button } from '@mantine/core';
import { formatMoment } from '@plimsoll/wording/date';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hold, releaseAll, stopAll } from '../../api/stop-all.ts';
import { ConfirmDialog } from '../../ui/notice/confirm-dialog.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';

/** For the owners of the installation: ends every load of every team, and keeps new ones from starting. */
export function KillSwitch() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data: held } = useQuery(hold);
  const refresh = () => Promise.all(['hold', 'queue', 'runs'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
  const stop = useMutation({
    mutationFn: stopAll,
    onSuccess: async ({ runs, experiments }) => {
      await refresh();
      toast(t('killSwitch.stopped', { runs, experiments }));
    },
    onSettled: () => setAsking(false),
  });
  const release = useMutation({ mutationFn: releaseAll, onSuccess: refresh });
  if (!held) return null;
  const problem = stop.error ?? release.error;
  return (
    <section className="card pad" aria-label={t('killSwitch.title')}>
      <div className="row" style={{ marginBlockEnd: 6 }}>
        <h2>{t('killSwitch.title')}</h2>
        <span className="push" />
        {held.heldSince === null ? (
          <Button size="compact-sm" color="red" onClick={() => setAsking(true)}>
            {t('killSwitch.stop')}
          </Button>
        ) : (
          <Button size="compact-sm" loading={release.isPending} onClick={() => release.mutate()}>
            {t('killSwitch.release')}
          </Button>
        )}
      </div>
      <p className="soft small" style={{ margin: 0 }}>
        {held.heldSince === null
          ? t('killSwitch.text')
          : t('killSwitch.held', { since: formatMoment(held.heldSince), by: held.heldBy ?? t('killSwitch.somebody') })}
      </p>
      {problem && <ProblemNotice error={problem} />}
      <ConfirmDialog
        opened={asking}
        title={t('killSwitch.ask')}
        text={t('killSwitch.askText')}
        action={t('killSwitch.stop')}
        pending={stop.isPending}
        onConfirm={() => stop.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
