/** After a run: the experiments that tell more of its plan, one press away. */
import { isNothingGood } from '@plimsoll/contracts/failure';
import type { Run } from '@plimsoll/contracts/run';
import { isOpen } from '@plimsoll/contracts/verdict';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { IconGauge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { plan as planQuery } from '../../../api/plans.ts';
import { useMay } from '../../../api/team/may.ts';
import { NoiseButton } from '../../../domain/experiment/measure-noise.tsx';
import { ButtonLink } from '../../../ui/links.tsx';

export function NextSteps({ run }: { run: Run }) {
  const may = useMay();
  const saved = useQuery({ ...planQuery(run.planId ?? ''), enabled: run.planId !== null });
  const isPart = run.source !== null || run.experimentId !== null || run.plan.unreadable !== undefined;
  if (isPart || run.state !== 'completed' || !run.summary || isNothingGood(run.summary) || !may('experiment.create')) return null;
  // Where the baseline left it undecided, the next step stands there.
  const withoutNoise = typeof saved.data?.noiseFloor === 'number' || (run.baseline !== null && isOpen(run.baseline.verdict));
  return (
    // Its place is kept from the start.
    <div className="row tight no-print" style={saved.isLoading ? { visibility: 'hidden' } : {}}>
      {!withoutNoise && <NoiseButton plan={run.plan} planId={run.planId} secretsFrom={run.id} />}
      <ButtonLink to="/experiments/new" search={{ from: run.id, shape: 'capacity' }} leftSection={<IconGauge size={15} aria-hidden />}>
        {newExperimentWords.findCapacity}
      </ButtonLink>
    </div>
  );
}
