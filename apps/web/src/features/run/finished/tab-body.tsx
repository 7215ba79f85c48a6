/** The content of one tab of a finished run. */
import { judgeFailure } from '@plimsoll/contracts/failure';
import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import type { Story } from '@plimsoll/contracts/story';
import type { RunWindow } from '@plimsoll/contracts/window';
import { ErrorGroups } from '@plimsoll/pages/error-groups';
import { PhasesTable } from '@plimsoll/pages/phases-table';
import { summaryRows } from '@plimsoll/pages/request-rows';
import { ConnectionsTable } from '@plimsoll/pages/run-tables';
import { ThresholdTable } from '@plimsoll/pages/threshold-table';
import { countedAs } from '@plimsoll/wording/counted-as';
import { thresholdWords } from '@plimsoll/wording/en/chart';
import { runWords } from '@plimsoll/wording/en/run';
import { Suspense } from 'react';
import { later } from '../../../api/later.ts';
import { ConnectionsChart } from '../../../domain/run/charts/connections-chart.tsx';
import { ErrorsChart } from '../../../domain/run/charts/errors-chart.tsx';
import type { RunChartsProps } from '../../../domain/run/charts/run-charts-props.ts';
import { LatencyTab } from '../../../domain/run/latency-tab.tsx';
import { PickableRequests, usePickedRequest } from '../../../domain/run/requests/request-table.tsx';
import { RunCharts } from '../../../domain/run/run-charts.tsx';
import { RunStory } from '../../../domain/run/story/run-story.tsx';
import { Loading } from '../../../ui/notice/loading.tsx';
import { hasRegions } from '../regions/has-regions.ts';
import { ConfigTab } from './config-tab.tsx';
import { GeneratorTab } from './generator-tab.tsx';
import { RawTab } from './raw-tab.tsx';
import type { RunTab } from './run-tabs.ts';
import type { ShownPart } from './shown-part.ts';

const LatencySpread = later(() => import('./latency/latency-spread.tsx'), 'LatencySpread');
const RegionPart = later(() => import('../regions/region-part.tsx'), 'RegionPart');
const StreamsTab = later(() => import('./streams/streams-tab.tsx'), 'StreamsTab');
const GhzCards = later(() => import('./calls/ghz-cards.tsx'), 'GhzCards');
const TargetTab = later(() => import('../resources/target-tab.tsx'), 'TargetTab');
const ReportedTimes = later(() => import('./reported-times.tsx'), 'ReportedTimes');

interface TabProps {
  readonly tab: RunTab;
  readonly part: ShownPart;
  readonly points: readonly Point[];
  readonly window: RunWindow | null;
  /** On paper only its tables, and charts that stand nowhere else. */
  readonly printed: boolean;
}

export function TabBody({ tab, part: { run, curve, story, resources, sampleSeconds }, points, window, printed }: TabProps) {
  const charts = {
    points,
    thresholds: run.plan.thresholds,
    errorStatuses: run.plan.errorStatuses,
    counted: countedAs(run.plan),
    resources,
    withoutConnections: run.source !== null || printed,
    withoutService: run.source !== null || run.summary?.serviceTime.count === 0,
  };
  if (run.source?.data === 'summary' && run.summary && tab === 'overview')
    return (
      <Suspense fallback={<Loading rows={3} height={140} />}>
        <ReportedTimes source={run.source} summary={run.summary} />
      </Suspense>
    );
  if (points.length === 0 && tab !== 'config')
    return (
      <>
        <p className="soft">{sampleSeconds === 0 ? runWords.pointsGone : runWords.noPoints}</p>
        {tab === 'overview' && <Regions run={run} window={window} />}
      </>
    );
  switch (tab) {
    case 'overview':
      if (judgeFailure(run.summary) === 'unanswered') return <Errors run={run} charts={charts} />;
      return <Overview run={run} charts={charts} story={story} window={window} />;
    case 'latency':
      return (
        <>
          <LatencyTab summary={run.summary} curve={curve} charts={printed ? null : charts} withoutService={charts.withoutService} />
          {!printed && (
            <Suspense fallback={<Loading rows={3} height={240} />}>
              <LatencySpread run={run} window={window} />
            </Suspense>
          )}
        </>
      );
    case 'streams':
      return (
        <Suspense fallback={<Loading rows={3} height={140} />}>
          {run.summary && <StreamsTab summary={run.summary} charts={charts} />}
        </Suspense>
      );
    case 'grpc':
      return (
        <Suspense fallback={<Loading rows={3} height={140} />}>
          <GhzCards run={run} window={window} />
        </Suspense>
      );
    case 'errors':
      return printed ? <ErrorGroups summary={run.summary} counted={charts.counted} /> : <Errors run={run} charts={charts} />;
    case 'thresholds':
      return (
        <div style={{ marginBlockStart: 14 }}>
          {run.plan.thresholds.length > 0 ? (
            <ThresholdTable expressions={run.plan.thresholds} results={run.thresholds} live={false} />
          ) : (
            <p className="soft">{thresholdWords.none}</p>
          )}
        </div>
      );
    case 'connections':
      return (
        <div className="grid2" style={{ alignItems: 'start' }}>
          {run.summary && <ConnectionsTable summary={run.summary} counted={charts.counted} />}
          <div className="stack" style={{ gap: 14, alignContent: 'start' }}>
            {run.summary && <PhasesTable summary={run.summary} />}
            {!printed && <ConnectionsChart {...charts} />}
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
      return <RawTab points={points} withoutService={charts.withoutService} />;
  }
}

interface OverviewProps {
  readonly run: Run;
  readonly charts: RunChartsProps;
  readonly story: Story | undefined;
  readonly window: RunWindow | null;
}

function Overview({ run, charts, story, window }: OverviewProps) {
  const requests = run.summary && summaryRows(run.summary);
  const picked = usePickedRequest(requests);
  return (
    <RunStory story={story} validity={run.validity}>
      {(marks, findings) => (
        <RunCharts {...charts} request={picked} story={marks}>
          {requests && <PickableRequests table={requests} picked={picked} live={false} />}
          <Regions run={run} window={window} />
          {findings}
        </RunCharts>
      )}
    </RunStory>
  );
}

function Regions({ run, window }: Pick<OverviewProps, 'run' | 'window'>) {
  if (!hasRegions(run)) return null;
  return (
    <Suspense fallback={<Loading rows={3} height={140} />}>
      <RegionPart run={run} window={window} />
    </Suspense>
  );
}

function Errors({ run, charts }: { run: Run; charts: RunChartsProps }) {
  return (
    <ErrorGroups summary={run.summary} counted={charts.counted}>
      <ErrorsChart {...charts} />
    </ErrorGroups>
  );
}
