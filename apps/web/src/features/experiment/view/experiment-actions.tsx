import { Button } from '@mantine/core';
import { type Experiment, repeatsMayDecide } from '@plimsoll/contracts/experiment';
import { runActionWords } from '@plimsoll/wording/en/app';
import { compareWords, experimentWords, trendWords } from '@plimsoll/wording/en/comparison';
import { formatLength } from '@plimsoll/wording/time';
import { IconCalendarRepeat, IconPlayerPlay, IconPlayerStop, IconPlus, IconShare } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { addRepeats, startExperiment } from '../../../api/experiment.ts';
import { isUnderWay, stopExperiment } from '../../../api/experiments.ts';
import { useMay } from '../../../api/team/may.ts';
import { aboutLength, estimateRepeats } from '../../../domain/experiment/estimate.ts';
import { whyUnreadable } from '../../../domain/plan/unreadable-plan.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { StopCountdownNotice, useStopKey } from '../../../ui/notice/stop-countdown.tsx';
import { toastProblem } from '../../../ui/notice/toast.tsx';
import { offButton, offLink } from '../../../ui/off.ts';
import { experimentMarkdown } from './experiment-markdown.ts';

const repeatsToAdd = 3;

/** While it is under way it can be stopped; then it can be run again, copied and shared. */
export function ExperimentActions({ experiment, onShare }: { experiment: Experiment; onShare: () => void }) {
  const navigate = useNavigate();
  const may = useMay();
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () => stopExperiment(experiment.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['experiment', experiment.id] }),
    onError: toastProblem,
  });
  const again = useMutation({
    mutationFn: () => startExperiment(sameAgain(experiment)),
    onSuccess: (made) => navigate({ to: '/experiments/$experimentId', params: { experimentId: made.id } }),
    onError: toastProblem,
  });
  const more = useMutation({
    mutationFn: () => addRepeats(experiment.id, repeatsToAdd),
    onSuccess: (going) => queryClient.setQueryData(['experiment', going.id], going),
    onError: toastProblem,
  });
  const off = whyUnreadable(...experiment.variants.map(({ plan }) => plan));
  const mayStop = may('experiment.stop');
  const underWay = isUnderWay(experiment.state);
  const stopping = experiment.state === 'stopping' || stop.isPending || stop.isSuccess;
  const countdown = useStopKey(underWay && !stopping && mayStop, stop.mutate);
  return underWay ? (
    <>
      <StopCountdownNotice {...countdown} />
      {mayStop && (
        <Button color="red" leftSection={<IconPlayerStop size={15} aria-hidden />} disabled={stopping} onClick={() => stop.mutate()}>
          {stopping ? experimentWords.stopping : experimentWords.stop}
        </Button>
      )}
    </>
  ) : (
    <>
      <CopyButton text={() => experimentMarkdown(experiment, window.location.href)} label={compareWords.markdown} />
      {may('experiment.create') && (
        <Button
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          loading={again.isPending}
          onClick={() => again.mutate()}
          {...offButton(off)}
        >
          {experimentWords.again}
        </Button>
      )}
      {may('experiment.create') && experiment.kind === 'ab' && experiment.state === 'completed' && repeatsMayDecide(experiment) && (
        <Button leftSection={<IconPlus size={15} aria-hidden />} loading={more.isPending} onClick={() => more.mutate()} {...offButton(off)}>
          {experimentWords.more({ count: repeatsToAdd, time: lengthOfMore(experiment) })}
        </Button>
      )}
      {may('schedule.edit') && (
        <ButtonLink
          to="/schedules/new"
          search={{ experiment: experiment.id }}
          leftSection={<IconCalendarRepeat size={15} aria-hidden />}
          {...offLink(off)}
        >
          {trendWords.schedule}
        </ButtonLink>
      )}
      {may('share.create') && (
        <Button variant="filled" leftSection={<IconShare size={15} aria-hidden />} onClick={onShare}>
          {runActionWords.share}
        </Button>
      )}
    </>
  );
}

/** `1 min 15 s` */
function lengthOfMore({ variants, coolDown, design }: Experiment): string {
  const plans = variants.map(({ plan }) => plan);
  const { ms } = estimateRepeats({ plans, repeats: repeatsToAdd, extendTo: null, coolDown, design });
  return ms === null ? aboutLength(ms) : formatLength(ms);
}

function sameAgain(experiment: Experiment): Parameters<typeof startExperiment>[0] {
  const { name, planId, kind, variants, repeats, order, coolDown, extendTo, design, detect, restart, search, runs } = experiment;
  const secretsFrom = runs.find((run) => run.runId !== null)?.runId;
  // Variants that came from two runs may have secrets of the same name.
  const own = (index: number) => runs.find((run) => run.runId !== null && run.variant === index)?.runId;
  return {
    name,
    kind,
    variants: variants.map((variant, index) => {
      const from = own(index);
      return { ...variant, ...(from ? { secretsFrom: from } : {}) };
    }),
    repeats,
    order,
    coolDown,
    extendTo,
    design,
    detect,
    restart,
    search,
    ...(planId ? { planId } : {}),
    ...(secretsFrom ? { secretsFrom } : {}),
  };
}
