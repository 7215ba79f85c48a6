import { useNavigate, useParams } from '@tanstack/react-router';
import { ComparePage } from '../features/compare/compare-page.tsx';
import { StoredComparisonPage } from '../features/compare/stored-comparison-page.tsx';
import { useSearchState } from '../ui/search-state.ts';
import { ShareDialogLater } from './share-dialog-later.tsx';
import { shareSearch } from './share-search.ts';

/** Sharing an ad hoc comparison keeps it first: a share is frozen. */
export function CompareRoute() {
  const navigate = useNavigate();
  return (
    <ComparePage
      onStored={(comparisonId, share) =>
        void navigate({ to: '/comparisons/$comparisonId', params: { comparisonId }, search: share ? { share: '1' } : {} })
      }
    />
  );
}

export function StoredComparisonRoute() {
  const { comparisonId } = useParams({ strict: false }) as { comparisonId: string };
  const [{ share }, change] = useSearchState(shareSearch);
  return (
    <>
      <StoredComparisonPage comparisonId={comparisonId} onShare={() => change({ share: '1' })} />
      <ShareDialogLater opened={share === '1'} onClose={() => change({ share: undefined })} comparisonId={comparisonId} />
    </>
  );
}
