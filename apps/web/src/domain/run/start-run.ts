import type { Run } from '@plimsoll/contracts/run';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toastProblem } from '../../ui/notice/toast.tsx';

/** Starts a run and opens it, or says why it was refused. */
export function useStartRun<Of = void>(start: (of: Of) => Promise<Run>) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: start,
    onSuccess: ({ id }) => navigate({ to: '/runs/$runId', params: { runId: id } }),
    onError: toastProblem,
  });
}
