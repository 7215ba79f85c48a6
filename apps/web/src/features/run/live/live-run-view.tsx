import { Button, Skeleton } from '@mantine/core';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { liveRows } from '@plimsoll/pages/request-rows';
import { StateChip, ValidityChip } from '@plimsoll/pages/run-chips';
import { FewSamples } from '@plimsoll/pages/run-tables';
import { ThresholdTable } from '@plimsoll/pages/threshold-table';
import { countedAs } from '@plimsoll/wording/counted-as';
import { runActionWords } from '@plimsoll/wording/en/app';
import { runWords } from '@plimsoll/wording/en/run';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { IconPlayerStop, IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { later } from '../../../api/later.ts';
import { resources as resourcesQuery } from '../../../api/resources.ts';
import { story as storyQuery } from '../../../api/run-figures.ts';
import { stopRun } from '../../../api/runs.ts';
import { useMay } from '../../../api/team/may.ts';
import { GeneratorStrip } from '../../../domain/run/generator-strip.tsx';
import { QueuePlace } from '../../../domain/run/queue-place.tsx';
import { PickableRequests, usePickedRequest } from '../../../domain/run/requests/request-table.tsx';
import { chartCardPx, RunCharts } from '../../../domain/run/run-charts.tsx';
import { LiveTiles } from '../../../domain/run/run-tiles.tsx';
import { RunStory } from '../../../domain/run/story/run-story.tsx';
import { Kbd } from '../../../ui/keys/kbd.tsx';
import { announce } from '../../../ui/notice/live-region.tsx';
import { LoadingCard } from '../../../ui/notice/loading.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { StopCountdownNotice, useStopKey } from '../../../ui/notice/stop-countdown.tsx';
import { FastTargetOffer, WireEditLink } from '../finished/remedy-buttons.tsx';
import { Doubts, LimitLine } from '../finished/run-verdict.tsx';
import { hasRegions } from '../regions/has-regions.ts';
import { RunHeader } from '../run-header.tsx';
import { useTabStatus } from '../tab-status.ts';
import { firstAnswersUs } from './first-answers.ts';
import { useLiveRun } from './live-run.ts';
import { measureProgress } from './progress.ts';
import { RunProgress } from './run-progress.tsx';

const RegionPart = later(() => import('../regions/region-part.tsx'), 'RegionPart');

/** The server reads all seconds of the run for its story: the longer it is, the rarer. */
const storyEveryMs = 5000;
const longRunPoints = 600;
/** As tall as they are. */
const tilesPx = 108;

/** A run under way. */
export function LiveRun({ initial, onEnd }: { initial: Run; onEnd: (run: Run) => void }) {
  const { run, points, connected } = useLiveRun(initial, true, onEnd);
  const story = useQuery({
    ...storyQuery(run.id, points.length > longRunPoints ? 12 * storyEveryMs : storyEveryMs),
    enabled: points.length > 0,
  });
  const progress = measureProgress(run.plan, points);
  const counted = countedAs(run.plan);
  const last = points.at(-1);
  const requests = useMemo(() => liveRows(points), [points]);
  const picked = usePickedRequest(requests);
  const { data: told } = useQuery({ ...resourcesQuery(run.id, { live: true }), enabled: points.length > 0 });
  const stop = useMutation({ mutationFn: () => stopRun(run.id) });
  const stopping = stop.isPending || stop.isSuccess || run.stopRequested || run.state === 'stopping';
  const mayStop = useMay()('run.stop');
  const canStop = mayStop && !stopping && !isTerminal(run.state);
  const countdown = useStopKey(canStop, stop.mutate);
  useTabStatus(run, progress.share);
  useEffect(() => {
    if (last?.responseTime.p95Us != null)
      announce(
        runWords.spoken({
          share: progress.share === null ? '' : formatShare(progress.share),
          p95: formatUs(last.responseTime.p95Us),
          failed: last.failed,
        }),
      );
  }, [last, progress.share]);
  return (
    <>
      <RunHeader
        run={run}
        state={
          <>
            <StateChip run={run} />
            {run.validity && <ValidityChip validity={run.validity} />}
          </>
        }
        actions={
          mayStop && (
            <Button
              color="red"
              leftSection={<IconPlayerStop size={15} aria-hidden />}
              disabled={!canStop}
              loading={stop.isPending}
              onClick={() => stop.mutate()}
            >
              {stopping ? runWords.stopping : runActionWords.stop}
              {!stopping && <Kbd>s</Kbd>}
            </Button>
          )
        }
      />
      <RunProgress run={run} points={points} />
      <div className="stack" style={{ marginBlockStart: 12, gap: 12 }}>
        <StopCountdownNotice {...countdown} />
        {!connected && <Reconnecting />}
        {stop.error && <ProblemNotice error={stop.error} />}
        {run.validity && <Doubts validity={run.validity} opened={false} />}
        {run.validity && (
          <LimitLine validity={run.validity}>{run.validity.advice.includes('wire') && <WireEditLink run={run} />}</LimitLine>
        )}
        <FastTargetOffer run={run} p50Us={firstAnswersUs(points)}>
          <WireEditLink run={run} />
        </FastTargetOffer>
      </div>
      {points.length === 0 ? (
        <Waiting run={run} />
      ) : (
        <>
          <LiveTiles points={points} thresholds={run.plan.thresholds} errorStatuses={run.plan.errorStatuses} counted={counted} />
          <div className="small soft">
            <FewSamples count={last?.responseTime.count ?? 0} of={counted.context ?? 'requests'} />
          </div>
          <div style={{ marginBlockStart: 14 }}>
            <GeneratorStrip point={last} validity={run.validity} />
          </div>
          {run.plan.thresholds.length > 0 && (
            <div style={{ marginBlockStart: 14 }}>
              <ThresholdTable expressions={run.plan.thresholds} results={run.thresholds} live />
            </div>
          )}
          <RunStory story={story.data} validity={run.validity}>
            {(marks, findings) => (
              <RunCharts
                points={points}
                thresholds={run.plan.thresholds}
                errorStatuses={run.plan.errorStatuses}
                counted={counted}
                request={picked}
                resources={told}
                story={marks}
              >
                {requests && <PickableRequests table={requests} picked={picked} live />}
                {hasRegions(run) && (
                  <Suspense fallback={<LoadingCard height={chartCardPx} />}>
                    <RegionPart run={run} live />
                  </Suspense>
                )}
                {findings}
              </RunCharts>
            )}
          </RunStory>
        </>
      )}
    </>
  );
}

/** The place of tiles and charts is kept. The bar above says what is waited for. */
function Waiting({ run }: { run: Run }) {
  return (
    <>
      {run.state === 'queued' && <QueuePlace id={run.experimentId ?? run.id} />}
      <div aria-hidden className="stack" style={{ marginBlockStart: 16, gap: 14 }}>
        <Skeleton height={tilesPx} radius={9} animate={false} />
        <div className="grid2">
          <Skeleton height={chartCardPx} radius={9} animate={false} />
          <Skeleton height={chartCardPx} radius={9} animate={false} />
        </div>
      </div>
    </>
  );
}

/** Only a drop that lasts is worth a word. */
function Reconnecting() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 700);
    return () => clearTimeout(timer);
  }, []);
  return late ? (
    <Notice tone="warn" icon={IconPlugConnectedX} announce>
      {runWords.reconnecting}
    </Notice>
  ) : null;
}
