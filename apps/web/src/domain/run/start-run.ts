import type { Run } from '@plimsoll/contracts/run';
import { commonWords } from '@plimsoll/wording/en/main';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { problemText } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';

/** Starts a run and opens it, or says why it was refused. */
export function useStartRun<Of = void>(start: (of: Of) => Promise<Run>) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: start,
    onSuccess: ({ id }) => navigate({ to: '/runs/$runId', params: { runId: id } }),
    onError: (error) => toast(problemText(error, commonWords.unexpected)),
  });
}
