/** One press measures the noise of a plan: an A/A experiment. */

import { Button } from '@mantine/core';
import { designByDefault } from '@plimsoll/contracts/design';
import type { ShownPlan } from '@plimsoll/contracts/shown-plan';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { IconWaveSine } from '@tabler/icons-react';
import { useMay } from '../../api/team/may.ts';
import { offButton } from '../../ui/off.ts';
import { whyUnreadable } from '../plan/unreadable-plan.tsx';
import { aboutLength, estimateRepeats } from './estimate.ts';
import { useStartExperiment } from './start-experiment.ts';

const repeats = 5;
const coolDown = '2s';

interface Props {
  readonly plan: ShownPlan;
  readonly planId: string | null;
  /** Id of the run or plan whose stored secrets the masked ones stand for. */
  readonly secretsFrom: string | null;
}

export function NoiseButton({ plan, planId, secretsFrom }: Props) {
  const may = useMay();
  const start = useStartExperiment();
  if (!may('experiment.create')) return null;
  const { ms } = estimateRepeats({ plans: [plan, plan], repeats, extendTo: null, coolDown });
  return (
    <Button
      leftSection={<IconWaveSine size={15} aria-hidden />}
      loading={start.isPending}
      onClick={() =>
        start.mutate({
          kind: 'aa',
          variants: [{ name: plan.name, plan }],
          repeats,
          order: 'interleaved',
          coolDown,
          ...designByDefault,
          extendTo: null,
          search: null,
          ...(planId ? { planId } : {}),
          ...(secretsFrom ? { secretsFrom } : {}),
        })
      }
      {...offButton(whyUnreadable(plan))}
    >
      {newExperimentWords.noise({ time: aboutLength(ms) })}
    </Button>
  );
}

export function MeasureNoise(props: Props) {
  if (!useMay()('experiment.create')) return null;
  return (
    <div className="stack" style={{ gap: 6, justifyItems: 'start' }}>
      <NoiseButton {...props} />
      <p className="faint small" style={{ margin: 0 }}>
        {newExperimentWords.noiseWhat({ repeats })}
      </p>
    </div>
  );
}
