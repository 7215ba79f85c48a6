import { DataTable } from '@plimsoll/pages/data-table';
import { formatMoment } from '@plimsoll/wording/date';
import { runsWords, shellWords } from '@plimsoll/wording/en/app';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { namedArms } from '@plimsoll/wording/named-arms';
import { useQuery } from '@tanstack/react-query';
import { comparisons as storedQuery } from '../../api/comparisons.ts';
import { runs as runsQuery } from '../../api/runs.ts';
import { ArmsView } from '../../domain/comparison/arms-view.tsx';
import { SamplePair } from '../../domain/share/sample-pair.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/notice/empty-state.tsx';

/** List of stored comparisons, while no two runs are chosen yet. */
export function KeptComparisons() {
  const list = useQuery(storedQuery);
  const runs = useQuery(runsQuery({ state: 'finished', limit: 100 }));
  if (runs.data && runs.data.items.length < 2)
    return (
      <div className="stack" style={{ marginBlockStart: 18 }}>
        <EmptyState
          title={compareWords.emptyTitle}
          text={compareWords.emptyText}
          action={<ButtonLink to="/launch">{shellWords.launch}</ButtonLink>}
        />
        {runs.data.items.length === 0 && <SamplePair below={(comparison) => <ArmsView arms={namedArms(comparison)} />} />}
      </div>
    );
  return (
    <div className="stack" style={{ marginBlockStart: 18 }}>
      <p className="soft" style={{ margin: 0 }}>
        {compareWords.pickBoth}
      </p>
      {list.data && list.data.items.length > 0 && (
        <DataTable
          label={compareWords.kept}
          rows={list.data.items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'title',
              head: compareWords.kept,
              cell: ({ id, title }) => (
                <TextLink to="/comparisons/$comparisonId" params={{ comparisonId: id }} size="sm">
                  {title}
                </TextLink>
              ),
            },
            { key: 'when', head: runsWords.when, numeric: true, className: 'soft', cell: ({ createdAt }) => formatMoment(createdAt) },
          ]}
        />
      )}
    </div>
  );
}
