/**
 * The questions that the thread can be asked, by name. Questions and answers cross the thread's border by structured clone. Each brings its code
 * with its first question: half of it all is what a thread needs that answers one kind.
 */

const live = async () => {
  const { openLiveLooks } = await import('../live/live-looks.ts');
  looks ??= openLiveLooks();
  return looks;
};
let looks: ReturnType<typeof import('../live/live-looks.ts').openLiveLooks> | undefined;

/** Each answers once. */
export const work = {
  chartJson: async () => (await import('../run/run-charts.ts')).chartJson,
  chartPoints: async () => (await import('../run/run-charts.ts')).chartPoints,
  compareRuns: async () => (await import('../comparison/compare-runs.ts')).compareRuns,
  compareVariants: async () => (await import('../comparison/compare-variants.ts')).compareVariants,
  comparisonJson: async () => (await import('../comparison/compare-runs.ts')).comparisonJson,
  experimentCourse: async () => (await import('../course/experiment-course.ts')).experimentCourse,
  exportComparison: async () => (await import('../comparison/export-comparison.ts')).exportComparison,
  forgetLive: async () => (await live()).forgetLive,
  freezeShare: async () => (await import('../share/freeze-share.ts')).freezeShare,
  judgeFinishedRun: async () => (await import('../end/judge-finished-run.ts')).judgeFinishedRun,
  judgeLostRun: async () => (await import('../end/judge-finished-run.ts')).judgeLostRun,
  keepResult: async () => (await import('../imported/keep-result.ts')).keepResult,
  keepUpload: async () => (await import('../run/keep-upload.ts')).keepUpload,
  lookAtLive: async () => (await live()).lookAtLive,
  pairNoise: async () => (await import('../comparison/paired-runs.ts')).pairNoise,
  planPower: async () => (await import('../comparison/plan-power.ts')).planPower,
  planTrend: async () => (await import('../comparison/plan-trend.ts')).planTrend,
  readShare: async () => (await import('../share/read-share.ts')).readShare,
  reportRun: async () => (await import('../share/report-run.ts')).reportRun,
  runCurve: async () => (await import('../run/run-charts.ts')).runCurve,
  runLatency: async () => (await import('../run/run-latency.ts')).runLatency,
  runStory: async () => (await import('../run/run-story.ts')).runStory,
  thinRun: async () => (await import('../run/thin-run.ts')).thinRun,
  windowSummary: async () => (await import('../run/window-summary.ts')).windowSummary,
};
/** Each answers piece by piece. */
export const streams = { exportRun: async () => (await import('../run/export-run.ts')).exportRun };

type Loaded<Loads extends Record<string, () => Promise<unknown>>> = { [Name in keyof Loads]: Awaited<ReturnType<Loads[Name]>> };

type Work = Loaded<typeof work>;
export type WorkName = keyof Work;
export type Question<Name extends WorkName> = Parameters<Work[Name]>[1];
export type Answer<Name extends WorkName> = Awaited<ReturnType<Work[Name]>>;

type Streams = Loaded<typeof streams>;
export type StreamName = keyof Streams;
export type StreamQuestion<Name extends StreamName> = Parameters<Streams[Name]>[1];
