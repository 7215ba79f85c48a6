import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/client.ts';
import { run as runQuery } from '../../api/runs.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/notice/empty-state.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { FinishedRun } from './finished/finished-run.tsx';
import { LiveRun } from './live/live-run-view.tsx';

/** One run: live while it goes on, then its verdict and its tabs. */
export function RunPage({ runId, onShare }: { runId: string; onShare: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(runQuery(runId));
  if (isProblem(error, 'not_found'))
    return (
      <EmptyState title={t('run.notFound')} text={t('run.notFoundText')} action={<ButtonLink to="/runs">{t('run.toRuns')}</ButtonLink>} />
    );
  if (error && !data) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading rows={6} />;
  const onEnd = (run: Run) => {
    queryClient.setQueryData(runQuery(runId).queryKey, run);
    void queryClient.invalidateQueries({ queryKey: ['runs'] });
    void queryClient.invalidateQueries({ queryKey: ['samples', runId] });
    void queryClient.invalidateQueries({ queryKey: ['curve', runId] });
  };
  return isTerminal(data.state) ? (
    <FinishedRun key={runId} run={data} onShare={onShare} />
  ) : (
    <LiveRun key={runId} initial={data} onEnd={onEnd} />
  );
}
