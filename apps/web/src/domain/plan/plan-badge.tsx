import { Button, TextInput } from '@mantine/core';
import { can } from '@plimsoll/contracts/account';
import { formatDay } from '@plimsoll/wording/date';
import { badgeWords, shareWords } from '@plimsoll/wording/en/share';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { planBadge, turnOffBadge, turnOnBadge } from '../../api/shares.ts';
import { session } from '../../api/team/session.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';

/**
 * Turns a plan's badge on and off. Its address is shown once: only a hash of it is kept. No form: two buttons, and a field to copy from.
 */
export function PlanBadge({ planId }: { planId: string }) {
  const { data: who } = useQuery(session);
  return who?.role && can(who.role, 'share.create') ? <Badge planId={planId} /> : null;
}

function Badge({ planId }: { planId: string }) {
  const queryClient = useQueryClient();
  const state = useQuery(planBadge(planId));
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['badge', planId] });
  const on = useMutation({ mutationFn: () => turnOnBadge(planId), onSuccess: refresh });
  const off = useMutation({
    mutationFn: () => turnOffBadge(planId),
    onSuccess: () => {
      on.reset();
      return refresh();
    },
  });
  const since = state.data?.since ?? null;
  const url = on.data ? new URL(on.data.url, window.location.origin).href : null;
  const problem = state.error ?? on.error ?? off.error;
  return (
    <section className="card pad stack" style={{ gap: 10 }} aria-label={badgeWords.title}>
      <h2>{badgeWords.title}</h2>
      <p className="small soft" style={{ margin: 0 }}>
        {since && !url ? badgeWords.on({ day: formatDay(since) }) : badgeWords.what}
      </p>
      {problem && <ProblemNotice error={problem} />}
      {url && (
        <>
          <img src={url} alt={badgeWords.title} height={20} style={{ justifySelf: 'start' }} />
          <TextInput label={badgeWords.address} value={url} readOnly data-mono onFocus={(event) => event.currentTarget.select()} />
        </>
      )}
      <div className="row">
        {url && <CopyButton text={`![Plimsoll](${url})`} label={shareWords.copyBadge} />}
        <Button loading={on.isPending} onClick={() => on.mutate()}>
          {since ? badgeWords.renew : badgeWords.turnOn}
        </Button>
        {since && (
          <Button color="red" loading={off.isPending} onClick={() => off.mutate()}>
            {badgeWords.turnOff}
          </Button>
        )}
      </div>
    </section>
  );
}
