import type { ResourceSource, Resources } from '@plimsoll/contracts/resources';
import type { Point } from '@plimsoll/contracts/sample';
import { resourceMetrics } from '@plimsoll/contracts/target-figures';
import { DataTable } from '@plimsoll/pages/data-table';
import { targetWords } from '@plimsoll/wording/en/target';
import { joined } from '@plimsoll/wording/list';
import { formatSignificant } from '@plimsoll/wording/number';
import { requestsPerCpuSecond } from '../../../domain/run/resource-rows.ts';

/** The source of the target's resources, and the gaps in them. */
export function SourceTable({ resources, points }: { resources: Resources; points: readonly Point[] }) {
  const { sources } = resources;
  if (sources.length === 0) return <p className="soft">{targetWords.none}</p>;
  const tells = ({ metrics }: ResourceSource) =>
    resourceMetrics.filter((metric) => metrics.includes(metric)).map((metric) => targetWords.metric[metric]);
  const coresOf = ({ cores, quotaCores }: ResourceSource) =>
    quotaCores === null ? (cores ?? '–') : targetWords.coresQuota({ cores: cores ?? '–', quota: formatSignificant(quotaCores) });
  const perCpuSecond = (source: ResourceSource) => {
    const value = requestsPerCpuSecond(points, resources, source);
    return value === null ? '–' : formatSignificant(value);
  };
  return (
    <DataTable
      label={targetWords.sources}
      rows={sources}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', head: targetWords.source, naming: true, cell: ({ name }) => name },
        { key: 'kind', head: targetWords.from, cell: ({ kind }) => targetWords.kind[kind] },
        { key: 'tells', head: targetWords.tells, cell: (source) => joined(tells(source)) || '–' },
        { key: 'cores', head: targetWords.cores, numeric: true, cell: coresOf },
        { key: 'each', head: targetWords.perCpuSecond, numeric: true, cell: (source) => perCpuSecond(source) },
        { key: 'problem', head: targetWords.missing, cell: ({ problem }) => (problem ? targetWords.problem[problem] : '–') },
      ]}
    />
  );
}
