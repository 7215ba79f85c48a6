/**
 * Analysis away from the event loop of whoever asks: an hour-long run takes a second to judge, two of fifty requests each take
 * several to compare, and heartbeats, live charts and everybody else's requests go on meanwhile.
 */

import type { ObjectStoreSettings } from '@plimsoll/artefacts/object-store';
import type { AnalysisErrorCode } from '../analysis-error.ts';
import type { Answer, Question, StreamQuestion } from './analysis-work.ts';
import { type AskedThread, openAskedThread } from './asked-thread.ts';
import { type Asker, house } from './asker.ts';
import { openLane } from './lane.ts';
import { openTurns } from './turns.ts';
import type { Encoding, Written } from './written.ts';

/** Questions whose answers may be asked for as bytes, and the lane of each. */
const writtenLanes = {
  chartJson: 'runs',
  comparisonJson: 'comparisons',
  experimentCourse: 'runs',
  planTrend: 'runs',
  readShare: 'runs',
  runCurve: 'runs',
  runLatency: 'runs',
  runStory: 'runs',
  windowSummary: 'runs',
} as const;
export type WrittenName = keyof typeof writtenLanes;
/** A question whose answer is wanted as bytes. */
export type WrittenQuestion = { readonly [Name in WrittenName]: { readonly name: Name; readonly question: Question<Name> } }[WrittenName];

/**
 * Each asker waits for its turn (turns.ts); where none is named we ask ourselves. All throw AnalysisError `…_given_up` where the thread fails,
 * `too_many_questions` and `asker_gone`, `closed` after `close`, and what Postgres throws with its code.
 */
export interface Analysis {
  /** Figures for the row of a run whose load is over. */
  judgeFinishedRun(question: Question<'judgeFinishedRun'>): Promise<Answer<'judgeFinishedRun'>>;
  /** The same for a run that lost its worker. */
  judgeLostRun(question: Question<'judgeLostRun'>): Promise<Answer<'judgeLostRun'>>;
  /** One to four arms against a base, as the JSON text of the API's answer; kept where asked. */
  compareRuns(question: Question<'compareRuns'>, asker?: Asker): Promise<Answer<'compareRuns'>>;
  /** The findings of an experiment so far. */
  compareVariants(question: Question<'compareVariants'>): Promise<Answer<'compareVariants'>>;
  /** How much pairs of runs that are made at once differ by chance, so far. */
  pairNoise(question: Question<'pairNoise'>): Promise<Answer<'pairNoise'>>;
  /** What the plan's history tells that an experiment of it will see. */
  planPower(question: Question<'planPower'>, asker?: Asker): Promise<Answer<'planPower'>>;
  /** At most 600 points of a run, as JSON text. */
  chartPoints(question: Question<'chartPoints'>, asker?: Asker): Promise<Answer<'chartPoints'>>;
  /** The API's answer to a question about figures, as bytes; null where there is none. */
  written(asked: WrittenQuestion, encoding: Encoding, asker?: Asker): Promise<Written | null>;
  /** News of a run under way for a watcher, and how its thresholds and validity stand. */
  lookAtLive(question: Question<'lookAtLive'>): Promise<Answer<'lookAtLive'>>;
  /** The watcher looks no more. */
  forgetLive(watcher: Question<'forgetLive'>): Promise<void>;
  /** The content of a share of a run, a comparison or an experiment, redacted, as JSON text; or why it cannot be shared. */
  freezeShare(question: Question<'freezeShare'>, asker?: Asker): Promise<Answer<'freezeShare'>>;
  /** The content of a share link; null where it is not open. */
  readShare(question: Question<'readShare'>, asker?: Asker): Promise<Answer<'readShare'>>;
  /** Old seconds of a run become samples of 10 s. */
  thinRun(question: Question<'thinRun'>): Promise<Answer<'thinRun'>>;
  /** A file of the target's resources, read and kept with a run. */
  keepUpload(question: Question<'keepUpload'>, asker?: Asker): Promise<Answer<'keepUpload'>>;
  /** A result file of another tool, read and kept as a run. */
  keepResult(question: Question<'keepResult'>): Promise<Answer<'keepResult'>>;
  /** A comparison as CSV, or what a report of it shows; or why there is none. */
  exportComparison(question: Question<'exportComparison'>, asker?: Asker): Promise<Answer<'exportComparison'>>;
  /** The content of a run's report, redacted. */
  reportRun(question: Question<'reportRun'>, asker?: Asker): Promise<Answer<'reportRun'>>;
  /** A run as a file, piece by piece, each made when it is read. Resolves when the first is there. */
  exportRun(question: StreamQuestion<'exportRun'>, asker?: Asker): Promise<AsyncIterable<string>>;
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
  /** Where the series of old runs lie; absent: there is no archive. */
  readonly objects?: ObjectStoreSettings | undefined;
  /** The most memory for JavaScript objects in each thread; Node's own limit where absent. */
  readonly mostMegabytes?: number;
  /** Questions that one person may have waiting; a group four times as many. */
  readonly mostOfPerson?: number;
}

/** Without limits of its own an analysis serves one process of ours. */
const unlimited = Number.POSITIVE_INFINITY;
/** Memory for a file that is read whole, with some to spare (`mostResultValues`). */
const mostImportMegabytes = 176;

/**
 * Each thread is made when it is first needed: who looks at one run does not wait for somebody else's comparison of fifty or file of gigabytes,
 * and who watches a run waits for none of them. One group has one question under way: the second thread is for the others.
 */
export function openAnalysis({ databaseUrl, objects, mostMegabytes, mostOfPerson = unlimited }: AnalysisOptions): Analysis {
  const thread = (gaveUp: AnalysisErrorCode, frugal: boolean, most = mostMegabytes): AskedThread =>
    openAskedThread({ databaseUrl, objects, mostMegabytes: most, gaveUp, frugal });
  const ofRuns = [thread('run_given_up', true), thread('run_given_up', true)] as const;
  // Its questions are rare, and large: they are answered sooner with more room.
  const ofComparisons = [thread('comparison_given_up', false), thread('comparison_given_up', false)] as const;
  const ofFiles = thread('run_given_up', true);
  // A file of gigabytes is read for minutes. What it holds comes from strangers: past its memory the thread ends, and nothing else does.
  const imports = thread('import_given_up', true, mostImportMegabytes);
  const live = thread('live_given_up', true);
  // A page goes before a file.
  const turns = openTurns(mostOfPerson);
  const runs = openLane(turns, ofRuns);
  const comparisons = openLane(turns, ofComparisons);
  const files = openLane(turns, [ofFiles]);
  const lanes = { runs, comparisons };
  return {
    judgeFinishedRun: (question) => runs.act(house, 'judgeFinishedRun', question),
    judgeLostRun: (question) => runs.act(house, 'judgeLostRun', question),
    compareRuns: (question, asker = house) => comparisons.act(asker, 'compareRuns', question),
    compareVariants: (question) => comparisons.act(house, 'compareVariants', question),
    pairNoise: (question) => runs.act(house, 'pairNoise', question),
    planPower: (question, asker = house) => runs.ask(asker, 'planPower', question),
    chartPoints: (question, asker = house) => runs.ask(asker, 'chartPoints', question),
    written: ({ name, question }, encoding, asker = house) => lanes[writtenLanes[name]].askWritten(asker, name, question, encoding),
    lookAtLive: (question) => live.ask('lookAtLive', question),
    forgetLive: (watcher) => live.ask('forgetLive', watcher),
    freezeShare: (question, asker = house) => runs.act(asker, 'freezeShare', question),
    readShare: (question, asker = house) => runs.ask(asker, 'readShare', question),
    thinRun: (question) => runs.act(house, 'thinRun', question),
    keepUpload: (question, asker = house) => runs.act(asker, 'keepUpload', question),
    keepResult: (question) => imports.ask('keepResult', question),
    exportComparison: (question, asker = house) => files.ask(asker, 'exportComparison', question),
    reportRun: (question, asker = house) => files.ask(asker, 'reportRun', question),
    exportRun: (question, asker = house) => files.stream(asker, 'exportRun', question),
    expectRun: () => ofRuns[0].begin('judgeFinishedRun'),
    expectViewers: () => live.begin('lookAtLive'),
    expectComparisons: () => ofComparisons[0].stayReady('comparisonJson'),
    close: async () => {
      await Promise.all([...ofRuns, ...ofComparisons, ofFiles, imports, live].map((one) => one.close()));
    },
  };
}
