/** Parts of a schedule that its list and its page show. */
import { Button } from '@mantine/core';
import type { Schedule } from '@plimsoll/contracts/schedule';
import { cronSentence } from '@plimsoll/wording/cron-sentence';
import { schedulesWords } from '@plimsoll/wording/en/schedule';
import { scheduleReasonSentence } from '@plimsoll/wording/schedule-sentence';
import { formatChange } from '@plimsoll/wording/share';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changeSchedule } from '../../api/schedules.ts';
import { Chip } from '../../ui/chip.tsx';
import { toastProblem } from '../../ui/notice/toast.tsx';

/** What it starts, as a link. */
export function Starts({ schedule: { plan, experiment, drill } }: { schedule: Schedule }) {
  return (
    <>
      {plan && (
        <Link to="/plans/$planId" params={{ planId: plan.id }}>
          {schedulesWords.plan({ name: plan.name })}
        </Link>
      )}
      {experiment && (
        <Link to="/experiments/$experimentId" params={{ experimentId: experiment.id }}>
          {schedulesWords.experiment({ name: experiment.name })}
        </Link>
      )}
      {drill !== null && ` · ${schedulesWords.drill({ share: formatChange(drill) })}`}
    </>
  );
}

/** Its times in words, or the expression where it has none. */
export function When({ cron }: { cron: string }) {
  return cronSentence(cron) ?? <code>{cron}</code>;
}

/** The expression beside its words. */
export function Expression({ cron }: { cron: string }) {
  return cronSentence(cron) === null ? null : <code style={{ whiteSpace: 'nowrap' }}>{cron}</code>;
}

/** Why it is paused, where it paused itself. */
export function PausedChip({ schedule: { paused } }: { schedule: Schedule }) {
  if (!paused) return null;
  return (
    <div>
      <Chip tone={paused.reason ? 'bad' : 'even'} icon={IconPlayerPause}>
        {schedulesWords.paused}
      </Chip>
      {paused.reason && <div className="small soft">{scheduleReasonSentence(paused.reason)}</div>}
    </div>
  );
}

export function PauseButton({ schedule: { id, name, paused }, size }: { schedule: Schedule; size: 'sm' | 'compact-sm' }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () => changeSchedule(id, { paused: paused === null }),
    onSuccess: (next) => {
      queryClient.setQueryData(['schedules', id], next);
      return queryClient.invalidateQueries({ queryKey: ['schedules'] });
    },
    onError: toastProblem,
  });
  const [Icon, word, spoken] = paused
    ? [IconPlayerPlay, schedulesWords.resume, schedulesWords.resumeOne({ name })]
    : [IconPlayerPause, schedulesWords.pause, schedulesWords.pauseOne({ name })];
  return (
    <Button
      size={size}
      leftSection={<Icon size={14} aria-hidden />}
      aria-label={spoken}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {word}
    </Button>
  );
}
