import '../i18n/app-text.ts';
import { useParams } from '@tanstack/react-router';
import { RunPage } from '../features/run/run-page.tsx';
import { ShareDialog } from '../features/share/share-dialog.tsx';
import { useSearchState } from '../ui/search-state.ts';
import { shareSearch } from './share-search.ts';

/** Where a run and its share dialog meet: features do not know one another. */
export function RunRoute() {
  const { runId } = useParams({ strict: false }) as { runId: string };
  const [{ share }, change] = useSearchState(shareSearch);
  return (
    <>
      <RunPage runId={runId} onShare={() => change({ share: '1' })} />
      <ShareDialog opened={share === '1'} onClose={() => change({ share: undefined })} runId={runId} />
    </>
  );
}
