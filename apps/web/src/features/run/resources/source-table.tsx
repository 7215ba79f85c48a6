import { type ResourceSource, type Resources, resourceMetrics } from '@plimsoll/contracts/resources';
import type { Point } from '@plimsoll/contracts/sample';
import { formatSignificant } from '@plimsoll/wording/number';
import { useTranslation } from 'react-i18next';
import { requestsPerCpuSecond } from '../../../domain/run/resource-rows.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';

/** Who told the target's resources, and what is missing. */
export function SourceTable({ resources, points }: { resources: Resources; points: readonly Point[] }) {
  const { t } = useTranslation();
  const { sources } = resources;
  if (sources.length === 0) return <p className="soft">{t('target.none')}</p>;
  const tells = ({ metrics }: ResourceSource) =>
    resourceMetrics.filter((metric) => metrics.includes(metric)).map((metric) => t(`target.metric.${metric}`));
  const coresOf = ({ cores, quotaCores }: ResourceSource) =>
    quotaCores === null ? (cores ?? '–') : t('target.coresQuota', { cores: cores ?? '–', quota: formatSignificant(quotaCores) });
  const perCpuSecond = (source: ResourceSource) => {
    const value = requestsPerCpuSecond(points, resources, source);
    return value === null ? '–' : formatSignificant(value);
  };
  return (
    <DataTable
      label={t('target.sources')}
      rows={sources}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', head: t('target.source'), naming: true, cell: ({ name }) => name },
        { key: 'kind', head: t('target.from'), cell: ({ kind }) => t(`target.kind.${kind}`) },
        { key: 'tells', head: t('target.tells'), cell: (source) => tells(source).join(', ') || '–' },
        { key: 'cores', head: t('target.cores'), numeric: true, cell: coresOf },
        { key: 'each', head: t('target.perCpuSecond'), numeric: true, cell: (source) => perCpuSecond(source) },
        { key: 'problem', head: t('target.missing'), cell: ({ problem }) => (problem ? t(`target.problem.${problem}`) : '–') },
      ]}
    />
  );
}
