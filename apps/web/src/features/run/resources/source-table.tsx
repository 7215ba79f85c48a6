import { type ResourceSource, type Resources, resourceMetrics } from '@plimsoll/contracts/resources';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../ui/table/data-table.tsx';

/** Who told the target's resources, and what is missing. */
export function SourceTable({ resources }: { resources: Resources }) {
  const { t } = useTranslation();
  const { sources } = resources;
  if (sources.length === 0) return <p className="soft">{t('target.none')}</p>;
  const tells = ({ metrics }: ResourceSource) =>
    resourceMetrics.filter((metric) => metrics.includes(metric)).map((metric) => t(`target.metric.${metric}`));
  return (
    <DataTable
      label={t('target.sources')}
      rows={sources}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', head: t('target.source'), naming: true, cell: ({ name }) => name },
        { key: 'kind', head: t('target.from'), cell: ({ kind }) => t(`target.kind.${kind}`) },
        { key: 'tells', head: t('target.tells'), cell: (source) => tells(source).join(', ') || '–' },
        { key: 'cores', head: t('target.cores'), numeric: true, cell: ({ cores }) => cores ?? '–' },
        { key: 'problem', head: t('target.missing'), cell: ({ problem }) => (problem ? t(`target.problem.${problem}`) : '–') },
      ]}
    />
  );
}
