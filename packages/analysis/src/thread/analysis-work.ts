/** The questions that the thread can be asked, by name. Questions and answers cross the thread's border by structured clone. */

import { compareRuns, comparisonJson } from '../comparison/compare-runs.ts';
import { compareVariants } from '../comparison/compare-variants.ts';
import { exportComparison } from '../comparison/export-comparison.ts';
import { pairNoise } from '../comparison/paired-runs.ts';
import { planPower } from '../comparison/plan-power.ts';
import { planTrend } from '../comparison/plan-trend.ts';
import { experimentCourse } from '../course/experiment-course.ts';
import { judgeFinishedRun, judgeLostRun } from '../end/judge-finished-run.ts';
import { keepResult } from '../imported/keep-result.ts';
import { openLiveLooks } from '../live/live-looks.ts';
import { exportRun } from '../run/export-run.ts';
import { keepUpload } from '../run/keep-upload.ts';
import { chartJson, chartPoints, runCurve } from '../run/run-charts.ts';
import { runLatency } from '../run/run-latency.ts';
import { runStory } from '../run/run-story.ts';
import { thinRun } from '../run/thin-run.ts';
import { windowSummary } from '../run/window-summary.ts';
import { freezeShare } from '../share/freeze-share.ts';
import { readShare } from '../share/read-share.ts';
import { reportRun } from '../share/report-run.ts';

const { lookAtLive, forgetLive } = openLiveLooks();

/** Each answers once. */
export const work = {
  chartJson,
  chartPoints,
  compareRuns,
  compareVariants,
  comparisonJson,
  experimentCourse,
  exportComparison,
  forgetLive,
  freezeShare,
  judgeFinishedRun,
  judgeLostRun,
  keepResult,
  keepUpload,
  lookAtLive,
  pairNoise,
  planPower,
  planTrend,
  readShare,
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
