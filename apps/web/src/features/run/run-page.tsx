import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { runWords } from '@plimsoll/wording/en/run';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { run as runQuery } from '../../api/runs.ts';
import { LoadedPage } from '../../ui/notice/loaded-page.tsx';
import { FinishedRun } from './finished/finished-run.tsx';
import { LiveRun } from './live/live-run-view.tsx';

/** One run: live while it goes on, then its verdict and its tabs. */
export function RunPage({ runId, onShare }: { runId: string; onShare: () => void }) {
  const queryClient = useQueryClient();
  const query = useQuery(runQuery(runId));
  const onEnd = (run: Run) => {
    queryClient.setQueryData(runQuery(runId).queryKey, run);
    void queryClient.invalidateQueries({ queryKey: ['runs'] });
    void queryClient.invalidateQueries({ queryKey: ['samples', runId] });
    void queryClient.invalidateQueries({ queryKey: ['curve', runId] });
    void queryClient.invalidateQueries({ queryKey: ['story', runId] });
    void queryClient.invalidateQueries({ queryKey: ['resources', runId] });
  };
  return (
    <LoadedPage query={query} gone={{ title: runWords.notFound, text: runWords.notFoundText, to: '/runs', action: runWords.toRuns }}>
      {(run) =>
        isTerminal(run.state) ? (
          <FinishedRun key={runId} run={run} onShare={onShare} />
        ) : (
          <LiveRun key={runId} initial={run} onEnd={onEnd} />
        )
      }
    </LoadedPage>
  );
}
