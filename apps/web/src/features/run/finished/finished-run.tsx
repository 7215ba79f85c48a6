import { Tabs } from '@mantine/core';
import type { Resources } from '@plimsoll/contracts/resources';
import { type Curve, hasMixedTimes, type Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import type { Story } from '@plimsoll/contracts/story';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { resources as resourcesQuery } from '../../../api/resources.ts';
import { curve as curveQuery, samples as samplesQuery, story as storyQuery } from '../../../api/runs.ts';
import { UnreadablePlan } from '../../../domain/plan/unreadable-plan.tsx';
import { ConnectionsChart } from '../../../domain/run/charts/connections-chart.tsx';
import { RunCharts } from '../../../domain/run/charts/run-charts.tsx';
import type { RunChartsProps } from '../../../domain/run/charts/run-charts-props.ts';
import { ErrorGroups } from '../../../domain/run/error-groups.tsx';
import { LatencyTab } from '../../../domain/run/latency-tab.tsx';
import { summaryRows } from '../../../domain/run/request-rows.ts';
import { RequestTable, usePickedRequest } from '../../../domain/run/request-table.tsx';
import { SummaryTiles } from '../../../domain/run/run-tiles.tsx';
import { verdictWords } from '../../../domain/run/run-words.ts';
import { RunStory } from '../../../domain/run/story/run-story.tsx';
import { ThresholdTable } from '../../../domain/run/threshold-table.tsx';
import { ValidityNotice } from '../../../domain/run/validity-notice.tsx';
import { useCurrentInSight } from '../../../ui/current-in-sight.ts';
import { Loading } from '../../../ui/notice/loading.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { useSearchState } from '../../../ui/search-state.ts';
import { useTabStatus } from '../live/tab-status.ts';
import { RunActions } from '../run-actions.tsx';
import { RunHeader } from '../run-header.tsx';
import { RunNote } from '../run-note.tsx';
import { BaselineVerdict } from './baseline.tsx';
import { ConfigTab } from './config-tab.tsx';
import { ConnectionsTable } from './connections-table.tsx';
import { GeneratorTab } from './generator-tab.tsx';
import { PhasesTable } from './phases-table.tsx';
import { RawTab } from './raw-tab.tsx';
import { RemedyButtons } from './remedy-buttons.tsx';

const tabs = ['overview', 'latency', 'errors', 'thresholds', 'connections', 'target', 'generator', 'config', 'raw'] as const;
const TargetTab = lazy(() => import('../resources/target-tab.tsx').then((module) => ({ default: module.TargetTab })));
/** On paper there is nothing to press: all tabs stand one below the other, but for the rows of every second. */
const printedTabs = tabs.filter((tab) => tab !== 'raw');
const searchSchema = z.object({ tab: z.enum(tabs).catch('overview'), all: z.literal('1').optional().catch(undefined) });
/** All tabs are drawn by then. */
const drawnMs = 1500;

/** A finished run: the verdict first, then the numbers, then everything behind them. */
export function FinishedRun({ run, onShare }: { run: Run; onShare: () => void }) {
  const { t } = useTranslation();
  const [{ tab, all }, change] = useSearchState(searchSchema);
  const points = useQuery(samplesQuery(run.id));
  const told = useQuery(resourcesQuery(run.id));
  const curve = useQuery({ ...curveQuery(run.id), enabled: run.summary !== null && run.summary.requests > 0 });
  // Asked for beside the points, so that it is there when they are drawn.
  const story = useQuery(storyQuery(run.id));
  const tabList = useCurrentInSight<HTMLDivElement>(tab);
  useTabStatus(run.plan.name, run.state, null, t(`state.${run.state}`));
  const print = () => {
    change({ all: '1' });
    setTimeout(() => {
      window.addEventListener('afterprint', () => change({ all: undefined }), { once: true });
      window.print();
    }, drawnMs);
  };
  const body = (one: (typeof tabs)[number]) =>
    points.error ? (
      <ProblemNotice error={points.error} retry={() => void points.refetch()} />
    ) : points.data && !told.isLoading ? (
      <TabBody
        tab={one}
        run={run}
        points={points.data.points}
        curve={curve.data ?? (curve.isLoading ? undefined : null)}
        story={story.data}
        resources={told.data}
      />
    ) : (
      <Loading rows={3} height={140} />
    );
  return (
    <>
      <RunHeader run={run}>
        <RunActions run={run} onShare={onShare} onPrint={print} />
      </RunHeader>
      <div className="stack" style={{ marginBlockStart: 14, gap: 12 }}>
        <UnreadablePlan plans={[run.plan]} of="run" />
        <VerdictNotice run={run} />
        <BaselineVerdict run={run} />
        <ValidityNotice validity={run.validity}>
          <RemedyButtons run={run} />
        </ValidityNotice>
        {run.summary && hasMixedTimes(run.summary) && <Notice tone="warn">{t('latency.mixed')}</Notice>}
        <RunNote run={run} />
      </div>
      {run.summary && <SummaryTiles summary={run.summary} thresholds={run.plan.thresholds} />}
      {all ? (
        printedTabs.map((one) => (
          <section key={one} style={{ marginBlockStart: 22 }}>
            <h2>{t(`run.tab.${one}`)}</h2>
            {body(one)}
          </section>
        ))
      ) : (
        <Tabs value={tab} onChange={(next) => change({ tab: next === 'overview' || !next ? undefined : next })} mt="lg" keepMounted={false}>
          <Tabs.List aria-label={t('run.tabs')} ref={tabList} className="no-print">
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`run.tab.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((one) => (
            <Tabs.Panel key={one} value={one}>
              {body(one)}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </>
  );
}

export function VerdictNotice({ run }: { run: Parameters<typeof verdictWords>[0] }) {
  const { lead, rest, tone } = verdictWords(run);
  const icon = { good: IconCheck, bad: IconX, warn: IconAlertTriangle, even: IconInfoCircle }[tone];
  return (
    <Notice tone={tone} icon={icon}>
      <b>{lead}</b> {rest}
    </Notice>
  );
}

function TabBody({
  tab,
  run,
  points,
  curve,
  story,
  resources,
}: {
  tab: (typeof tabs)[number];
  run: Run;
  points: readonly Point[];
  curve: Curve | null | undefined;
  story: Story | undefined;
  resources: Resources | undefined;
}) {
  const { t } = useTranslation();
  const charts = { points, thresholds: run.plan.thresholds, errorStatuses: run.plan.errorStatuses, resources };
  if (points.length === 0 && tab !== 'config') return <p className="soft">{t('run.noPoints')}</p>;
  switch (tab) {
    case 'overview':
      return <Overview run={run} charts={charts} story={story} />;
    case 'latency':
      return <LatencyTab summary={run.summary} curve={curve} charts={charts} />;
    case 'errors':
      return <ErrorGroups summary={run.summary} charts={charts} />;
    case 'thresholds':
      return (
        <div style={{ marginBlockStart: 14 }}>
          {run.plan.thresholds.length > 0 ? (
            <ThresholdTable expressions={run.plan.thresholds} results={run.thresholds} live={false} />
          ) : (
            <p className="soft">{t('threshold.none')}</p>
          )}
        </div>
      );
    case 'connections':
      return (
        <div className="grid2" style={{ alignItems: 'start' }}>
          <ConnectionsTable summary={run.summary} />
          <div className="stack" style={{ gap: 14, alignContent: 'start' }}>
            {run.summary && <PhasesTable summary={run.summary} />}
            <ConnectionsChart {...charts} />
          </div>
        </div>
      );
    case 'target':
      return (
        <Suspense fallback={<Loading rows={3} height={140} />}>
          {resources && <TargetTab run={run} points={points} resources={resources} />}
        </Suspense>
      );
    case 'generator':
      return <GeneratorTab run={run} points={points} />;
    case 'config':
      return <ConfigTab run={run} />;
    case 'raw':
      return <RawTab points={points} />;
  }
}

function Overview({ run, charts, story }: { run: Run; charts: RunChartsProps; story: Story | undefined }) {
  const requests = run.summary && summaryRows(run.summary);
  const picked = usePickedRequest(requests);
  return (
    <>
      {requests && <RequestTable table={requests} picked={picked} live={false} />}
      <RunStory story={story}>{(marks) => <RunCharts {...charts} request={picked} story={marks} />}</RunStory>
    </>
  );
}
