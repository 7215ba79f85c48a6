import '../../../i18n/run-text.ts';
import type { Summary } from '@plimsoll/contracts/run';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { formatClock } from '@plimsoll/wording/time';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import emptyStateStyles from '../../../ui/notice/empty-state.module.css';
import { LoadingCard } from '../../../ui/notice/loading.tsx';
import { CallStatuses } from '../calls/lazy.ts';
import { ErrorsChart } from '../charts/errors-chart.tsx';
import type { RunChartsProps } from '../charts/run-charts-props.ts';
import { useOutcomeName } from '../charts/use-outcome-name.ts';
import { StatusTable } from './status-table.tsx';

/** Failures by kind, each with one example of what came back. */
export function ErrorGroups({ summary, charts }: { summary: Summary | null; charts: RunChartsProps }) {
  const { t } = useTranslation();
  const nameOf = useOutcomeName();
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
          <h2>{t('errors.none')}</h2>
          <div>{t('errors.noneText', charts.counted)}</div>
        </div>
      ) : (
        <div className="stack" style={{ gap: 10, alignContent: 'start' }}>
          {groups.map((group) => (
            <section key={group.kind} className="card pad" aria-label={nameOf(group.kind)}>
              <div className="row">
                <h2>{nameOf(group.kind)}</h2>
                <span className="push num soft small">
                  {formatCount(group.count)} · {formatShare(summary && summary.requests > 0 ? group.count / summary.requests : null)}
                </span>
              </div>
              {group.example && (
                <>
                  <p className="small soft" style={{ margin: '6px 0 0' }}>
                    {t('errors.first', { at: formatClock(group.example.second) })}{' '}
                    {group.example.request && <b>{t('requests.inError', { name: group.example.request })}</b>} {group.example.message}
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
