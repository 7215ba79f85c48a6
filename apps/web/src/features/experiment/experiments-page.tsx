import { formatAgo, formatMoment } from '@plimsoll/wording/date';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { experiments as experimentsQuery } from '../../api/experiments.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExperimentChip } from '../../ui/experiment/experiment-chip.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNow } from '../../ui/now.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

/** The team's experiments, newest first. */
export function ExperimentsPage() {
  const { t } = useTranslation();
  usePageTitle(t('experiments.title'));
  const now = useNow();
  const list = useQuery(experimentsQuery);
  return (
    <>
      <div className="row">
        <h1>{t('experiments.title')}</h1>
        <span className="push" />
        <ButtonLink to="/experiments/new" variant="filled" leftSection={<IconPlus size={15} aria-hidden />}>
          {t('experiments.new')}
        </ButtonLink>
      </div>
      <div style={{ marginBlockStart: 18 }}>
        {list.error ? (
          <ProblemNotice error={list.error} retry={() => void list.refetch()} />
        ) : !list.data ? (
          <Loading />
        ) : list.data.items.length === 0 ? (
          <EmptyState
            title={t('experiments.emptyTitle')}
            text={t('experiments.emptyText')}
            action={
              <ButtonLink to="/experiments/new" variant="filled">
                {t('experiments.emptyAction')}
              </ButtonLink>
            }
          />
        ) : (
          <div className="card">
            <table className="table run-table" aria-label={t('experiments.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('experiments.name')}</th>
                  <th scope="col">{t('experiments.kind')}</th>
                  <th scope="col">{t('runs.state')}</th>
                  <th scope="col" className="n">
                    {t('experiments.progress')}
                  </th>
                  <th scope="col" className="n">
                    {t('runs.when')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.data.items.map((item) => (
                  <tr key={item.id} className="clickable">
                    <td className="wide">
                      <Link to="/experiments/$experimentId" params={{ experimentId: item.id }} className="run-name">
                        {item.name}
                      </Link>
                    </td>
                    <td>{t(`experimentKind.${item.kind}`)}</td>
                    <td>
                      <ExperimentChip state={item.state} />
                    </td>
                    <td className="n" data-label={t('experiments.progress')}>
                      {t('experiments.of', item.progress)}
                    </td>
                    <td className="n soft">
                      <time dateTime={item.createdAt} title={formatMoment(item.createdAt)}>
                        {formatAgo(item.createdAt, now)}
                      </time>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </>
  );
}
