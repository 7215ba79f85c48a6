import type { CreateExperiment } from '@plimsoll/contracts/experiment';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { startExperiment } from '../../api/experiment.ts';
import { toastProblem } from '../../ui/notice/toast.tsx';

/** Starts an experiment and opens it, or says why it was refused. */
export function useStartExperiment() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateExperiment) => startExperiment(body),
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: ['experiments'] });
      void navigate({ to: '/experiments/$experimentId', params: { experimentId: made.id } });
    },
    onError: toastProblem,
  });
}
