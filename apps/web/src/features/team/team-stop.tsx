import { Button } from '@mantine/core';
import { teamStopWords } from '@plimsoll/wording/en/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { stopAll } from '../../api/team/stop-all.ts';
import { ConfirmDialog } from '../../ui/notice/confirm-dialog.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';

/** For admins: ends every load of the team. */
export function TeamStop() {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const stop = useMutation({
    mutationFn: () => stopAll({ scope: 'team' }),
    onSuccess: async ({ runs, experiments }) => {
      await Promise.all(['queue', 'runs', 'experiments'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      toast(teamStopWords.stopped({ runs, experiments }));
    },
    onSettled: () => setAsking(false),
  });
  return (
    <section className="card pad" aria-label={teamStopWords.title}>
      <h2 style={{ marginBlockEnd: 6 }}>{teamStopWords.title}</h2>
      <p className="soft small" style={{ marginBlock: '0 10px' }}>
        {teamStopWords.text}
      </p>
      <Button size="compact-sm" color="red" onClick={() => setAsking(true)}>
        {teamStopWords.stop}
      </Button>
      {stop.error && <ProblemNotice error={stop.error} />}
      <ConfirmDialog
        opened={asking}
        title={teamStopWords.ask}
        text={teamStopWords.askText}
        action={teamStopWords.stop}
        pending={stop.isPending}
        onConfirm={() => stop.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
