import '../../../../i18n/latency-text.ts';
import { type Latency, tablePercentiles } from '@plimsoll/contracts/latency';
import { formatCount } from '@plimsoll/wording/number';
import { formatUs } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../../ui/table/data-table.tsx';

/** `p99.0625` */
function rowName(percentile: number): string {
  return percentile >= 100 ? 'max' : percentile <= 0 ? 'min' : `p${Number(percentile.toFixed(4))}`;
}

const toolsOf = new Map(tablePercentiles.map(({ percentile, tools }) => [percentile, tools]));

/** Percentile, count, latency, to the microsecond: the rows of nighthawk_client, of ab, of ghz and ours. */
export function PercentileTable({ latency: { figures, percentiles } }: { latency: Latency }) {
  const { t } = useTranslation();
  const us = (value: number) => t('spread.us', { us: formatCount(value) });
  return (
    <section className="card" aria-label={t('spread.table')}>
      <div className="pad" style={{ paddingBlockEnd: 8 }}>
        <h2>{t('spread.table')}</h2>
        <p className="small soft" style={{ marginBlock: '4px 0' }}>
          {t('spread.figures', {
            count: figures.count,
            text: formatCount(figures.count),
            mean: formatUs(figures.meanUs),
            stddev: formatUs(figures.stddevUs),
          })}
        </p>
      </div>
      <DataTable
        label={t('spread.table')}
        bare
        dense
        rows={percentiles}
        rowKey={({ percentile }) => percentile}
        columns={[
          { key: 'percentile', head: t('spread.percentile'), naming: true, cell: (row) => rowName(row.percentile) },
          { key: 'count', head: t('spread.count'), numeric: true, cell: (row) => formatCount(row.count) },
          { key: 'latency', head: t('spread.latency'), numeric: true, cell: (row) => us(row.us) },
          {
            key: 'tools',
            head: t('spread.tools'),
            wideOnly: true,
            cell: (row) => (toolsOf.get(row.percentile) ?? []).map((tool) => t(`spread.tool.${tool}`)).join(', '),
          },
        ]}
      />
    </section>
  );
}
