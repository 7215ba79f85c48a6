import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { experiments as experimentsQuery } from '../../api/experiments.ts';
import { useMay } from '../../api/may.ts';
import { ExperimentChip } from '../../domain/experiment/experiment-chip.tsx';
import runTableStyles from '../../domain/run/table/run-table.module.css';
import { Ago } from '../../ui/ago.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/notice/empty-state.tsx';
import { Loaded } from '../../ui/notice/loaded.tsx';
import { useNow } from '../../ui/now.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { DataTable } from '../../ui/table/data-table.tsx';

/** The team's experiments, newest first. */
export function ExperimentsPage() {
  const { t } = useTranslation();
  usePageTitle(t('experiments.title'));
  const mayStart = useMay()('experiment.create');
  const now = useNow();
  const list = useQuery(experimentsQuery);
  return (
    <>
      <div className="row">
        <h1>{t('experiments.title')}</h1>
        <span className="push" />
        {mayStart && (
          <ButtonLink to="/experiments/new" variant="filled" leftSection={<IconPlus size={15} aria-hidden />}>
            {t('experiments.new')}
          </ButtonLink>
        )}
      </div>
      <div style={{ marginBlockStart: 18 }}>
        <Loaded query={list}>
          {({ items }) => (
            <DataTable
              label={t('experiments.title')}
              cards
              rows={items}
              rowKey={({ id }) => id}
              clickable
              empty={
                <EmptyState
                  title={t('experiments.emptyTitle')}
                  text={t('experiments.emptyText')}
                  action={
                    mayStart && (
                      <ButtonLink to="/experiments/new" variant="filled">
                        {t('experiments.emptyAction')}
                      </ButtonLink>
                    )
                  }
                />
              }
              columns={[
                {
                  key: 'name',
                  head: t('experiments.name'),
                  inCard: 'wide',
                  cell: ({ id, name }) => (
                    <Link to="/experiments/$experimentId" params={{ experimentId: id }} className={runTableStyles.runName}>
                      {name}
                    </Link>
                  ),
                },
                { key: 'kind', head: t('experiments.kind'), cell: ({ kind }) => t(`experimentKind.${kind}`) },
                { key: 'state', head: t('runs.state'), cell: ({ state }) => <ExperimentChip state={state} /> },
                {
                  key: 'progress',
                  head: t('experiments.progress'),
                  numeric: true,
                  cardLabel: t('experiments.progress'),
                  cell: ({ progress }) => t('experiments.of', progress),
                },
                {
                  key: 'when',
                  head: t('runs.when'),
                  numeric: true,
                  className: 'soft',
                  cell: ({ createdAt }) => <Ago at={createdAt} nowMs={now} />,
                },
              ]}
            />
          )}
        </Loaded>
      </div>
    </>
  );
}
