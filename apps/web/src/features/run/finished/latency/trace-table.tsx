import type { Run } from '@plimsoll/contracts/run';
import type { RunWindow } from '@plimsoll/contracts/window';
import { DataTable } from '@plimsoll/pages/data-table';
import { spreadWords } from '@plimsoll/wording/en/latency';
import { outcomeWords } from '@plimsoll/wording/en/names';
import { formatClock, formatUs } from '@plimsoll/wording/time';
import { useQuery } from '@tanstack/react-query';
import { runTraces } from '../../../../api/run-traces.ts';
import { Loading } from '../../../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../../../ui/notice/problem-notice.tsx';

/** The slowest requests that carried a trace, each with a link into the team's own backend. Only of a plan that asks for traces. */
export function TraceTable({ run, window }: { readonly run: Run; readonly window: RunWindow | null }) {
  const { data, error, refetch } = useQuery(runTraces(run.id, window));
  if (error) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading rows={3} />;
  const named = run.plan.requests !== null;
  return (
    <section className="card" style={{ marginBlockStart: 14 }} aria-label={spreadWords.traces}>
      <div className="pad" style={{ paddingBlockEnd: 8 }}>
        <h2>{spreadWords.traces}</h2>
        <p className="small soft" style={{ marginBlock: '4px 0' }}>
          {data.items.length === 0
            ? spreadWords.noTraces
            : data.items.some(({ url }) => url)
              ? spreadWords.tracesAre
              : spreadWords.noTraceUrl}
        </p>
      </div>
      {data.items.length > 0 && (
        <DataTable
          label={spreadWords.traces}
          bare
          dense
          rows={data.items}
          rowKey={({ traceId }) => traceId}
          columns={[
            {
              key: 'trace',
              head: spreadWords.trace,
              naming: true,
              cell: ({ traceId, url }) =>
                url ? (
                  <a href={url} target="_blank" rel="noreferrer" title={traceId}>
                    <code>{traceId.slice(0, 12)}…</code>
                  </a>
                ) : (
                  <code style={{ overflowWrap: 'anywhere' }}>{traceId}</code>
                ),
            },
            { key: 'time', head: spreadWords.latency, numeric: true, cell: ({ responseTimeUs }) => formatUs(responseTimeUs) },
            { key: 'second', head: spreadWords.endedAt, numeric: true, cell: ({ second }) => formatClock(second) },
            { key: 'status', head: spreadWords.status, numeric: true, cell: ({ status, outcome }) => status ?? outcomeWords[outcome] },
            ...(named
              ? [{ key: 'request', head: spreadWords.request, cell: ({ request }: { request: string | null }) => request ?? '' }]
              : []),
          ]}
        />
      )}
    </section>
  );
}
