/**
 * Analysis away from the event loop of whoever asks: an hour-long run takes a second to judge, two of fifty requests each take
 * several to compare, and heartbeats, live charts and everybody else's requests go on meanwhile.
 */

import type { AnalysisErrorCode } from './analysis-error.ts';
import type { Answer, Question, StreamQuestion } from './analysis-work.ts';
import { type AskedThread, openAskedThread } from './asked-thread.ts';

/** All throw AnalysisError `…_given_up` where the thread fails, `closed` after `close`, and what Postgres throws with its code. */
export interface Analysis {
  /** What to write into the row of a run whose load is over. */
  judgeFinishedRun(question: Question<'judgeFinishedRun'>): Promise<Answer<'judgeFinishedRun'>>;
  /** The same for a run that lost its worker. */
  judgeLostRun(question: Question<'judgeLostRun'>): Promise<Answer<'judgeLostRun'>>;
  /** One to four arms against a base, as the JSON text of the API's answer; kept where asked. */
  compareRuns(question: Question<'compareRuns'>): Promise<Answer<'compareRuns'>>;
  /** What an experiment shows so far. */
  compareVariants(question: Question<'compareVariants'>): Promise<Answer<'compareVariants'>>;
  /** One metric over a plan's runs. */
  planTrend(question: Question<'planTrend'>): Promise<Answer<'planTrend'>>;
  /** At most 600 points of a run, as JSON text. */
  chartPoints(question: Question<'chartPoints'>): Promise<Answer<'chartPoints'>>;
  /** What a run under way has new for a watcher, and how its thresholds and validity stand. */
  lookAtLive(question: Question<'lookAtLive'>): Promise<Answer<'lookAtLive'>>;
  /** The watcher looks no more. */
  forgetLive(watcher: Question<'forgetLive'>): Promise<void>;
  /** Single seconds for a reader that was away for a moment. */
  liveSeconds(question: Question<'liveSeconds'>): Promise<Answer<'liveSeconds'>>;
  /** What a share of a run, a comparison or an experiment shows, redacted, as JSON text; or why it cannot be shared. */
  freezeShare(question: Question<'freezeShare'>): Promise<Answer<'freezeShare'>>;
  /** What a share link shows; null where it is not open. */
  readShare(question: Question<'readShare'>): Promise<Answer<'readShare'>>;
  /** The same as the JSON text of the API's answer. */
  readShareJson(question: Question<'readShareJson'>): Promise<Answer<'readShareJson'>>;
  /** The percentile curve of a run. */
  runCurve(question: Question<'runCurve'>): Promise<Answer<'runCurve'>>;
  /** How the times of a run, or of some of its seconds, spread: as JSON text. */
  runLatency(question: Question<'runLatency'>): Promise<Answer<'runLatency'>>;
  /** The figures of some seconds of a run. */
  windowSummary(question: Question<'windowSummary'>): Promise<Answer<'windowSummary'>>;
  /** What the seconds of a run tell, also while it goes on. */
  runStory(question: Question<'runStory'>): Promise<Answer<'runStory'>>;
  /** Old seconds of a run become samples of 10 s. */
  thinRun(question: Question<'thinRun'>): Promise<Answer<'thinRun'>>;
  /** A file of the target's resources, read and kept with a run. */
  keepUpload(question: Question<'keepUpload'>): Promise<Answer<'keepUpload'>>;
  /** A result file of another tool, read and kept as a run. */
  keepResult(question: Question<'keepResult'>): Promise<Answer<'keepResult'>>;
  /** A comparison as CSV, or what a report of it shows; or why there is none. */
  exportComparison(question: Question<'exportComparison'>): Promise<Answer<'exportComparison'>>;
  /** What the report of a run shows, redacted. */
  reportRun(question: Question<'reportRun'>): Promise<Answer<'reportRun'>>;
  /** A run as a file, piece by piece, each made when it is read. Resolves when the first is there. */
  exportRun(question: StreamQuestion<'exportRun'>): Promise<AsyncIterable<string>>;
  /** A run begins whose figures are asked for soon: the thread is made now. */
  expectRun(): void;
  /** Somebody who watches a run is expected soon: the thread is made now. */
  expectViewers(): void;
  /** From now on the first comparison after any time is no slower than the next: its thread is always there. */
  expectComparisons(): void;
  close(): Promise<void>;
}

export interface AnalysisOptions {
  readonly databaseUrl: string;
  /** The most memory for JavaScript objects in each thread; Node's own limit where absent. */
  readonly mostMegabytes?: number;
}

/** What a file that is read whole comes to, with some to spare (`mostResultValues`). */
const mostImportMegabytes = 176;

/**
 * Four threads at most, each made when it is first needed: who looks at one run does not wait for a comparison of fifty or a file of
 * gigabytes, and who watches a run waits for none of them.
 */
export function openAnalysis({ databaseUrl, mostMegabytes }: AnalysisOptions): Analysis {
  const thread = (gaveUp: AnalysisErrorCode, frugal: boolean, most = mostMegabytes): AskedThread =>
    openAskedThread({ databaseUrl, mostMegabytes: most, gaveUp, frugal });
  const runs = thread('run_given_up', true);
  // Its questions are rare, and large: they are answered sooner with more room.
  const comparisons = thread('comparison_given_up', false);
  // A file of gigabytes is read for minutes. What it holds comes from strangers: past its memory the thread ends, and nothing else does.
  const imports = thread('import_given_up', true, mostImportMegabytes);
  const live = thread('live_given_up', true);
  return {
    judgeFinishedRun: (question) => runs.ask('judgeFinishedRun', question),
    judgeLostRun: (question) => runs.ask('judgeLostRun', question),
    compareRuns: (question) => comparisons.ask('compareRuns', question),
    compareVariants: (question) => comparisons.ask('compareVariants', question),
    planTrend: (question) => runs.ask('planTrend', question),
    chartPoints: (question) => runs.ask('chartPoints', question),
    lookAtLive: (question) => live.ask('lookAtLive', question),
    forgetLive: (watcher) => live.ask('forgetLive', watcher),
    liveSeconds: (question) => live.ask('liveSeconds', question),
    freezeShare: (question) => runs.ask('freezeShare', question),
    readShare: (question) => runs.ask('readShare', question),
    readShareJson: (question) => runs.ask('readShareJson', question),
    runCurve: (question) => runs.ask('runCurve', question),
    runLatency: (question) => runs.ask('runLatency', question),
    windowSummary: (question) => runs.ask('windowSummary', question),
    runStory: (question) => runs.ask('runStory', question),
    thinRun: (question) => runs.ask('thinRun', question),
    keepUpload: (question) => runs.ask('keepUpload', question),
    keepResult: (question) => imports.ask('keepResult', question),
    exportComparison: (question) => comparisons.ask('exportComparison', question),
    reportRun: (question) => runs.ask('reportRun', question),
    exportRun: (question) => runs.stream('exportRun', question),
    expectRun: () => runs.begin(),
    expectViewers: () => live.begin(),
    expectComparisons: () => comparisons.stayReady(),
    close: async () => {
      await Promise.all([runs.close(), comparisons.close(), imports.close(), live.close()]);
    },
  };
}
