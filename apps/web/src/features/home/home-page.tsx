import type { RunListItem } from '@plimsoll/contracts/run-list';
import { homeWords, shellWords } from '@plimsoll/wording/en/app';
import { baselineWords } from '@plimsoll/wording/en/experiment';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { experiments as experimentsQuery, isUnderWay } from '../../api/experiments.ts';
import { later } from '../../api/later.ts';
import { queue as queueQuery } from '../../api/queue.ts';
import { runs as runsQuery } from '../../api/runs.ts';
import { health } from '../../api/system.ts';
import { useMay } from '../../api/team/may.ts';
import type { ExperimentItem } from '../../domain/run/table/run-entry.ts';
import { RunTable } from '../../domain/run/table/run-table.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/notice/empty-state.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Plans } from './plan-cards.tsx';
import { QueueCard } from './queue-card.tsx';
import { ExperimentCard, RunningCard } from './running-cards.tsx';

const NoWorkers = later(() => import('../../domain/workers/no-workers.tsx'), 'NoWorkers');
const SamplePair = later(() => import('../../domain/share/sample-pair.tsx'), 'SamplePair');

/** Running now, what waits, the latest, the plans. */
export function HomePage() {
  const may = useMay();
  const state = useQuery(health);
  const active = useQuery(runsQuery({ state: 'active', limit: 20 }));
  const latest = useQuery(runsQuery({ state: 'finished', limit: 20 }));
  const experiments = useQuery(experimentsQuery);
  const worse = useQuery(runsWorse);
  const error = active.error ?? latest.error ?? experiments.error;
  const known = experiments.data?.items ?? [];
  const waiting = useQuery(queueQuery);
  const goingOn = known.filter((one) => isUnderWay(one.state) && one.state !== 'queued');
  const running = (active.data?.items ?? []).filter((run) => run.state !== 'queued');
  const entries = latest.data && experiments.data ? newestEntries(latest.data.items, known) : null;
  const busy = running.length > 0 || goingOn.length > 0;
  const quiet = !busy && !waiting.data?.items.length;
  // All of it at once: what comes late would push the rest down.
  const isFirstLoad = [state, active, latest, experiments, waiting, worse].some(({ isPending }) => isPending);
  return (
    <>
      <PageHead title={homeWords.title}>
        {may('run.create') && (
          <ButtonLink to="/launch" variant="filled" leftSection={<IconPlus size={15} aria-hidden />}>
            {shellWords.launch}
          </ButtonLink>
        )}
      </PageHead>
      {isFirstLoad ? (
        <Loading rows={6} />
      ) : (
        <div className="stack" style={{ marginBlockStart: 18, gap: 26 }}>
          {state.data?.troubles.map(({ sentence }) => (
            <Notice key={sentence} tone="warn">
              {sentence}
            </Notice>
          ))}
          {state.data?.workers === 0 && (
            <Suspense>
              <NoWorkers state={state.data} />
            </Suspense>
          )}
          {error ? (
            <ProblemNotice error={error} retry={() => void Promise.all([active.refetch(), latest.refetch(), experiments.refetch()])} />
          ) : null}
          {busy && (
            <section className="stack" style={{ gap: 10 }} aria-labelledby="running-now">
              <h2 id="running-now">{homeWords.running}</h2>
              {goingOn.map((one) => (
                <ExperimentCard key={one.id} experiment={one} run={running.find((run) => run.experimentId === one.id)} />
              ))}
              {alone(running, goingOn).map((run) => (
                <RunningCard key={run.id} run={run} />
              ))}
            </section>
          )}
          <QueueCard begun={new Set(goingOn.map(({ id }) => id))} />
          <Regressions />
          {(quiet || entries?.length !== 0) && (
            <section className="stack" style={{ gap: 10 }} aria-labelledby="latest-runs">
              <div className="row">
                <h2 id="latest-runs">{homeWords.latest}</h2>
                <TextLink className="push" size="sm" to="/runs">
                  {homeWords.all}
                </TextLink>
              </div>
              {!entries ? null : entries.length === 0 ? (
                <>
                  <EmptyState
                    title={homeWords.emptyTitle}
                    text={homeWords.emptyText}
                    action={
                      may('run.create') && (
                        <ButtonLink to="/launch" search={{ demo: '1' }} variant="filled">
                          {homeWords.emptyAction}
                        </ButtonLink>
                      )
                    }
                  />
                  <Suspense>
                    <SamplePair />
                  </Suspense>
                </>
              ) : (
                <RunTable runs={entries} />
              )}
            </section>
          )}
          {(entries || error) && <Plans />}
        </div>
      )}
    </>
  );
}

const mostEntries = 8;
const runsWorse = runsQuery({ verdict: 'worse', limit: 4 });

/** Runs that belong to none of these experiments. */
function alone(runs: readonly RunListItem[], experiments: readonly ExperimentItem[]): RunListItem[] {
  const ids = new Set(experiments.map(({ id }) => id));
  return runs.filter(({ experimentId }) => experimentId === null || !ids.has(experimentId));
}

/** Newest first, an experiment in place of its runs. */
function newestEntries(runs: readonly RunListItem[], experiments: readonly ExperimentItem[]): (RunListItem | ExperimentItem)[] {
  const over = experiments.filter((one) => !isUnderWay(one.state));
  return [...alone(runs, experiments), ...over].sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, mostEntries);
}

/** Runs that were worse than their plan's baseline; nothing at all where there are none. */
function Regressions() {
  const { data } = useQuery(runsWorse);
  if (!data || data.items.length === 0) return null;
  return (
    <section className="stack" style={{ gap: 10 }} aria-labelledby="regressions">
      <div className="row">
        <h2 id="regressions">{baselineWords.regressions}</h2>
        <TextLink className="push" size="sm" to="/runs" search={{ verdict: 'worse' }}>
          {baselineWords.all}
        </TextLink>
      </div>
      <RunTable runs={data.items} />
    </section>
  );
}
