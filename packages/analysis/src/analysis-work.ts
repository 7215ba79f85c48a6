/** What the thread can be asked, by name. Questions and answers cross the thread's border by structured clone. */

import { compareRuns } from './compare-runs.ts';
import { compareVariants } from './compare-variants.ts';
import { exportRun } from './export-run.ts';
import { judgeFinishedRun, judgeLostRun } from './judge-finished-run.ts';
import { planTrend } from './plan-trend.ts';
import { chartPoints, runCharts, runCurve } from './run-charts.ts';

/** Each answers once. */
export const work = { chartPoints, compareRuns, compareVariants, judgeFinishedRun, judgeLostRun, planTrend, runCharts, runCurve };
/** Each answers piece by piece. */
export const streams = { exportRun };

type Work = typeof work;
export type WorkName = keyof Work;
export type Question<Name extends WorkName> = Parameters<Work[Name]>[1];
export type Answer<Name extends WorkName> = Awaited<ReturnType<Work[Name]>>;

type Streams = typeof streams;
export type StreamName = keyof Streams;
export type StreamQuestion<Name extends StreamName> = Parameters<Streams[Name]>[1];
