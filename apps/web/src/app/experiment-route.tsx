import { useParams } from '@tanstack/react-router';
import { ExperimentPage } from '../features/experiment/view/experiment-page.tsx';
import { useSearchState } from '../ui/search-state.ts';
import { ShareDialogLater } from './share-dialog-later.tsx';
import { shareSearch } from './share-search.ts';

export function ExperimentRoute() {
  const { experimentId } = useParams({ strict: false }) as { experimentId: string };
  const [{ share }, change] = useSearchState(shareSearch);
  return (
    <>
      <ExperimentPage onShare={() => change({ share: '1' })} />
      <ShareDialogLater opened={share === '1'} onClose={() => change({ share: undefined })} experimentId={experimentId} />
    </>
  );
}
