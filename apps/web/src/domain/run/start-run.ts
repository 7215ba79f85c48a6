import type { Run } from '@plimsoll/contracts/run';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';

/** Starts a run and opens it, or says why it was refused. */
export function useStartRun<Of = void>(start: (of: Of) => Promise<Run>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: start,
    onSuccess: ({ id }) => navigate({ to: '/runs/$runId', params: { runId: id } }),
    onError: (error) => toast(problemText(error, t('common.unexpected'))),
  });
}
