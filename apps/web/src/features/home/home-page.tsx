import { Button } from '@mantine/core';
import { isTerminal, type RunListItem } from '@plimsoll/contracts/run';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { runs as runsQuery, stopRun } from '../../api/runs.ts';
import { health } from '../../api/system.ts';
import { formatClock, formatUs } from '../../format/time.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useNow } from '../../ui/now.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RunTable } from '../../ui/run/run-table.tsx';
import { loadWords } from '../../ui/run/run-words.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { Plans } from './plan-cards.tsx';

/** Running now, the latest, the plans. */
export function HomePage() {
  const { t } = useTranslation();
  usePageTitle(t('home.title'));
  const state = useQuery(health);
  const active = useQuery(runsQuery({ state: 'active', limit: 20 }));
  const latest = useQuery(runsQuery({ state: 'finished', limit: 8 }));
  const error = active.error ?? latest.error;
  return (
    <>
      <div className="row">
        <h1>{t('home.title')}</h1>
        <span className="push" />
        <ButtonLink to="/launch" variant="filled" leftSection={<IconPlus size={15} aria-hidden />}>
          {t('shell.launch')}
        </ButtonLink>
      </div>
      <div className="stack" style={{ marginBlockStart: 18, gap: 26 }}>
        {state.data?.workers === 0 && <Notice tone="warn">{t('home.noWorkers')}</Notice>}
        {error ? <ProblemNotice error={error} retry={() => void Promise.all([active.refetch(), latest.refetch()])} /> : null}
        {active.data && active.data.items.length > 0 && (
          <section className="stack" style={{ gap: 10 }} aria-labelledby="running-now">
            <h2 id="running-now">{t('home.running')}</h2>
            {active.data.items.map((run) => (
              <RunningCard key={run.id} run={run} />
            ))}
          </section>
        )}
        <Regressions />
        <section className="stack" style={{ gap: 10 }} aria-labelledby="latest-runs">
          <div className="row">
            <h2 id="latest-runs">{t('home.latest')}</h2>
            <TextLink className="push" size="sm" to="/runs">
              {t('home.all')}
            </TextLink>
          </div>
          {!latest.data ? (
            !error && <Loading rows={3} />
          ) : latest.data.items.length === 0 ? (
            <EmptyState
              title={t('home.emptyTitle')}
              text={t('home.emptyText')}
              action={
                <ButtonLink to="/launch" search={{ demo: '1' }} variant="filled">
                  {t('home.emptyAction')}
                </ButtonLink>
              }
            />
          ) : (
            <RunTable runs={latest.data.items} />
          )}
        </section>
        <Plans />
      </div>
    </>
  );
}

/** Runs that were worse than their plan's baseline; nothing at all where there are none. */
function Regressions() {
  const { t } = useTranslation();
  const { data } = useQuery(runsQuery({ verdict: 'worse', limit: 4 }));
  if (!data || data.items.length === 0) return null;
  return (
    <section className="stack" style={{ gap: 10 }} aria-labelledby="regressions">
      <div className="row">
        <h2 id="regressions">{t('baseline.regressions')}</h2>
        <TextLink className="push" size="sm" to="/runs" search={{ verdict: 'worse' }}>
          {t('baseline.all')}
        </TextLink>
      </div>
      <RunTable runs={data.items} />
    </section>
  );
}

function RunningCard({ run }: { run: RunListItem }) {
  const { t } = useTranslation();
  const now = useNow(1000);
  const stop = useMutation({ mutationFn: () => stopRun(run.id) });
  const elapsedMs = run.startedAt ? Math.max(0, now - Date.parse(run.startedAt)) : 0;
  const total = run.expectedDurationMs;
  const percent = total ? Math.min(100, Math.round((elapsedMs / total) * 100)) : null;
  return (
    <div className="card pad">
      <div className="row">
        <Link to="/runs/$runId" params={{ runId: run.id }} style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {run.plan.name}
        </Link>
        <StateChip state={run.state} />
        <span className="soft small">{loadWords(run.plan.load)}</span>
        {run.experimentId && (
          <Link className="small" to="/experiments/$experimentId" params={{ experimentId: run.experimentId }}>
            {t('trend.experiment')}
          </Link>
        )}
        <span className="push row tight">
          {run.summary?.responseTime.p95Us != null && <span className="small num">p95 {formatUs(run.summary.responseTime.p95Us)}</span>}
          <span className="small soft num">
            {total
              ? t('progress.of', { elapsed: formatClock(elapsedMs / 1000), total: formatClock(total / 1000) })
              : formatClock(elapsedMs / 1000)}
          </span>
          <Button
            size="compact-sm"
            color="red"
            aria-label={t('home.stopRun', { name: run.plan.name })}
            disabled={isTerminal(run.state) || run.stopRequested || stop.isSuccess}
            loading={stop.isPending}
            onClick={() => stop.mutate()}
          >
            {t('run.stop')}
          </Button>
        </span>
      </div>
      {percent !== null && (
        <div
          className="bar"
          style={{ marginBlockStart: 10 }}
          role="progressbar"
          aria-label={t('progress.label')}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <div className="bar-fill" style={{ inlineSize: `${percent}%` }} />
        </div>
      )}
    </div>
  );
}
