import '../../../../i18n/calls-text.ts';
import { type Latency, tablePercentiles } from '@plimsoll/contracts/latency';
import type { Run, Summary } from '@plimsoll/contracts/run';
import type { RunWindow } from '@plimsoll/contracts/window';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatLength, timeColumn } from '@plimsoll/wording/time';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { latency as latencyQuery } from '../../../../api/latency.ts';
import { LoadingCard } from '../../../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../../../ui/notice/problem-notice.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import styles from './ghz-cards.module.css';

/** About as tall as its two cards. */
const cardsPx = 400;
const rowsOfGhz = new Set(tablePercentiles.flatMap(({ percentile, tools }) => (tools.includes('ghz') ? [percentile] : [])));

/** The same response times as ghz sums them up: for those who know its output. */
export function GhzCards({ run, window }: { run: Run; window: RunWindow | null }) {
  const { data, error, refetch } = useQuery(latencyQuery(run.id, 'responseTime', window));
  if (error) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingCard height={cardsPx} />;
  if (data.figures.count === 0 || !run.summary) return null;
  return (
    <>
      <GhzSummary latency={data} summary={run.summary} />
      <GhzHistogram latency={data} />
    </>
  );
}

/** Count to Requests/sec, and the latency distribution. */
function GhzSummary({ latency: { figures, percentiles }, summary }: { latency: Latency; summary: Summary }) {
  const { t } = useTranslation();
  const write = timeColumn([figures.minUs, figures.maxUs]);
  const rows: [string, string][] = [
    [t('ghz.count'), formatCount(summary.requests)],
    [t('ghz.total'), formatLength(summary.durationMs)],
    [t('ghz.slowest'), write(figures.maxUs)],
    [t('ghz.fastest'), write(figures.minUs)],
    [t('ghz.average'), write(figures.meanUs)],
    [t('ghz.perSecond'), formatSignificant(summary.throughputPerSecond)],
    ...percentiles
      .filter(({ percentile }) => rowsOfGhz.has(percentile))
      .map(({ percentile, us }): [string, string] => [t('ghz.within', { percentile }), write(us)]),
  ];
  return (
    <DataTable
      label={t('ghz.title')}
      rows={rows}
      rowKey={([name]) => name}
      columns={[
        { key: 'figure', head: t('ghz.title'), naming: true, cell: ([name]) => name },
        { key: 'value', head: t('ghz.value'), numeric: true, cell: ([, value]) => value },
      ]}
      foot={<div className="small soft">{t('ghz.what')}</div>}
    />
  );
}

function GhzHistogram({ latency: { ghzBuckets } }: { latency: Latency }) {
  const { t } = useTranslation();
  if (ghzBuckets.length === 0) return null;
  const write = timeColumn(ghzBuckets.map(({ markUs }) => markUs));
  const most = Math.max(1, ...ghzBuckets.map(({ count }) => count));
  return (
    <DataTable
      label={t('ghz.histogram')}
      rows={ghzBuckets}
      rowKey={(_, at) => at}
      columns={[
        { key: 'mark', head: t('ghz.upTo'), numeric: true, cell: ({ markUs }) => write(markUs) },
        { key: 'count', head: t('ghz.calls'), numeric: true, cell: ({ count }) => formatCount(count) },
        {
          key: 'bar',
          head: t('ghz.histogram'),
          className: styles.barCell,
          cell: ({ count }) => <div className={styles.mark} style={{ inlineSize: `${(100 * count) / most}%` }} />,
        },
      ]}
      foot={<div className="small soft">{t('ghz.histogramWhat')}</div>}
    />
  );
}
