import '../../../i18n/results-text.ts';
import type { Summary } from '@plimsoll/contracts/run';
import type { RunSource } from '@plimsoll/contracts/run-source';
import { timeColumn } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { StatusTable } from '../../../domain/run/requests/status-table.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';

/** The times of a run of which a tool reported sums only: what it wrote, and nothing in between. */
export function ReportedTimes({ source, summary }: { source: RunSource; summary: Summary }) {
  const { t } = useTranslation();
  const { meanUs, minUs, maxUs } = summary.responseTime;
  const named: [string, number | null][] = [
    [t('results.mean'), meanUs],
    [t('results.least'), minUs],
    ...source.percentiles.map(([percentile, us]): [string, number] => [`p${Number(percentile.toFixed(6))}`, us]),
    [t('results.most'), maxUs],
  ];
  const rows = named.filter(([, us]) => us !== null);
  const write = timeColumn(rows.map(([, us]) => us));
  return (
    <div className="grid2" style={{ alignItems: 'start', marginBlockStart: 14 }}>
      <section className="stack" style={{ gap: 8 }}>
        <h2>{t('results.reported', { tool: source.tool })}</h2>
        <DataTable
          label={t('results.reported', { tool: source.tool })}
          rows={rows}
          rowKey={([name]) => name}
          columns={[
            { key: 'name', head: t('results.percentile'), naming: true, cell: ([name]) => name },
            { key: 'time', head: t('results.time'), numeric: true, cell: ([, us]) => write(us) },
          ]}
        />
      </section>
      <StatusTable summary={summary} />
    </div>
  );
}
