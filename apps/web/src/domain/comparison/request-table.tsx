import type { RequestDelta } from '@plimsoll/contracts/comparison';
import { requestMetrics, worstRequestsFirst } from '@plimsoll/wording/arm-words';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import comparisonTableStyles from './comparison-table.module.css';
import { metricColumn } from './comparison-words.ts';
import { MetricChange } from './metric-change.tsx';

/** A row a request of plans with several, the worst first: what each metric became, how far it moved, the verdict. */
export function RequestTable({ requests }: { requests: readonly RequestDelta[] }) {
  const { t } = useTranslation();
  if (requests.length === 0) return null;
  const title = t('compare.byRequest');
  const metrics = requests.flatMap((request) => request.metrics);
  const write = metricColumn(metrics);
  return (
    <DataTable
      label={title}
      grid={2}
      rows={worstRequestsFirst(requests)}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', head: title, naming: true, className: comparisonTableStyles.deltaName, cell: ({ name }) => name },
        ...requestMetrics.map(
          (metric, at): Column<RequestDelta> => ({
            key: metric,
            head: t(`metric.${metric}`),
            // A request that only one side has takes one cell over all metrics.
            span: ({ in: where }) => (where === 'both' || at > 0 ? 1 : requestMetrics.length),
            className: ({ in: where }) => (where === 'both' ? 'num' : 'soft'),
            cardLabel: ({ in: where }) => (where === 'both' ? t(`metric.${metric}`) : undefined),
            cell: ({ in: where, metrics }) =>
              where === 'both' ? (
                <MetricChange metric={metrics.find((one) => one.metric === metric)} write={write} />
              ) : (
                t(`requestPlace.${where}`)
              ),
          }),
        ),
      ]}
    />
  );
}
