import type { Summary } from '@plimsoll/contracts/run';
import { errorsWords, requestsWords } from '@plimsoll/wording/en/run';
import { errorName } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { formatClock } from '@plimsoll/wording/time';
import { Suspense } from 'react';
import emptyStateStyles from '../../ui/notice/empty-state.module.css';
import { LoadingCard } from '../../ui/notice/loading.tsx';
import { CallStatuses } from './calls/lazy.ts';
import { ErrorsChart } from './charts/errors-chart.tsx';
import type { RunChartsProps } from './charts/run-charts-props.ts';
import { StatusTable } from './requests/status-table.tsx';

/** Failures by kind, each with one example of what came back. */
export function ErrorGroups({ summary, charts }: { summary: Summary | null; charts: RunChartsProps }) {
  const groups = summary?.errors ?? [];
  return (
    <div className="grid2">
      {summary?.grpc && (
        <div style={{ gridColumn: '1 / -1' }}>
          <Suspense fallback={<LoadingCard height={100} />}>
            <CallStatuses grpc={summary.grpc} />
          </Suspense>
        </div>
      )}
      {summary && <StatusTable summary={summary} counted={charts.counted} />}
      <ErrorsChart {...charts} />
      {groups.length === 0 ? (
        <div className={`card ${emptyStateStyles.empty}`}>
          <h2>{errorsWords.none}</h2>
          <div>{errorsWords.noneText(charts.counted)}</div>
        </div>
      ) : (
        <div className="stack" style={{ gap: 10, alignContent: 'start' }}>
          {groups.map((group) => (
            <section key={group.kind} className="card pad" aria-label={errorName(group.kind)}>
              <div className="row">
                <h2>{errorName(group.kind)}</h2>
                <span className="push num soft small">
                  {formatCount(group.count)} · {formatShare(summary && summary.requests > 0 ? group.count / summary.requests : null)}
                </span>
              </div>
              {group.example && (
                <>
                  <p className="small soft" style={{ margin: '6px 0 0' }}>
                    {errorsWords.first({ at: formatClock(group.example.second) })}{' '}
                    {group.example.request && <b>{requestsWords.inError({ name: group.example.request })}</b>} {group.example.message}
                  </p>
                  {group.example.body && (
                    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
                    <pre className="example" tabIndex={0}>
                      {group.example.body}
                    </pre>
                  )}
                </>
              )}
            </section>
          ))}
        </div>
      )}
    </div>
  );
}
