/** What the thread can be asked, by name. Questions and answers cross the thread's border by structured clone. */

import { compareRuns } from './compare-runs.ts';
import { compareVariants } from './compare-variants.ts';
import { exportComparison } from './export-comparison.ts';
import { exportRun } from './export-run.ts';
import { keepResult } from './imported/keep-result.ts';
import { judgeFinishedRun, judgeLostRun } from './judge-finished-run.ts';
import { keepUpload } from './keep-upload.ts';
import { openLiveLooks } from './live/live-looks.ts';
import { liveSeconds } from './live/live-seconds.ts';
import { planTrend } from './plan-trend.ts';
import { reportRun } from './report-run.ts';
import { chartPoints, runCurve } from './run-charts.ts';
import { runLatency } from './run-latency.ts';
import { runStory } from './run-story.ts';
import { freezeShare } from './share/freeze-share.ts';
import { readShare, readShareJson } from './share/read-share.ts';
import { thinRun } from './thin-run.ts';
import { windowSummary } from './window-summary.ts';

const { lookAtLive, forgetLive } = openLiveLooks();

/** Each answers once. */
export const work = {
  chartPoints,
  compareRuns,
  compareVariants,
  exportComparison,
  forgetLive,
  freezeShare,
  judgeFinishedRun,
  judgeLostRun,
  keepResult,
  keepUpload,
  liveSeconds,
  lookAtLive,
  planTrend,
  readShare,
  readShareJson,
  reportRun,
  runCurve,
  runLatency,
  runStory,
  thinRun,
  windowSummary,
};
/** Each answers piece by piece. */
export const streams = { exportRun };

type Work = typeof work;
export type WorkName = keyof Work;
export type Question<Name extends WorkName> = Parameters<Work[Name]>[1];
export type Answer<Name extends WorkName> = Awaited<ReturnType<Work[Name]>>;

type Streams = typeof streams;
export type StreamName = keyof Streams;
export type StreamQuestion<Name extends StreamName> = Parameters<Streams[Name]>[1];
