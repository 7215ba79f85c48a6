import { formatMoment } from '@plimsoll/wording/date';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { comparisons as storedQuery } from '../../api/comparisons.ts';
import { runs as runsQuery } from '../../api/runs.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/notice/empty-state.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';

/** What was kept before, while no two runs are chosen yet. */
export function KeptComparisons() {
  const { t } = useTranslation();
  const list = useQuery(storedQuery);
  const runs = useQuery(runsQuery({ state: 'finished', limit: 100 }));
  if (runs.data && runs.data.items.length < 2)
    return (
      <div style={{ marginBlockStart: 18 }}>
        <EmptyState
          title={t('compare.emptyTitle')}
          text={t('compare.emptyText')}
          action={<ButtonLink to="/launch">{t('shell.launch')}</ButtonLink>}
        />
      </div>
    );
  return (
    <div className="stack" style={{ marginBlockStart: 18 }}>
      <p className="soft" style={{ margin: 0 }}>
        {t('compare.pickBoth')}
      </p>
      {list.data && list.data.items.length > 0 && (
        <DataTable
          label={t('compare.kept')}
          rows={list.data.items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'title',
              head: t('compare.kept'),
              cell: ({ id, title }) => (
                <TextLink to="/comparisons/$comparisonId" params={{ comparisonId: id }} size="sm">
                  {title}
                </TextLink>
              ),
            },
            { key: 'when', head: t('runs.when'), numeric: true, className: 'soft', cell: ({ createdAt }) => formatMoment(createdAt) },
          ]}
        />
      )}
    </div>
  );
}
