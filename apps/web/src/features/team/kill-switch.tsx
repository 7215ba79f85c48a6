import { Button } from '@mantine/core';
import { formatMoment } from '@plimsoll/wording/date';
import { killSwitchWords } from '@plimsoll/wording/en/team';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hold, releaseAll, stopAll } from '../../api/team/stop-all.ts';
import { ConfirmDialog } from '../../ui/notice/confirm-dialog.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';

/** For the owners of the installation: ends every load of every team, keeps new ones from starting, or both. */
export function KillSwitch() {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<'stop' | 'hold' | null>(null);
  const { data: held } = useQuery(hold);
  const refresh = () => Promise.all(['hold', 'queue', 'runs'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
  const stop = useMutation({
    mutationFn: (what: 'stop' | 'hold') => stopAll({ scope: 'installation', hold: true, stop: what === 'stop' }),
    onSuccess: async ({ runs, experiments }, what) => {
      await refresh();
      toast(what === 'stop' ? killSwitchWords.stopped({ runs, experiments }) : killSwitchWords.nowHeld);
    },
    onSettled: () => setAsking(null),
  });
  const release = useMutation({ mutationFn: releaseAll, onSuccess: refresh });
  if (!held) return null;
  const problem = stop.error ?? release.error;
  // Kept while the dialog closes.
  const asked = asking ?? stop.variables ?? 'stop';
  return (
    <section className="card pad" aria-label={killSwitchWords.title}>
      <h2 style={{ marginBlockEnd: 6 }}>{killSwitchWords.title}</h2>
      <p className="soft small" style={{ marginBlock: '0 10px' }}>
        {held.heldSince === null
          ? killSwitchWords.text
          : killSwitchWords.held({ since: formatMoment(held.heldSince), by: held.heldBy ?? killSwitchWords.somebody })}
      </p>
      <div className="row tight" style={{ flexWrap: 'wrap' }}>
        {held.heldSince === null ? (
          <Button size="compact-sm" onClick={() => setAsking('hold')}>
            {killSwitchWords.hold}
          </Button>
        ) : (
          <Button size="compact-sm" loading={release.isPending} onClick={() => release.mutate()}>
            {killSwitchWords.release}
          </Button>
        )}
        <Button size="compact-sm" color="red" onClick={() => setAsking('stop')}>
          {killSwitchWords.stop}
        </Button>
      </div>
      {problem && <ProblemNotice error={problem} />}
      <ConfirmDialog
        opened={asking !== null}
        title={killSwitchWords[`${asked}Ask`]}
        text={killSwitchWords[`${asked}AskText`]}
        action={killSwitchWords[asked]}
        pending={stop.isPending}
        onConfirm={() => stop.mutate(asked)}
        onClose={() => setAsking(null)}
      />
    </section>
  );
}
