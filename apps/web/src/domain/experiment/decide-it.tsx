/** A comparison of two runs that left something open: one press makes the experiment that decides it. */
import { Button } from '@mantine/core';
import { isOneLoad } from '@plimsoll/contracts/design';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { designWords } from '@plimsoll/wording/en/design';
import { IconArrowsShuffle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { run as runQuery } from '../../api/runs.ts';
import { useMay } from '../../api/team/may.ts';
import { decidingExperiment, makeSameLoad } from './deciding-experiment.ts';
import { aboutLength } from './estimate.ts';
import { NoiseButton } from './measure-noise.tsx';
import { useStartExperiment } from './start-experiment.ts';

interface Props {
  /** Ids of runs. */
  readonly base: string;
  readonly candidate: string;
}

/** Nothing where no experiment can decide it. */
export function DecideIt({ base, candidate }: Props) {
  const may = useMay();
  const start = useStartExperiment();
  const one = useQuery(runQuery(base)).data;
  const other = useQuery(runQuery(candidate)).data;
  if (!one || !other || !may('experiment.create')) return null;
  const deciding = decidingExperiment(one, other);
  if (deciding) {
    const { body, estimate, design } = deciding;
    const { decideWhat } = isOneLoad(design) ? designWords : newExperimentWords;
    return (
      <Step why={decideWhat({ runs: newExperimentWords.runs({ count: estimate.runs }), most: estimate.mostRuns })}>
        <Button
          variant="filled"
          leftSection={<IconArrowsShuffle size={15} aria-hidden />}
          loading={start.isPending}
          onClick={() => start.mutate(body)}
        >
          {designWords.decide[design]({ time: aboutLength(estimate.ms) })}
        </Button>
      </Step>
    );
  }
  if (one.source || other.source || other.plan.unreadable || !makeSameLoad(one.plan, other.plan)) return null;
  return (
    <Step why={newExperimentWords.samePlanTwice}>
      <NoiseButton plan={other.plan} planId={other.planId} secretsFrom={other.id} />
    </Step>
  );
}

function Step({ why, children }: { why: string; children: ReactNode }) {
  return (
    <div className="row tight no-print" style={{ marginBlockStart: 10 }}>
      {children}
      <span className="soft small" style={{ flex: '1 1 260px' }}>
        {why}
      </span>
    </div>
  );
}
