/** The files of a run that was made here: those of the server's exports, and a `run.json` that an import takes. */
import { shareComparison, shareRun } from '@plimsoll/analysis/share-content';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { RunFileFormat } from '@plimsoll/contracts/paths';
import { noResources } from '@plimsoll/contracts/resources';
import type { Run } from '@plimsoll/contracts/run';
import { type ReportContent, reportPage } from '@plimsoll/pages/report-page';
import { comparisonToCsv } from '@plimsoll/statistics/comparison-csv';
import { samplesToCsv } from '@plimsoll/statistics/csv';
import { computeCurve } from '@plimsoll/statistics/curve';
import { histogramLogHead, histogramLogLines } from '@plimsoll/statistics/histogram-log';
import { mergeIntoPoints, resolutionOf } from '@plimsoll/statistics/point';
import { tellStory } from '@plimsoll/statistics/story';
import { commandWords } from '@plimsoll/wording/command-words';
import { namedArms } from '@plimsoll/wording/named-arms';
import { sayStory } from '@plimsoll/wording/story-sentence';
import { Fault } from '../result/fault.ts';
import { limitWordsHere } from '../result/limit-words.ts';
import type { MadeComparison, MadeRun } from '../result/made.ts';
import type { LocalRun } from './make-loads.ts';

export function madeHere({ run, samples }: LocalRun): MadeRun {
  const files: Readonly<Record<RunFileFormat, () => string>> = {
    csv: () =>
      samplesToCsv(run.plan, run.startedAt ?? run.createdAt, samples, { client: run.environment?.client, stamp: run.validity?.stamp }),
    hlog: () => histogramLogHead(run) + histogramLogLines(run, samples),
    hdr: () => histogramLogHead(run) + histogramLogLines(run, samples),
    json: () => resultFile({ run, samples }),
    html: () => reportPage(reportOf({ run, samples }), new Date(), limitWordsHere(run.plan)),
  };
  return { kind: 'run', run, link: null, file: async (format) => files[format]() };
}

/** As the server exports a run, and its seconds with their histograms, which an import reads. */
function resultFile({ run, samples }: LocalRun): string {
  const seconds = samples.map(({ histograms, byRequest: _, connections: __, generator: ___, ...counts }) => ({
    ...counts,
    responseTime: Buffer.from(histograms.responseTime).toString('base64'),
    failedTime: Buffer.from(histograms.failedTime).toString('base64'),
  }));
  const points = mergeIntoPoints(samples, 1);
  return `${JSON.stringify({ run, points, curve: computeCurve(samples), resources: noResources, seconds })}\n`;
}

export function comparisonHere(name: string, result: ComparisonResult | null, runs: readonly LocalRun[]): MadeComparison {
  return {
    kind: 'comparison',
    name,
    result,
    power: null,
    of: 'services',
    runs: runs.map(({ run }) => run),
    link: null,
    file: async (format) => {
      if (!result) throw new Fault(commandWords.result.nothing, 'invalid');
      if (format === 'csv')
        return comparisonToCsv(
          result,
          namedArms(result).candidates.map(({ name: arm }) => arm),
        );
      const [base, ...candidates] = [result.base, ...result.candidates].map(
        (arm) => runs.find(({ run }) => run.id === arm.runs[0]?.id)?.run,
      );
      if (!base || candidates.some((run) => run === undefined)) throw new Fault(commandWords.result.nothing, 'invalid');
      const shared = { comparison: { ...result, title: name }, base, candidates: candidates as Run[] };
      return reportPage(shareComparison(shared, []), new Date());
    },
  };
}

/** As the server's report: redacted as a share that hides nothing more. */
function reportOf({ run, samples }: LocalRun): ReportContent {
  const sources = { lineBitsPerSecond: run.environment?.lineBitsPerSecond ?? null };
  const story = sayStory(tellStory(run.plan, samples, { limitSources: sources }));
  const points = mergeIntoPoints(samples, resolutionOf(samples));
  return shareRun({ run, points, curve: computeCurve(samples), story, resources: noResources }, []);
}
