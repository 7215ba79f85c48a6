/** A run and its plan's baseline: the verdict against it, and becoming it. */
import { Button } from '@mantine/core';
import type { Run } from '@plimsoll/contracts/run';
import { isOpen } from '@plimsoll/contracts/verdict';
import { VerdictChip } from '@plimsoll/pages/verdict-chip';
import { baselineWords } from '@plimsoll/wording/en/experiment';
import { IconPinned, IconPinnedOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { plan as planQuery, setBaseline } from '../../../api/plans.ts';
import { DecideIt } from '../../../domain/experiment/decide-it.tsx';
import { toast, toastProblem } from '../../../ui/notice/toast.tsx';

/** Only a completed run of a saved plan whose generator was fit to measure. */
function canBeBaseline(run: Run): boolean {
  return run.planId !== null && run.state === 'completed' && run.validity !== null && run.validity.stamp !== 'invalid';
}

export function useIsBaseline(run: Run): boolean {
  const { data } = useQuery({ ...planQuery(run.planId ?? ''), enabled: run.planId !== null });
  return data?.baselineRunId === run.id;
}

/** Makes a run its plan's baseline, or no longer; null where it cannot be one. */
export function usePin(run: Run) {
  const queryClient = useQueryClient();
  const pinned = useIsBaseline(run);
  const pin = useMutation({
    mutationFn: (runId: string | null) => setBaseline(run.planId ?? '', runId),
    onSuccess: (saved, runId) => {
      queryClient.setQueryData(planQuery(saved.id).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ['plans'] });
      void queryClient.invalidateQueries({ queryKey: ['trend', saved.id] });
      toast(runId ? baselineWords.isSet : baselineWords.unpinned);
    },
    onError: toastProblem,
  });
  if (!canBeBaseline(run)) return null;
  return {
    icon: pinned ? <IconPinnedOff size={15} aria-hidden /> : <IconPinned size={15} aria-hidden />,
    label: pinned ? baselineWords.unset : baselineWords.set,
    isPending: pin.isPending,
    act: () => pin.mutate(pinned ? null : run.id),
  };
}

export function BaselineButton({ run }: { run: Run }) {
  const pin = usePin(run);
  if (!pin) return null;
  return (
    <Button leftSection={pin.icon} loading={pin.isPending} onClick={pin.act}>
      {pin.label}
    </Button>
  );
}

/** The verdict of a run against the baseline its plan had when it ended. */
export function BaselineVerdict({ run }: { run: Run }) {
  const { baseline } = run;
  if (!baseline) return null;
  return (
    <div>
      <div className="row tight">
        <span className="soft">{baselineWords.against}</span>
        <VerdictChip verdict={baseline.verdict} up={baseline.verdict === 'worse'} besideSentence />
        <span>{baseline.sentence}</span>
        <Link to="/compare" search={{ base: baseline.baselineRunId, candidate: run.id }}>
          {baselineWords.open}
        </Link>
      </div>
      {isOpen(baseline.verdict) && <DecideIt base={baseline.baselineRunId} candidate={run.id} />}
    </div>
  );
}
