import { Tabs } from '@mantine/core';
import { isUnconnected, judgeFailure } from '@plimsoll/contracts/failure';
import type { Run } from '@plimsoll/contracts/run';
import { type Point, readStream } from '@plimsoll/contracts/sample';
import type { Story } from '@plimsoll/contracts/story';
import { hasMixedTimes } from '@plimsoll/contracts/summary';
import { type RunWindow, windowOf } from '@plimsoll/contracts/window';
import { ErrorGroups } from '@plimsoll/pages/error-groups';
import { PhasesTable } from '@plimsoll/pages/phases-table';
import { summaryRows } from '@plimsoll/pages/request-rows';
import { ConnectionsTable, FewSamples } from '@plimsoll/pages/run-tables';
import { SummaryTiles } from '@plimsoll/pages/summary-tiles';
import { ThresholdTable } from '@plimsoll/pages/threshold-table';
import { countedAs } from '@plimsoll/wording/counted-as';
import { thresholdWords } from '@plimsoll/wording/en/chart';
import { latencyWords, runWords } from '@plimsoll/wording/en/run';
import { Suspense, useMemo } from 'react';
import { z } from 'zod';
import { later } from '../../../api/later.ts';
import { ChartSpan } from '../../../charts/chart-span.ts';
import { UnreadablePlan } from '../../../domain/plan/unreadable-plan.tsx';
import { ConnectionsChart } from '../../../domain/run/charts/connections-chart.tsx';
import { ErrorsChart } from '../../../domain/run/charts/errors-chart.tsx';
import type { RunChartsProps } from '../../../domain/run/charts/run-charts-props.ts';
import { LatencyTab } from '../../../domain/run/latency-tab.tsx';
import { PickableRequests, usePickedRequest } from '../../../domain/run/requests/request-table.tsx';
import { RunCharts } from '../../../domain/run/run-charts.tsx';
import { RunStory } from '../../../domain/run/story/run-story.tsx';
import { canChoose, windowSeconds } from '../../../domain/run/window/window-seconds.ts';
import { useCurrentInSight } from '../../../ui/current-in-sight.ts';
import { inTooltip } from '../../../ui/definition.tsx';
import { Loading } from '../../../ui/notice/loading.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { useSearchState } from '../../../ui/search-state.ts';
import { hasRegions } from '../regions/has-regions.ts';
import { RunActions } from '../run-actions.tsx';
import { RunHeader } from '../run-header.tsx';
import { RunNote } from '../run-note.tsx';
import { useTabStatus } from '../tab-status.ts';
import { BaselineVerdict } from './baseline.tsx';
import { ChosenWindow } from './chosen-window.tsx';
import { ConfigTab } from './config-tab.tsx';
import { GeneratorTab } from './generator-tab.tsx';
import { NextSteps } from './next-steps.tsx';
import { RawTab } from './raw-tab.tsx';
import { FastTargetOffer, RemedyButtons, WireButton } from './remedy-buttons.tsx';
import styles from './run-verdict.module.css';
import { Doubts, LimitLine, VerdictLine, VerdictState } from './run-verdict.tsx';
import { type ShownPart, useShownPart } from './shown-part.ts';

const tabs = [
  'overview',
  'latency',
  'streams',
  'grpc',
  'errors',
  'thresholds',
  'connections',
  'target',
  'generator',
  'config',
  'raw',
] as const;
const LatencySpread = later(() => import('./latency/latency-spread.tsx'), 'LatencySpread');
const RegionPart = later(() => import('../regions/region-part.tsx'), 'RegionPart');
const StreamsTab = later(() => import('./streams/streams-tab.tsx'), 'StreamsTab');
const CallsTab = later(() => import('./calls/calls-tab.tsx'), 'CallsTab');
const TargetTab = later(() => import('../resources/target-tab.tsx'), 'TargetTab');
const ImportedNotice = later(() => import('./imported-notice.tsx'), 'ImportedNotice');
const KeptNotice = later(() => import('./kept-notice.tsx'), 'KeptNotice');
const ReportedTimes = later(() => import('./reported-times.tsx'), 'ReportedTimes');
const second = z.coerce.number().int().nonnegative().optional().catch(undefined);
const searchSchema = z.object({
  tab: z.enum(tabs).catch('overview'),
  from: second,
  to: second,
  all: z.literal('1').optional().catch(undefined),
});

/** Streams and gRPC calls have a tab where there were any, and times where anything was answered. An imported run has the tabs that its file can fill. */
function listTabs({ source, summary }: Run): readonly (typeof tabs)[number][] {
  if (source?.data === 'summary') return ['overview', 'config'];
  const untimed = judgeFailure(summary) === 'unanswered' ? ['latency'] : [];
  const without = [
    ...untimed,
    ...(summary && readStream(summary) ? [] : ['streams']),
    ...(summary?.grpc ? [] : ['grpc']),
    ...(source ? ['connections', 'generator'] : []),
  ];
  return tabs.filter((tab) => !without.includes(tab));
}
/** On paper, one below the other: whatever answers a question of who reads the verdict. Charts of the machines stay on the screen. */
const onPaper: readonly (typeof tabs)[number][] = [
  'overview',
  'latency',
  'streams',
  'grpc',
  'errors',
  'thresholds',
  'connections',
  'config',
];
/** Their tables are narrow: two stand beside each other. */
const inPairs: typeof onPaper = ['latency', 'connections', 'config'];
function listPrinted(run: Run) {
  const nothingTo = [...(run.summary?.failed ? [] : ['errors']), ...(run.plan.thresholds.length > 0 ? [] : ['thresholds'])];
  return listTabs(run).filter((tab) => onPaper.includes(tab) && !nothingTo.includes(tab));
}
/** All of them are drawn by then. */
const drawnMs = 1500;

/** A finished run: the verdict first, then the numbers, then everything behind them. */
export function FinishedRun({ run, onShare }: { run: Run; onShare: () => void }) {
  const [{ tab, from, to, all }, change] = useSearchState(searchSchema);
  // An imported summary has no seconds to choose from.
  const window = useMemo(() => (run.source?.data === 'summary' ? null : windowOf({ from, to })), [run.source, from, to]);
  const part = useShownPart(run, window);
  const { summary } = part.run;
  // Why the stamp is what it is, is then that nothing was answered, which is said once.
  const unconnected = run.summary !== null && isUnconnected(run.summary);
  const tabList = useCurrentInSight<HTMLDivElement>(tab);
  useTabStatus(run, null);
  const choose = (next: RunWindow | null) => change({ from: next ? String(next.from) : undefined, to: next ? String(next.to) : undefined });
  const print = () => {
    change({ all: '1' });
    setTimeout(() => {
      globalThis.addEventListener('afterprint', () => change({ all: undefined }), { once: true });
      globalThis.print();
    }, drawnMs);
  };
  const body = (one: (typeof tabs)[number]) =>
    part.error ? (
      <ProblemNotice error={part.error} retry={part.retry} />
    ) : part.points && !part.resourcesLoading ? (
      <TabBody tab={one} part={part} points={part.points} window={window} printed={all !== undefined} />
    ) : (
      <Loading rows={3} height={140} />
    );
  return (
    <>
      <RunHeader run={run} state={<VerdictState run={run} />} actions={<RunActions run={run} onShare={onShare} onPrint={print} />}>
        <VerdictLine run={run} />
        {!unconnected && run.validity && <Doubts validity={run.validity} opened={all !== undefined} />}
      </RunHeader>
      <div className="stack" style={{ marginBlockStart: 8, gap: 8 }}>
        <UnreadablePlan plans={[run.plan]} of="run" />
        {run.source && (
          <Suspense fallback={<Loading rows={1} />}>
            <ImportedNotice run={run} source={run.source} />
          </Suspense>
        )}
        {part.sampleSeconds !== 1 && (
          <Suspense fallback={<Loading rows={1} />}>
            <KeptNotice seconds={part.sampleSeconds} />
          </Suspense>
        )}
        <BaselineVerdict run={run} />
        {!unconnected && run.validity && (
          <LimitLine validity={run.validity}>
            <RemedyButtons run={run} />
          </LimitLine>
        )}
        <FastTargetOffer run={run} p50Us={run.summary?.responseTime.p50Us ?? null}>
          <WireButton run={run} />
        </FastTargetOffer>
        {run.summary && hasMixedTimes(run.summary) && <Notice tone="warn">{latencyWords.mixed}</Notice>}
        <div className={`row tight ${styles.extras}`}>
          <RunNote run={run} />
          {run.source?.data !== 'summary' && (
            <ChosenWindow run={run} window={window} summary={part.stale ? null : summary} onChange={choose} />
          )}
          <NextSteps run={run} />
        </div>
      </div>
      <ChartSpan value={canChoose(windowSeconds(run), window) ? choose : null}>
        {/* What stands for another window is on its way out. */}
        <div style={part.stale ? { opacity: 0.6 } : undefined} aria-busy={part.stale || undefined}>
          {summary && (
            <SummaryTiles
              summary={summary}
              plan={run.plan}
              counted={countedAs(run.plan)}
              imported={run.source !== null}
              define={inTooltip}
            />
          )}
          {summary && run.source?.data !== 'summary' && (
            <div className="small soft">
              <FewSamples count={summary.responseTime.count} of={countedAs(run.plan).context ?? 'requests'} />
            </div>
          )}
          {all ? (
            listPrinted(run).map((one) => (
              <section key={one} className={`${styles.printed} ${inPairs.includes(one) ? styles.inPairs : ''}`}>
                <h2>{runWords.tab[one]}</h2>
                {body(one)}
              </section>
            ))
          ) : (
            <Tabs
              value={tab}
              onChange={(next) => change({ tab: next === 'overview' || !next ? undefined : next })}
              mt="lg"
              keepMounted={false}
            >
              <Tabs.List aria-label={runWords.tabs} ref={tabList} className="no-print">
                {listTabs(run).map((one) => (
                  <Tabs.Tab key={one} value={one}>
                    {runWords.tab[one]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {listTabs(run).map((one) => (
                <Tabs.Panel key={one} value={one}>
                  {body(one)}
                </Tabs.Panel>
              ))}
            </Tabs>
          )}
        </div>
      </ChartSpan>
    </>
  );
}

interface TabProps {
  readonly tab: (typeof tabs)[number];
  readonly part: ShownPart;
  readonly points: readonly Point[];
  readonly window: RunWindow | null;
  /** On paper only its tables, and charts that stand nowhere else. */
  readonly printed: boolean;
}

function TabBody({ tab, part: { run, curve, story, resources, sampleSeconds }, points, window, printed }: TabProps) {
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
    return <p className="soft">{sampleSeconds === 0 ? runWords.pointsGone : runWords.noPoints}</p>;
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
          <CallsTab run={run} window={window} />
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
          {hasRegions(run) && (
            <Suspense fallback={<Loading rows={3} height={140} />}>
              <RegionPart run={run} window={window} />
            </Suspense>
          )}
          {findings}
        </RunCharts>
      )}
    </RunStory>
  );
}

function Errors({ run, charts }: { run: Run; charts: RunChartsProps }) {
  return (
    <ErrorGroups summary={run.summary} counted={charts.counted}>
      <ErrorsChart {...charts} />
    </ErrorGroups>
  );
}
