import { isUnfolded } from '@plimsoll/contracts/compared-metric';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import type { NamedArms } from '@plimsoll/wording/named-arms';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ArmDot } from './arm-dot.tsx';
import comparisonTableStyles from './comparison-table.module.css';
import { metricColumn } from './comparison-words.ts';
import { MetricChange } from './metric-change.tsx';

/** All arms in one table: a row a metric, a column an arm; the tables below say how sure each verdict is. */
export function ArmsOverview({ arms: { base, candidates } }: { arms: NamedArms }) {
  const { t } = useTranslation();
  const rows = (candidates[0]?.arm.metrics ?? []).filter(({ metric }) => isUnfolded(metric));
  const write = metricColumn(candidates.flatMap(({ arm }) => arm.metrics));
  const title = t('compare.overview');
  const armHead = (name: string, index: number) => ({
    key: `arm ${index}`,
    head: (
      <>
        <ArmDot arm={index} /> {name}
      </>
    ),
    headClass: comparisonTableStyles.armHead,
    className: 'num',
    cardLabel: name,
  });
  return (
    <DataTable
      label={title}
      grid={2}
      rows={rows}
      rowKey={({ metric }) => metric}
      columns={[
        {
          key: 'metric',
          head: t('compare.metric'),
          naming: true,
          className: comparisonTableStyles.deltaName,
          cell: ({ metric }) => t(`metric.${metric}`),
        },
        { ...armHead(base.name, 0), cell: ({ metric, base: value }) => write(metric, value) },
        ...candidates.map(({ name, arm }, at) => ({
          ...armHead(name, at + 1),
          cell: ({ metric }: MetricDelta) => <MetricChange metric={arm.metrics.find((one) => one.metric === metric)} write={write} />,
        })),
      ]}
    />
  );
}
