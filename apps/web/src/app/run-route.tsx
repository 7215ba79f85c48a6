import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { run as runQuery } from '../api/runs.ts';
import { RunPage } from '../features/run/run-page.tsx';
import { useSearchState } from '../ui/search-state.ts';
import { ShareDialogLater } from './share-dialog-later.tsx';
import { shareSearch } from './share-search.ts';

/** Where a run and its share dialog meet: features do not know one another. */
export function RunRoute() {
  const { runId: named } = useParams({ strict: false }) as { runId: string };
  const runId = useRunId(named);
  const [{ share }, change] = useSearchState(shareSearch);
  return (
    <>
      <RunPage runId={runId} onShare={() => change({ share: '1' })} />
      <ShareDialogLater opened={share === '1'} onClose={() => change({ share: undefined })} runId={runId} />
    </>
  );
}

/** The id of the run that the URL names by its id or by its number. */
function useRunId(named: string): string {
  const queryClient = useQueryClient();
  const { data } = useQuery(runQuery(named));
  if (!data || data.id === named) return named;
  const { queryKey } = runQuery(data.id);
  if (!queryClient.getQueryData(queryKey)) queryClient.setQueryData(queryKey, data);
  return data.id;
}
