/** One press measures the noise of a plan: an A/A experiment. */
import { Button } from '@mantine/core';
import type { ShownPlan } from '@plimsoll/contracts/shown-plan';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { commonWords } from '@plimsoll/wording/en/main';
import { formatLength } from '@plimsoll/wording/time';
import { IconWaveSine } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { startExperiment } from '../../api/experiments.ts';
import { useMay } from '../../api/team/may.ts';
import { problemText } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';
import { offButton } from '../../ui/off.ts';
import { whyUnreadable } from '../plan/unreadable-plan.tsx';
import { estimateRepeats } from './estimate.ts';

const repeats = 5;
const coolDown = '2s';

interface Props {
  readonly plan: ShownPlan;
  readonly planId: string | null;
  /** Id of the run or plan whose stored secrets the masked ones stand for. */
  readonly secretsFrom: string | null;
}

export function MeasureNoise({ plan, planId, secretsFrom }: Props) {
  const may = useMay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const start = useMutation({
    mutationFn: () =>
      startExperiment({
        kind: 'aa',
        variants: [{ name: plan.name, plan }],
        repeats,
        order: 'interleaved',
        coolDown,
        extendTo: null,
        search: null,
        ...(planId ? { planId } : {}),
        ...(secretsFrom ? { secretsFrom } : {}),
      }),
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: ['experiments'] });
      void navigate({ to: '/experiments/$experimentId', params: { experimentId: made.id } });
    },
    onError: (error) => toast(problemText(error, commonWords.unexpected)),
  });
  if (!may('experiment.create')) return null;
  const { ms } = estimateRepeats({ plans: [plan, plan], repeats, extendTo: null, coolDown });
  const time = ms === null ? newExperimentWords.aboutUnknown : newExperimentWords.about({ length: formatLength(ms) });
  return (
    <div className="stack" style={{ gap: 6, justifyItems: 'start' }}>
      <Button
        leftSection={<IconWaveSine size={15} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate()}
        {...offButton(whyUnreadable(plan))}
      >
        {newExperimentWords.noise}
      </Button>
      <p className="faint small" style={{ margin: 0 }}>
        {newExperimentWords.noiseWhat({ repeats, time })}
      </p>
    </div>
  );
}
